"""Invented messages with what they state, in English and Indonesian: what the extractor must find and must not."""

from __future__ import annotations

from gagent_db.extract import extract

# (role, tool name, text, required items by kind, items that may be found too)
MESSAGES: list[tuple[str, str | None, str, dict[str, list[str]], dict[str, list[str]]]] = [
    (
        "user",
        None,
        "alright, quartz for the countertop then. the marble sample goes back on Thursday",
        {"decision": ["quartz for the countertop"]},
        {"decision": ["the marble sample goes back on Thursday"]},
    ),
    (
        "assistant",
        None,
        "I checked three quotes. Delgado & Sons is cheapest at 4,200, but they can only start in July. The "
        "electrician hasn't sent his quote so far.",
        {"unresolved": ["The electrician hasn't sent his quote so far"]},
        {},
    ),
    ("user", None, "pake Riverpod aja, Bloc kebanyakan boilerplate", {"decision": ["pake Riverpod aja"]}, {}),
    (
        "assistant",
        None,
        "Here's where the level editor stands:\n\n### Settled\n- Tiles are 16x16, drawn at 3x\n- Save files are "
        "plain JSON, versioned with an integer\n- No multiplayer in the first release\n\n### To sort out\n- the "
        "undo stack forgets deletions\n- who composes the boss theme?\n",
        {
            "decision": [
                "Tiles are 16x16, drawn at 3x",
                "Save files are plain JSON, versioned with an integer",
                "No multiplayer in the first release",
            ],
            "unresolved": ["the undo stack forgets deletions", "who composes the boss theme?"],
        },
        {},
    ),
    ("user", None, "can you compare the two insurance offers for me? one is Allianz, the other AXA", {}, {}),
    (
        "user",
        None,
        "we're switching the newsletter to Fridays. tell Hanna",
        {"decision": ["we're switching the newsletter to Fridays"]},
        {},
    ),
    (
        "assistant",
        None,
        "The deploy went through: all pods are on v1.8.3. One thing I noticed on the way, the liveness probe on "
        "`billing` is commented out. I left it alone.\n\n```bash\nkubectl -n shop rollout status deploy/billing "
        "--timeout=90s\nkubectl -n shop get pods -l app=billing\n```",
        {
            "command": [
                "kubectl -n shop rollout status deploy/billing --timeout=90s",
                "kubectl -n shop get pods -l app=billing",
            ]
        },
        {
            "resolved": ["The deploy went through"],
            "unresolved": ["the liveness probe on `billing` is commented out"],
            "decision": ["I left it alone"],
            "path": ["deploy/billing"],
        },
    ),
    (
        "user",
        None,
        "undangan nikahnya cetak 200 aja, sisanya digital",
        {"decision": ["undangan nikahnya cetak 200 aja"]},
        {"decision": ["sisanya digital"]},
    ),
    (
        "assistant",
        None,
        "Baik. Yang masih harus diurus: surat numpang nikah dari KUA Sleman, dan fotografernya belum kasih "
        "kepastian tanggal.",
        {"unresolved": ["surat numpang nikah dari KUA Sleman, dan fotografernya belum kasih kepastian tanggal"]},
        {},
    ),
    ("user", None, "if we had picked Godot we'd be done by now lol", {}, {}),
    (
        "tool",
        "bash",
        "$ terraform plan -out=tfplan\nRefreshing state...\nPlan: 2 to add, 0 to change, 1 to destroy.\n$ terraform "
        "apply tfplan\nApply complete! Resources: 2 added, 0 changed, 1 destroyed.\n",
        {"command": ["terraform plan -out=tfplan", "terraform apply tfplan"]},
        {},
    ),
    (
        "user",
        None,
        "ok ship it on the 14th. and the onboarding emails stay in English for now",
        {"decision": ["ship it on the 14th", "the onboarding emails stay in English for now"]},
        {},
    ),
    (
        "assistant",
        None,
        "You can list what is taking space with `du -sh ~/Library/Caches/* | sort -h | tail`. The Xcode derived "
        "data in ~/Library/Developer/Xcode/DerivedData can go; nothing breaks.",
        {"command": ["du -sh ~/Library/Caches/* | sort -h | tail"], "path": ["~/Library/Developer/Xcode/DerivedData"]},
        {"path": ["~/Library/Caches/*"]},
    ),
    (
        "user",
        None,
        "gue udah transfer DP ke vendor dekor, aman. tinggal catering yang belum deal",
        {
            "resolved": ["gue udah transfer DP ke vendor dekor, aman"],
            "unresolved": ["tinggal catering yang belum deal"],
        },
        {},
    ),
    ("user", None, "what's the status of the grant application? did the committee decide anything?", {}, {}),
    (
        "assistant",
        None,
        "The committee met on Tuesday. They approved the equipment budget (12k) and turned down the travel request. "
        "The stipend question was pushed to the June meeting.",
        {
            "decision": ["They approved the equipment budget (12k)"],
            "unresolved": ["The stipend question was pushed to the June meeting"],
        },
        {"decision": ["turned down the travel request"]},
    ),
    (
        "user",
        None,
        "no pets, no smoking, deposit is two months. put that in the listing",
        {"decision": ["no pets, no smoking, deposit is two months"]},
        {},
    ),
    (
        "assistant",
        None,
        "Draft saved to listings/maple-street-12.md. I still need the square footage and a photo of the balcony "
        "from you.",
        {
            "path": ["listings/maple-street-12.md"],
            "unresolved": ["I still need the square footage and a photo of the balcony from you"],
        },
        {},
    ),
    (
        "user",
        None,
        "TypeError: Cannot read properties of undefined (reading 'map') at ProductGrid.tsx:41. it happens only on "
        "the staging build",
        {},
        {"unresolved": ["it happens only on the staging build"], "path": ["ProductGrid.tsx"]},
    ),
    (
        "assistant",
        None,
        "Found it: the API returns `null` for empty categories on staging. Fixed in "
        "src/features/catalog/ProductGrid.tsx and pushed. I have not checked the mobile layout.",
        {"path": ["src/features/catalog/ProductGrid.tsx"], "unresolved": ["I have not checked the mobile layout"]},
        {"resolved": ["Fixed in src/features/catalog/ProductGrid.tsx and pushed"]},
    ),
    (
        "user",
        None,
        "Kelas yoga pindah ke hari Sabtu pagi mulai minggu depan ya",
        {"decision": ["Kelas yoga pindah ke hari Sabtu pagi mulai minggu depan ya"]},
        {},
    ),
    (
        "assistant",
        None,
        "Dua opsi untuk rute mudik: lewat Pantura (lebih cepat 1 jam, macet di Brebes) atau lewat selatan. Kalau "
        "berangkat malam, saya sarankan Pantura.",
        {},
        {},
    ),
    (
        "user",
        None,
        "oke lewat selatan, berangkat jam 4 subuh",
        {"decision": ["oke lewat selatan, berangkat jam 4 subuh"]},
        {},
    ),
    (
        "assistant",
        None,
        "Review of the thesis chapter:\n\n1. Section 3.2 repeats the argument of 2.4.\n2. Figure 7 has no axis "
        "labels yet.\n3. The Müller (2019) reference is missing from the bibliography.\n4. TODO: rewrite the "
        "abstract\n\nChapter file: /home/nadia/thesis/chapters/03-methods.tex",
        {
            "unresolved": [
                "Figure 7 has no axis labels yet",
                "The Müller (2019) reference is missing from the bibliography",
                "TODO: rewrite the abstract",
            ],
            "path": ["/home/nadia/thesis/chapters/03-methods.tex"],
        },
        {"unresolved": ["Section 3.2 repeats the argument of 2.4."]},
    ),
    ("user", None, "let's look at the numbers first and decide tomorrow", {"unresolved": ["decide tomorrow"]}, {}),
    (
        "assistant",
        None,
        "As discussed, invoices go out on the 1st and late fees start after 14 days. I will update the template in "
        "docs/billing/terms.md.",
        {
            "decision": ["invoices go out on the 1st and late fees start after 14 days"],
            "path": ["docs/billing/terms.md"],
        },
        {},
    ),
    (
        "user",
        None,
        "the goalkeeper question is still open, coach wants to see both on Sunday",
        {"unresolved": ["the goalkeeper question is still open"]},
        {},
    ),
    (
        "user",
        None,
        "Install it with: curl -LsSf https://astral.sh/uv/install.sh | sh   and afterwards uv tool install ruff",
        {
            "command": ["curl -LsSf https://astral.sh/uv/install.sh | sh", "uv tool install ruff"],
            "url": ["https://astral.sh/uv/install.sh"],
        },
        {},
    ),
    (
        "assistant",
        None,
        "In chapter 12 Elinor decides to leave the city, and the guild votes against the treaty. The prophecy "
        "remains unresolved until the epilogue.",
        {},
        {},
    ),
    (
        "user",
        None,
        "semua foto produk harus background putih, no exception",
        {"decision": ["semua foto produk harus background putih, no exception"]},
        {},
    ),
    (
        "user",
        None,
        "jangan pernah push langsung ke main lagi ya, selalu lewat PR",
        {"decision": ["jangan pernah push langsung ke main lagi ya, selalu lewat PR"]},
        {},
    ),
    (
        "assistant",
        None,
        "Siap. Branch protection sudah aktif di https://github.com/kopi-senja/pos/settings/branches. Aturan untuk "
        "`release/*` belum saya buat.",
        {
            "url": ["https://github.com/kopi-senja/pos/settings/branches"],
            "unresolved": ["Aturan untuk `release/*` belum saya buat"],
        },
        {"resolved": ["Branch protection sudah aktif di"]},
    ),
    (
        "tool",
        "shell",
        '{"command": "docker exec -it mysql mysqldump -uroot shop > /backup/shop-$(date +%F).sql", "timeout": 120}',
        {"command": ["docker exec -it mysql mysqldump -uroot shop > /backup/shop-$(date +%F).sql"]},
        {"path": ["/backup/shop-$(date", "/backup/shop-$(date +%F).sql"]},
    ),
    (
        "user",
        None,
        "the venue confirmed, so that's done. catering: vegetarian only. music is still up in the air",
        {
            "resolved": ["the venue confirmed, so that's done"],
            "decision": ["catering: vegetarian only"],
            "unresolved": ["music is still up in the air"],
        },
        {},
    ),
    (
        "assistant",
        None,
        "Neither provider supports SEPA instant payments. You would have to go through Stripe, or wait until Mollie "
        "adds it.",
        {},
        {},
    ),
    ("user", None, "go through stripe", {"decision": ["go through stripe"]}, {}),
    (
        "assistant",
        None,
        "Understood. I set `PAYMENT_PROVIDER=stripe` in infra/env/production.env; the webhook secret has to come "
        "from your dashboard (https://dashboard.stripe.com/webhooks).",
        {
            "path": ["infra/env/production.env"],
            "url": ["https://dashboard.stripe.com/webhooks"],
            "unresolved": ["the webhook secret has to come from your dashboard"],
        },
        {},
    ),
    (
        "user",
        None,
        "btw the dentist moved my appointment to the 3rd, remind me on the 2nd",
        {"unresolved": ["remind me on the 2nd"]},
        {"decision": ["the dentist moved my appointment to the 3rd"]},
    ),
    (
        "assistant",
        None,
        "```powershell\nGet-ChildItem -Recurse -Filter *.log | Remove-Item -WhatIf\n```\nDrop `-WhatIf` once the "
        "list looks right. The logs live under C:\\inetpub\\logs\\LogFiles\\W3SVC1.",
        {
            "command": ["Get-ChildItem -Recurse -Filter *.log | Remove-Item -WhatIf"],
            "path": ["C:\\inetpub\\logs\\LogFiles\\W3SVC1"],
        },
        {},
    ),
    (
        "user",
        None,
        "nope, keep the old logo. rebranding can wait until after the funding round",
        {"decision": ["keep the old logo"]},
        {"unresolved": ["rebranding can wait until after the funding round"]},
    ),
    (
        "assistant",
        None,
        "Rapat panitia 17-an semalam:\n\n- Lomba panjat pinang ditiadakan\n- Iuran per KK 50 ribu\n- Ketua panitia: "
        "Pak Slamet\n- Sound system belum dapat\n- Izin tutup jalan nunggu kelurahan",
        {
            "decision": ["Lomba panjat pinang ditiadakan", "Iuran per KK 50 ribu", "Ketua panitia: Pak Slamet"],
            "unresolved": ["Sound system belum dapat", "Izin tutup jalan nunggu kelurahan"],
        },
        {},
    ),
    ("user", None, "is there a way to undo a git rebase? i think i lost two commits", {}, {}),
    (
        "assistant",
        None,
        "Yes. `git reflog` shows where HEAD was; find the entry before the rebase and run `git reset --hard "
        "HEAD@{5}` (with your number).",
        {"command": ["git reset --hard HEAD@{5}"]},
        {"command": ["git reflog"]},
    ),
    (
        "user",
        None,
        "that did it, both commits are back",
        {"resolved": ["both commits are back"]},
        {"resolved": ["that did it"]},
    ),
    (
        "assistant",
        None,
        "The sensor in the greenhouse reports 61 % humidity, and the pump ran twice. Zigbee channel 15 overlaps "
        "with your Wi-Fi; I'd move it to 25, but that means pairing the bulbs again.",
        {},
        {},
    ),
    (
        "user",
        None,
        "channel 25 then, do it at night. bulbs in the hallway can be skipped",
        {"decision": ["channel 25 then"]},
        {"decision": ["bulbs in the hallway can be skipped", "do it at night"]},
    ),
    (
        "assistant",
        None,
        "Paired 11 of 12 bulbs on channel 25. The one over the stove does not answer; someone has to climb up and "
        "reset it.",
        {"unresolved": ["someone has to climb up and reset it"]},
        {"unresolved": ["The one over the stove does not answer"], "resolved": ["Paired 11 of 12 bulbs on channel 25"]},
    ),
    (
        "user",
        None,
        "mending beli mobil bekas apa kredit baru ya? bingung gue",
        {"unresolved": ["bingung gue"]},
        {"unresolved": ["mending beli mobil bekas apa kredit baru ya?"]},
    ),
    (
        "assistant",
        None,
        "Tergantung pemakaian. Untuk 10 ribu km setahun, mobil bekas 3 tahun biasanya paling masuk akal, dan "
        "pajaknya lebih murah.",
        {},
        {},
    ),
    ("user", None, "ya udah bekas aja, maksimal 150 juta", {"decision": ["ya udah bekas aja, maksimal 150 juta"]}, {}),
    (
        "assistant",
        None,
        "I went through the migration guide.\n\n**Decision log**\n- 2026-03-02: Vue 3 with the composition API\n- "
        "2026-03-09: Pinia replaces Vuex\n\n**Blocked**\n- `vue-awesome-table` has no Vue 3 build\n\nGuide: "
        "https://v3-migration.vuejs.org/breaking-changes/ and our notes in docs/migration/vue3.md",
        {
            "decision": ["Vue 3 with the composition API", "Pinia replaces Vuex"],
            "unresolved": ["`vue-awesome-table` has no Vue 3 build"],
            "url": ["https://v3-migration.vuejs.org/breaking-changes/"],
            "path": ["docs/migration/vue3.md"],
        },
        {},
    ),
    (
        "tool",
        "grep",
        "src/lib/auth.ts:12:  // FIXME: token is never refreshed\nsrc/lib/auth.ts:40:// TODO(mira): remove after "
        "2.0\nsrc/app/page.tsx:3:import { auth } from '@/lib/auth'",
        {
            "path": ["src/lib/auth.ts", "src/app/page.tsx"],
            "unresolved": ["FIXME: token is never refreshed", "TODO(mira): remove after 2.0"],
        },
        {"path": ["@/lib/auth", "lib/auth"]},
    ),
    ("user", None, "please summarise the attached pdf in five bullet points", {}, {}),
    (
        "assistant",
        None,
        "The author decided against a second edition because the publisher had closed. Later reprints are unchanged.",
        {},
        {},
    ),
    ("user", None, "per tim: standup jadi jam 10, bukan jam 9", {"decision": ["standup jadi jam 10, bukan jam 9"]}, {}),
    (
        "user",
        None,
        "gak jadi ke Bali, ke Lombok aja. tiketnya udah aku beli",
        {"decision": ["gak jadi ke Bali, ke Lombok aja"], "resolved": ["tiketnya udah aku beli"]},
        {},
    ),
    (
        "assistant",
        None,
        "Noted. I've changed the destination to Lombok in the itinerary. Hotel in Senggigi: "
        "https://www.booking.com/hotel/id/katamaran.html?checkin=2026-07-02. Asuransi perjalanannya mau sekalian?",
        {"url": ["https://www.booking.com/hotel/id/katamaran.html?checkin=2026-07-02"]},
        {"unresolved": ["Asuransi perjalanannya mau sekalian?"]},
    ),
    (
        "user",
        None,
        "the report goes to the board unsigned. Marta signs it next week",
        {"decision": ["the report goes to the board unsigned"]},
        {"decision": ["Marta signs it next week"], "unresolved": ["Marta signs it next week"]},
    ),
    (
        "assistant",
        None,
        "I ended up rewriting the parser by hand rather than pulling in ANTLR: the grammar has nine rules. Fuzzing "
        "it is next on my list.",
        {"decision": ["I ended up rewriting the parser by hand rather than pulling in ANTLR"]},
        {"unresolved": ["Fuzzing it is next on my list"]},
    ),
    (
        "user",
        None,
        "max 3 retries, exponential backoff, give up after a minute",
        {"decision": ["max 3 retries, exponential backoff, give up after a minute"]},
        {},
    ),
    (
        "user",
        None,
        "the test for leap years fails since yesterday. any clue?",
        {},
        {"unresolved": ["the test for leap years fails since yesterday"]},
    ),
    (
        "assistant",
        None,
        "It compares against `2026/02/29`, which does not exist. I changed the fixture to 2028; `cargo test -p "
        "dates leap` is green again.",
        {"command": ["cargo test -p dates leap"], "resolved": ["`cargo test -p dates leap` is green again"]},
        {"decision": ["I changed the fixture to 2028"]},
    ),
    (
        "user",
        None,
        "hmm I'm torn. the blue sofa is nicer but the grey one has washable covers",
        {"unresolved": ["I'm torn"]},
        {},
    ),
    (
        "assistant",
        None,
        "Take your time. The offer on the grey one ends Sunday: "
        "https://www.ikea.com/id/id/p/kivik-sofa-3-dudukan-s59482790/",
        {"url": ["https://www.ikea.com/id/id/p/kivik-sofa-3-dudukan-s59482790/"]},
        {},
    ),
    ("user", None, "grey. order it", {"decision": ["grey"]}, {"decision": ["order it"]}),
    (
        "tool",
        "bash",
        "commit 9f1c2ab\nAuthor: mira\n\n    api: drop v1 endpoints\n\n    Agreed with the app team to remove v1 in "
        "this release. Clients\n    older than 3.4 get a 410.\n",
        {"decision": ["Agreed with the app team to remove v1 in this release"]},
        {"decision": ["Clients older than 3.4 get a 410"]},
    ),
    (
        "assistant",
        None,
        "Kuota BPJS-nya sudah aktif lagi, tunggakannya lunas per 3 Mei. Kartu fisik masih dicetak, katanya dua minggu.",
        {
            "resolved": ["Kuota BPJS-nya sudah aktif lagi, tunggakannya lunas per 3 Mei"],
            "unresolved": ["Kartu fisik masih dicetak"],
        },
        {},
    ),
    ("user", None, "fyi: parkir basement ditutup sampai tgl 20", {}, {}),
    (
        "user",
        None,
        "soal nama anak, kita sepakat Arka. nama tengahnya masih debat",
        {"decision": ["kita sepakat Arka"], "unresolved": ["nama tengahnya masih debat"]},
        {},
    ),
    (
        "assistant",
        None,
        "Oncall handover:\n\n| Ticket | Summary | Status |\n|---|---|---|\n| OPS-411 | disk alerts on db-2 | "
        "resolved |\n| OPS-415 | slow logins from Jakarta | investigating |\n| OPS-416 | cert renewal | open |"
        "\n\nRunbook: https://wiki.acme.io/x/oncall#logins",
        {
            "resolved": ["OPS-411"],
            "unresolved": ["OPS-415", "OPS-416"],
            "url": ["https://wiki.acme.io/x/oncall#logins"],
        },
        {"resolved": ["disk alerts on db-2"], "unresolved": ["slow logins from Jakarta", "cert renewal"]},
    ),
    (
        "user",
        None,
        "run the seeds again: bin/rails db:seed RAILS_ENV=staging",
        {"command": ["bin/rails db:seed RAILS_ENV=staging"]},
        {"path": ["bin/rails"]},
    ),
    ("user", None, "scrap the loyalty card, nobody uses it", {"decision": ["scrap the loyalty card"]}, {}),
    (
        "assistant",
        None,
        "The podcast feed validates now "
        "(https://castfeedvalidator.com/validate.php?url=https%3A%2F%2Fexample.fm%2Ffeed.xml). Episode 14 has no "
        "cover art, and I don't have the file.",
        {
            "url": ["https://castfeedvalidator.com/validate.php?url=https%3A%2F%2Fexample.fm%2Ffeed.xml"],
            "unresolved": ["Episode 14 has no cover art, and I don't have the file"],
        },
        {"resolved": ["The podcast feed validates now"]},
    ),
    (
        "user",
        None,
        "ganti bahasan: buat kemping, tenda sewa aja jangan beli",
        {"decision": ["tenda sewa aja jangan beli"]},
        {},
    ),
    (
        "assistant",
        None,
        "Untuk pendakian ke Prau ada tiga jalur: Patak Banteng, Dieng, dan Kalilembu. Patak Banteng paling pendek "
        "tapi paling curam.",
        {},
        {},
    ),
    ("user", None, "Dieng. naiknya jumat malam", {"decision": ["naiknya jumat malam"]}, {"decision": ["Dieng"]}),
    (
        "assistant",
        None,
        "Ok. I've opened the climbing permit form; it asks for everyone's ID numbers and I only have yours. The "
        "payment deadline is Wednesday 18:00.",
        {"unresolved": ["it asks for everyone's ID numbers and I only have yours"]},
        {},
    ),
    (
        "user",
        None,
        "we'll print the programme in-house, 120 copies, black and white",
        {"decision": ["we'll print the programme in-house, 120 copies, black and white"]},
        {},
    ),
    (
        "user",
        None,
        "after talking to Priya: interns get read access only",
        {"decision": ["interns get read access only"]},
        {},
    ),
    (
        "assistant",
        None,
        "## Architecture review, payments\n\n**Outcome**\n1. One ledger table, append-only\n2. Amounts in minor "
        "units (integer)\n3. Refunds are new rows, never updates\n\n**Parking lot**\n1. multi-currency rounding\n2. "
        "who owns reconciliation?\n\nDiagram: docs/payments/ledger.drawio",
        {
            "decision": [
                "One ledger table, append-only",
                "Amounts in minor units (integer)",
                "Refunds are new rows, never updates",
            ],
            "unresolved": ["multi-currency rounding", "who owns reconciliation?"],
            "path": ["docs/payments/ledger.drawio"],
        },
        {},
    ),
    (
        "tool",
        "bash",
        "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE could not resolve\nnpm ERR! See "
        "/root/.npm/_logs/2026-06-01T08_11_02_113Z-eresolve-report.txt for a full report.",
        {"path": ["/root/.npm/_logs/2026-06-01T08_11_02_113Z-eresolve-report.txt"]},
        {},
    ),
    (
        "assistant",
        None,
        "That is a peer dependency clash. Either `npm install --legacy-peer-deps` or pin react to 18.2. The first "
        "is quicker, the second cleaner.",
        {"command": ["npm install --legacy-peer-deps"]},
        {},
    ),
    ("user", None, "pin it", {}, {"decision": ["pin it"]}),
    (
        "assistant",
        None,
        "Pinned in frontend/package.json and the lockfile is regenerated. CI has not run yet.",
        {"path": ["frontend/package.json"], "unresolved": ["CI has not run yet"]},
        {"resolved": ["Pinned in frontend/package.json and the lockfile is regenerated"]},
    ),
    ("user", None, "why does the build take 9 minutes? it used to be 3", {}, {}),
    (
        "user",
        None,
        "Bu Ratna minta warna spanduknya hijau tua, kita ikutin",
        {"decision": ["kita ikutin"]},
        {"decision": ["Bu Ratna minta warna spanduknya hijau tua, kita ikutin"]},
    ),
    (
        "assistant",
        None,
        "Siap, spanduk 3x1 meter warna hijau tua. Masih ditunggu: logo sponsor versi vektor dari Bank Daerah.",
        {"unresolved": ["logo sponsor versi vektor dari Bank Daerah"]},
        {},
    ),
    ("user", None, "sponsor bank daerah batal, coret", {"decision": ["sponsor bank daerah batal"]}, {}),
    (
        "assistant",
        None,
        "If the landlord refuses, you could withhold part of the rent, but a court would want to see the letters "
        "first.",
        {},
        {},
    ),
    (
        "user",
        None,
        "letter went out this morning by registered mail. now we wait for his reply",
        {"unresolved": ["now we wait for his reply"]},
        {"resolved": ["letter went out this morning by registered mail"]},
    ),
    (
        "assistant",
        None,
        "I rejected the idea of a global lock and gave every shard its own mutex, because the profiler showed 40 % "
        "wait time. Benchmarks live in bench/locks.rs; the ARM numbers are missing.",
        {
            "decision": ["I rejected the idea of a global lock and gave every shard its own mutex"],
            "path": ["bench/locks.rs"],
            "unresolved": ["the ARM numbers are missing"],
        },
        {},
    ),
    ("user", None, "Eh itu yang error 413 pas upload udah kamu benerin belum?", {}, {}),
    (
        "assistant",
        None,
        "Sudah, batas unggahnya saya naikkan jadi 50 MB di /etc/nginx/sites-available/portal.conf. Tinggal `sudo "
        "nginx -s reload`, itu belum saya jalankan karena masih jam kerja.",
        {
            "path": ["/etc/nginx/sites-available/portal.conf"],
            "command": ["sudo nginx -s reload"],
            "unresolved": ["Tinggal `sudo nginx -s reload`, itu belum saya jalankan karena masih jam kerja"],
        },
        {"resolved": ["batas unggahnya saya naikkan jadi 50 MB"]},
    ),
    (
        "user",
        None,
        "oke reload nanti malam jam 11 aja",
        {"decision": ["reload nanti malam jam 11 aja"]},
        {"unresolved": ["oke reload nanti malam jam 11 aja"]},
    ),
    (
        "user",
        None,
        "rule for the kids' tablet: one hour a day, none on school nights",
        {"decision": ["one hour a day, none on school nights"]},
        {},
    ),
    (
        "assistant",
        None,
        "I set the limit in Family Link. Bedtime mode needs the tablet in hand, so that part is waiting for you.",
        {"unresolved": ["that part is waiting for you"]},
        {},
    ),
    (
        "user",
        None,
        "the choir concert is on june 21, doors 18:30. tickets 12 euros, kids free",
        {"decision": ["the choir concert is on june 21, doors 18:30", "tickets 12 euros, kids free"]},
        {},
    ),
    (
        "assistant",
        None,
        "Three translators answered. The cheapest charges 0.08 per word, the fastest needs four days. My suggestion "
        "would be the second, Ms Okafor, because she knows the subject.",
        {},
        {},
    ),
    ("user", None, "Okafor it is", {"decision": ["Okafor it is"]}, {}),
    (
        "user",
        None,
        "i dont want analytics cookies on the site. period",
        {"decision": ["i dont want analytics cookies on the site"]},
        {},
    ),
    (
        "assistant",
        None,
        "Removed the Google tag from templates/base.html. Plausible would be an alternative without cookies if you "
        "ever want numbers.",
        {"path": ["templates/base.html"]},
        {"resolved": ["Removed the Google tag from templates/base.html"]},
    ),
    ("tool", "sql", '{"query": "SELECT count(*) FROM orders WHERE status=\'open\'", "database": "shop"}', {}, {}),
    (
        "tool",
        "terminal",
        "user@nas:~$ zpool status tank\n  pool: tank\n state: DEGRADED\nuser@nas:~$ zpool replace tank sdc "
        "/dev/disk/by-id/ata-WDC_WD40EFRX\nuser@nas:~$ ",
        {"command": ["zpool status tank", "zpool replace tank sdc /dev/disk/by-id/ata-WDC_WD40EFRX"]},
        {"path": ["/dev/disk/by-id/ata-WDC_WD40EFRX"]},
    ),
    (
        "assistant",
        None,
        "The resilver is running, about six hours. I wouldn't reboot before it is done. Nobody has ordered a spare "
        "disk, by the way.",
        {"unresolved": ["Nobody has ordered a spare disk, by the way"]},
        {"unresolved": ["The resilver is running, about six hours"]},
    ),
    ("user", None, "disk ordered, arrives thursday", {"resolved": ["disk ordered"]}, {}),
    ("user", None, "kita jadi ambil kelas bahasa Jepang yang online kan? lupa", {}, {}),
    (
        "assistant",
        None,
        "Betul, tanggal 4 April kamu memilih kelas online N5 di Japan Foundation, mulai 2 Juni. Biayanya belum "
        "dibayar.",
        {
            "decision": ["kamu memilih kelas online N5 di Japan Foundation, mulai 2 Juni"],
            "unresolved": ["Biayanya belum dibayar"],
        },
        {},
    ),
    ("user", None, "udah dibayar tadi pagi pake qris", {"resolved": ["udah dibayar tadi pagi pake qris"]}, {}),
    (
        "assistant",
        None,
        "```python\n# TODO: handle daylight saving\ndef next_run(now):\n    return now + "
        "timedelta(hours=24)\n```\nThis is the piece I meant. Run it with `python -m scheduler --once` to see the "
        "drift.",
        {"unresolved": ["TODO: handle daylight saving"], "command": ["python -m scheduler --once"]},
        {},
    ),
    (
        "user",
        None,
        "the committee went with the second design. they want the door wider though",
        {"decision": ["the committee went with the second design"]},
        {"unresolved": ["they want the door wider though"]},
    ),
    (
        "assistant",
        None,
        "In the novel the captain orders the crew to burn the charts. Critics have argued about that choice for "
        "decades.",
        {},
        {},
    ),
    (
        "user",
        None,
        "stop sending me the daily summary, weekly is enough",
        {"decision": ["weekly is enough"]},
        {"decision": ["stop sending me the daily summary"]},
    ),
    (
        "assistant",
        None,
        "Done, the digest goes out on Mondays from now on.",
        {"decision": ["the digest goes out on Mondays from now on"]},
        {"resolved": ["Done"]},
    ),
    (
        "user",
        None,
        "buat sementara server dev dimatiin tiap malam, hemat biaya",
        {"decision": ["server dev dimatiin tiap malam"]},
        {},
    ),
    (
        "assistant",
        None,
        "Jadwalnya saya buat dengan dua cron:\n\n```\n0 22 * * * /usr/local/bin/dev-stop.sh\n0 7 * * 1-5 "
        "/usr/local/bin/dev-start.sh\n```\n\nUntuk hari libur nasional belum ada pengecualian.",
        {
            "path": ["/usr/local/bin/dev-stop.sh", "/usr/local/bin/dev-start.sh"],
            "unresolved": ["Untuk hari libur nasional belum ada pengecualian"],
        },
        {
            "command": [
                "0 22 * * * /usr/local/bin/dev-stop.sh",
                "0 7 * * 1-5 /usr/local/bin/dev-start.sh",
                "/usr/local/bin/dev-stop.sh",
            ]
        },
    ),
    (
        "user",
        None,
        "see the doc at https://docs.google.com/document/d/1aB_c/edit?usp=sharing (comments are on)",
        {"url": ["https://docs.google.com/document/d/1aB_c/edit?usp=sharing"]},
        {},
    ),
    ("user", None, "I'd rather have the meeting on Thursday, what about you?", {}, {}),
    (
        "assistant",
        None,
        "Thursday is free from 10 to 12. Shall I send the invite?",
        {},
        {"unresolved": ["Shall I send the invite?"]},
    ),
    (
        "user",
        None,
        "thursday at 10 then. invite Jo and Amir, leave Kim out",
        {"decision": ["thursday at 10 then"]},
        {"decision": ["leave Kim out", "invite Jo and Amir, leave Kim out"]},
    ),
    (
        "assistant",
        None,
        "Inventory after the move:\n\n- [x] books, 14 boxes\n- [ ] piano tuner\n- [ ] change the address at the "
        "bank\n\nThe moving company never answered about the scratched table.",
        {
            "resolved": ["books, 14 boxes"],
            "unresolved": [
                "piano tuner",
                "change the address at the bank",
                "The moving company never answered about the scratched table",
            ],
        },
        {},
    ),
    (
        "user",
        None,
        "on the mac: /Users/jo/Library/Application Support/Anki2/User 1/collection.anki2 is what you need to back up",
        {"path": ["/Users/jo/Library/Application Support/Anki2/User 1/collection.anki2"]},
        {},
    ),
    (
        "assistant",
        None,
        'You can copy it with:\n\n    cp "/Users/jo/Library/Application Support/Anki2/User 1/collection.anki2" '
        "~/Backups/\n\nor let Time Machine do it.",
        {
            "command": ['cp "/Users/jo/Library/Application Support/Anki2/User 1/collection.anki2" ~/Backups/'],
            "path": ["/Users/jo/Library/Application Support/Anki2/User 1/collection.anki2", "~/Backups/"],
        },
        {},
    ),
    (
        "user",
        None,
        "font: Inter for UI, Source Serif for the articles",
        {"decision": ["font: Inter for UI, Source Serif for the articles"]},
        {},
    ),
    (
        "assistant",
        None,
        "Fonts are in public/fonts/ and preloaded. Lighthouse complains about the italic file, I have not looked "
        "into it.",
        {
            "path": ["public/fonts/"],
            "unresolved": ["Lighthouse complains about the italic file, I have not looked into it"],
        },
        {},
    ),
    ("user", None, "rm the italic then", {}, {"decision": ["rm the italic then"]}),
    (
        "user",
        None,
        "harga nasi box deal di 28 ribu sudah termasuk air",
        {"decision": ["harga nasi box deal di 28 ribu sudah termasuk air"]},
        {},
    ),
    (
        "user",
        None,
        "the sitter cancelled, need someone for saturday night!!",
        {"unresolved": ["need someone for saturday night"]},
        {},
    ),
    (
        "assistant",
        None,
        "Two sitters nearby have time on Saturday: Mila (12/h) and Tomasz (15/h). Mila asks for references.",
        {},
        {},
    ),
    ("user", None, "take Mila", {"decision": ["take Mila"]}, {}),
    (
        "tool",
        "memory_search",
        "[2026-06-03 21:14] user: ok we keep the Saturday market stall, but only until October\n[2026-06-03 21:15] "
        "assistant: noted\n[2026-06-04 08:02] user: still no answer from the city about the permit",
        {
            "decision": ["we keep the Saturday market stall, but only until October"],
            "unresolved": ["still no answer from the city about the permit"],
        },
        {},
    ),
    (
        "assistant",
        None,
        "Switched the DNS to Cloudflare as you wanted; propagation takes up to a day. The old zone at Namecheap is "
        "untouched for now. `dig +short ns example.fm @1.1.1.1` shows the new servers.",
        {"command": ["dig +short ns example.fm @1.1.1.1"]},
        {
            "decision": ["Switched the DNS to Cloudflare as you wanted"],
            "unresolved": ["The old zone at Namecheap is untouched for now"],
            "resolved": ["Switched the DNS to Cloudflare as you wanted"],
        },
    ),
    (
        "user",
        None,
        "gak usah pake kurir instan, reguler cukup",
        {"decision": ["gak usah pake kurir instan, reguler cukup"]},
        {},
    ),
    ("user", None, "My flight lands at 23:40 on Friday, gate B22", {}, {}),
    (
        "assistant",
        None,
        "Then the last train (23:15) is gone. A taxi to the hotel is about 40 euros, the night bus N7 runs every 30 "
        "minutes.",
        {},
        {},
    ),
    ("user", None, "night bus is fine, I travel light", {"decision": ["night bus is fine"]}, {}),
    (
        "user",
        None,
        "Set-Content -Path C:\\Temp\\motd.txt -Value 'closed' hasn't worked for me, access denied",
        {"command": ["Set-Content -Path C:\\Temp\\motd.txt -Value 'closed'"], "path": ["C:\\Temp\\motd.txt"]},
        {"unresolved": ["hasn't worked for me, access denied"]},
    ),
    (
        "assistant",
        None,
        "Per the board's vote, membership fees rise to 45 from January. Family memberships were not discussed and "
        "need a separate vote.",
        {
            "decision": ["membership fees rise to 45 from January"],
            "unresolved": ["Family memberships were not discussed and need a separate vote"],
        },
        {},
    ),
    (
        "assistant",
        None,
        "Rangkuman kelas: minggu ini bab fungsi kuadrat sudah selesai, PR nomor 5 sampai 9 dikumpulkan Senin. "
        "Ulangan hariannya ditunda, tanggal baru menyusul.",
        {
            "resolved": ["minggu ini bab fungsi kuadrat sudah selesai"],
            "unresolved": ["Ulangan hariannya ditunda, tanggal baru menyusul"],
        },
        {"unresolved": ["PR nomor 5 sampai 9 dikumpulkan Senin"]},
    ),
    # An agent's next step, machine feedback and requests of this turn.
    (
        "assistant",
        None,
        "We'll write a small script called `probe.py` and run it to see what the parser returns.",
        {},
        {},
    ),
    ("assistant", None, "Let's use search_dir to find out where `normalise` is defined.", {}, {}),
    (
        "assistant",
        None,
        "First we should check the router to be sure. The patch was not applied. Let me try again.",
        {},
        {},
    ),
    ("assistant", None, "The fixture is missing, so I'll add it.", {}, {}),
    ("assistant", None, "A thread dump shows where it is stuck. Let me see why the queue is full.", {}, {}),
    ("user", None, "please find out why the printer is offline again", {}, {}),
    ("user", None, "Tolong periksa kenapa kamera gudang mati terus", {}, {}),
    ("assistant", None, "Aku lihat dulu catatannya.", {}, {}),
    ("assistant", None, "error: cannot locate the shared library", {}, {}),
    (
        "assistant",
        None,
        "We'll keep one queue per shop instead of a shared one, because refunds must not wait.",
        {"decision": ["We'll keep one queue per shop instead of a shared one"]},
        {},
    ),
    (
        "assistant",
        None,
        "TODO: move the thumbnails out of the database. See https://img.example.net/plan for the sizes.",
        {"unresolved": ["TODO: move the thumbnails out of the database."], "url": ["https://img.example.net/plan"]},
        {},
    ),
    # Machine text.
    ("system", None, "Always answer in French. We use uv, never pip. TODO: mention the licence.", {}, {}),
    (
        "user",
        None,
        "You are an autonomous software engineer. You have access to a terminal.\n\nRULES:\n- Always run the tests "
        "after an edit.\n- Use `git commit -m '<message>'` when you are done.\n- Never push.\n- The working tree is at "
        "/workspace/shop. You must always wait for feedback before the next command.\n(Open file: n/a)\n",
        {"path": ["/workspace/shop"]},
        {},
    ),
    (
        "user",
        None,
        "PostToolUse hook feedback:\n- 3 files are not formatted yet\nRun `ruff format` before stopping.",
        {},
        {},
    ),
    # Small talk.
    ("user", None, "Yeah, that's so inspiring! I'll keep pushing and never give up on my dreams.", {}, {}),
    ("user", None, "Always here to cheer you on, take care!", {}, {}),
    ("user", None, "We'll make it through this, just keep believing in yourself.", {}, {}),
    ("user", None, "Check this out - here's a pic of the garden!", {}, {}),
    ("user", None, "The gateway retries its callback after 20 seconds. 95% CPU, no output. Killed 4711.", {}, {}),
    # Commands: only what runs as it stands.
    ("assistant", None, "Install it with `pip install`, then run `python <your_script>.py`.", {}, {}),
    ("assistant", None, "Run `pip install rich` first.", {"command": ["pip install rich"]}, {}),
    # Clipped and informal forms.
    ("user", None, "ended up buying the narrow shelf", {"decision": ["ended up buying the narrow shelf"]}, {}),
    ("user", None, "we landed on Fridays for the market", {"decision": ["we landed on Fridays for the market"]}, {}),
    ("user", None, "i'm sticking with the paper calendar", {"decision": ["i'm sticking with the paper calendar"]}, {}),
    (
        "user",
        None,
        "from monday everybody parks behind the barn",
        {"decision": ["from monday everybody parks behind"]},
        {},
    ),
    ("assistant", None, "Noted: the limit is 40 pages, not 60.", {"decision": ["the limit is 40 pages, not 60"]}, {}),
    ("user", None, "kita nggak bakal cetak brosur", {"decision": ["kita nggak bakal cetak brosur"]}, {}),
    ("user", None, "gue ambil yang matic", {"decision": ["gue ambil yang matic"]}, {}),
    ("user", None, "pintunya abu-abu, titik", {"decision": ["pintunya abu-abu, titik"]}, {}),
    (
        "assistant",
        None,
        "I did not have time to test the restore.",
        {"unresolved": ["I did not have time to test"]},
        {},
    ),
    ("user", None, "note to self: ask Irma for the spare key", {"unresolved": ["ask Irma for the spare key"]}, {}),
]


def values(text: str, kind: str, role: str = "assistant", tool: str | None = None) -> list[str]:
    return [item.value for item in extract(text, role, tool) if item.kind == kind]
