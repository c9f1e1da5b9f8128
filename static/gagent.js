// Keyboard, "load more" and scrolling to the hit. Every page works without this file.
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let served = $$(".g-turns > *").map((child) => child.outerHTML); // of a transcript, as the server sent it

  // -- moving between results, hits and prompts ------------------------------------------------

  function visibleTop(element) {
    return element.getBoundingClientRect().top;
  }

  function step(elements, direction) {
    if (!elements.length) return null;
    const focused = elements.indexOf(elements.find((element) => element.contains(document.activeElement)));
    if (focused !== -1) return elements[focused + direction] || null;
    const line = innerHeight * 0.2 + 4;
    const below = elements.filter((element) => visibleTop(element) > line);
    const above = elements.filter((element) => visibleTop(element) < line - 8);
    return direction > 0 ? below[0] || null : above[above.length - 1] || null;
  }

  function reveal(element) {
    for (let parent = element; parent; parent = parent.parentElement) {
      if (parent.tagName === "DETAILS") parent.open = true;
    }
  }

  // Unfold and scroll to an element; to its first hit where the two do not fit the window together.
  function bringIntoView(element, behavior) {
    reveal(element);
    const mark = $("mark", element);
    if (mark) {
      reveal(mark);
      const box = mark.closest("pre");
      if (box) box.scrollTop += visibleTop(mark) - visibleTop(box) - box.clientHeight / 2;
    }
    const far = mark && mark.getBoundingClientRect().bottom - visibleTop(element) > innerHeight * 0.6;
    (far ? mark : element).scrollIntoView({ block: far ? "center" : "start", behavior });
  }

  function goTo(element) {
    if (!element) return;
    bringIntoView(element, calm ? "auto" : "smooth");
    const link = $("[data-g-open]", element);
    if (link) link.focus({ preventScroll: true });
    else {
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    }
  }

  const hits = () => $$(".g-turn.g-has-hit");
  const results = () => $$("[data-g-item]");
  const prompts = () => $$("[data-g-prompt]");

  // -- keys --------------------------------------------------------------------------------------

  let pending = "";
  const keys = {
    "/": () => {
      const input = $("#g-q");
      if (!input) return false;
      input.focus();
      input.select();
    },
    "?": () => toggleHelp(),
    j: () => goTo(step(results().length ? results() : prompts(), 1)),
    k: () => goTo(step(results().length ? results() : prompts(), -1)),
    n: () => goTo(step(hits().length ? hits() : results().length ? results() : prompts(), 1)),
    p: () => goTo(step(hits().length ? hits() : results().length ? results() : prompts(), -1)),
    e: () => toggleAll(),
    a: () => toggleTalk(),
    g: () => {
      pending = "g";
      setTimeout(() => (pending = ""), 900);
    },
    h: () => {
      if (pending !== "g") return false;
      const home = $("header.hd .crumbs a");
      location.href = home ? home.href : "/";
    },
  };

  function typing(target) {
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  }

  // In the capture phase of window: Datasette's own "/" (Jump to…) comes after and is left for pages without search.
  addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape" && event.target.id === "g-q") event.target.blur();
      const menu = event.key === "Escape" && $(".g-menu[open]");
      if (menu) {
        menu.open = false;
        $("summary", menu).focus();
      }
      if (typing(event.target) || $("dialog[open]")) return;
      const action = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
      if (action && action() !== false) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );

  function toggleHelp() {
    const help = $("#g-help");
    if (help.open) help.close();
    else help.showModal();
  }
  $$("[data-g-help]").forEach((button) => button.addEventListener("click", toggleHelp));
  $$("[data-g-scripted]").forEach((part) => (part.hidden = false));

  // -- forms: filters apply at once --------------------------------------------------------------

  $$("[data-g-autosubmit]").forEach((form) => {
    form.addEventListener("change", (event) => {
      if (event.target.tagName === "SELECT") form.requestSubmit();
    });
    form.addEventListener("submit", () => {
      $$("input, select", form).forEach((field) => {
        if (!field.value) field.disabled = true; // keep the URL short
      });
    });
  });
  addEventListener("pageshow", () => $$("[data-g-autosubmit] :disabled").forEach((field) => (field.disabled = false)));

  // -- menus: what there is to fill in waits for it ------------------------------------------------

  $$(".g-menu").forEach((menu) => {
    menu.addEventListener("toggle", () => menu.open && $("input[type=text]", menu)?.select());
  });

  // -- load more ---------------------------------------------------------------------------------

  async function loadMore(link) {
    link.setAttribute("aria-busy", "true");
    link.textContent = "Loading…";
    const response = await fetch(link.href, { headers: { accept: "text/html" } });
    if (!response.ok) throw new Error(response.statusText);
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = $$("#g-results > *", next);
    $("#g-results").append(...fresh);
    const nextLink = $("[data-g-more]", next);
    if (nextLink) link.closest("p").replaceWith(nextLink.closest("p"));
    else link.closest("p").remove();
    fresh.forEach(equip);
    return fresh[0];
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-g-more]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const first = await loadMore(link);
      history.replaceState({ more: (history.state?.more || 0) + 1 }, "");
      if (first) $("[data-g-open], a", first)?.focus({ preventScroll: true });
    } catch {
      location.href = link.href;
    }
  });

  // Who comes back from one of them, or has changed one by its form, finds as many, at the same place.
  const KEY = "g-place";
  addEventListener("pagehide", () => {
    if (history.state?.more) history.replaceState({ ...history.state, top: scrollY }, "");
  });
  addEventListener("submit", ({ target }) => {
    if (target.method !== "post") return;
    sessionStorage.setItem(KEY, JSON.stringify({ more: history.state?.more || 0, top: scrollY, path: location.pathname }));
  });
  async function returnTo({ more, top }) {
    history.replaceState({ more }, "");
    for (let page = 0; page < more && $("[data-g-more]"); page++) await loadMore($("[data-g-more]"));
    scrollTo(0, top);
  }
  let place = history.state;
  try {
    const changed = JSON.parse(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    if (changed?.path === location.pathname) place = changed;
  } catch {} // no storage in this browser: the top of the list, then
  if (place?.top && !location.hash) returnTo(place).catch(() => {});

  // -- what only a script can add ----------------------------------------------------------------

  function addCopy(code) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "g-button g-button-small g-copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    code.after(button);
  }

  // What scrolls by itself has to be reached by keyboard.
  function reach(box) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
  }

  function equip(part) {
    $$("pre, .g-text table, .g-table-wrap", part).forEach(reach);
    if (navigator.clipboard) $$(".g-text .code pre, .g-item-value > code", part).forEach(addCopy);
  }
  equip(document);
  addEventListener("toggle", (event) => $$("pre, table", event.target).forEach(reach), true);

  // In a narrow window the row of pages scrolls: show where one is.
  const nav = $(".g-nav");
  const here = nav && $("[aria-current]", nav);
  if (here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - 24;

  // An empty archive looks again while the first import runs, unless somebody is typing.
  function lookAgain() {
    const input = $("#g-q");
    if (input && input.value !== input.defaultValue) setTimeout(lookAgain, 4000);
    else location.reload();
  }
  if ($("[data-g-wait]")) setTimeout(lookAgain, 4000);

  // -- transcript --------------------------------------------------------------------------------

  function toggleAll() {
    const folds = $$(".g-turns details");
    if (!folds.length) return false;
    const open = folds.some((fold) => !fold.open);
    folds.forEach((fold) => (fold.open = open));
    const button = $("[data-g-unfold]");
    if (button) button.textContent = open ? "Fold all" : "Unfold all";
  }
  const unfold = $("[data-g-unfold]");
  if (unfold && $(".g-turns details")) {
    unfold.hidden = false;
    unfold.addEventListener("click", toggleAll);
  }

  // Only prompts and the last answer to each: how an agent got there is hidden, but what was looked for.
  const TALK = "g-talk";
  const talk = $("[data-g-talk]");
  function markBetween() {
    let answered = false;
    for (const turn of $$(".g-turns > .g-turn").reverse()) {
      if (turn.matches(".g-turn-user, .g-turn-system")) answered = false;
      else {
        const answer = turn.matches(".g-turn-assistant") && Boolean($(":scope > .g-text, :scope > .g-folded .g-text", turn));
        turn.classList.toggle("g-between", answered || !answer);
        answered ||= answer;
      }
    }
    if (talk) talk.hidden = !$(".g-between, .g-turns .g-call");
  }
  function showTalk(only) {
    if (!talk || talk.hidden) return false;
    $(".g-turns").classList.toggle(TALK, only);
    talk.setAttribute("aria-pressed", String(only));
  }
  function toggleTalk() {
    if (!talk || talk.hidden) return false;
    const only = talk.getAttribute("aria-pressed") !== "true";
    const line = innerHeight * 0.2;
    const here = $$(".g-turns > .g-turn:not(.g-between)").findLast((turn) => visibleTop(turn) <= line);
    const top = here && visibleTop(here);
    showTalk(only);
    if (here) scrollBy(0, visibleTop(here) - top); // what one reads stays where it is
    try {
      localStorage.setItem(TALK, only ? "1" : "");
    } catch {} // no storage in this browser: it holds for this page
  }
  markBetween();
  talk?.addEventListener("click", toggleTalk);
  try {
    if (localStorage.getItem(TALK)) showTalk(true);
  } catch {}

  let outline;
  function showTarget() {
    const id = location.hash.slice(1);
    const turns = $(".g-turns");
    if (!turns || !/^m\d+$/.test(id)) return;
    const target = document.getElementById(id);
    if (!target) {
      // The message is on another page of this long session.
      const params = new URLSearchParams(location.search);
      const number = id.slice(1);
      if (params.get("at") === number) return;
      params.delete("before");
      params.delete("after");
      params.set("at", number);
      location.replace(`${turns.dataset.gUrl}?${params}#${id}`);
      return;
    }
    $$(".g-target").forEach((old) => old.classList.remove("g-target"));
    (target.closest(".g-turn") || target).classList.add("g-target");
    bringIntoView(target);
  }
  addEventListener("hashchange", showTarget);
  if ($(".g-turns")) {
    goOn($(".g-turns"));
    if (!location.hash && $(".g-turns").dataset.gAt) history.replaceState(null, "", `#m${$(".g-turns").dataset.gAt}`);
    showTarget();
    outline = followOutline();
    if (!location.hash && hits().length) goTo(hits()[0]);
  }

  // Scrolls the outline alone, never the page.
  function showInOutline(link) {
    const outline = link.closest(".g-outline");
    const [box, place] = [outline.getBoundingClientRect(), link.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom) {
      outline.scrollTop += place.top - box.top - box.height / 3;
    }
  }

  function followOutline() {
    const links = new Map($$(".g-outline a[href^='#']").map((link) => [link.getAttribute("href").slice(1), link]));
    if (!links.size || innerWidth < 1060) {
      const outline = $(".g-outline details");
      if (outline && innerWidth < 1060) outline.open = false;
      return;
    }
    const observer = new IntersectionObserver(
      () => {
        const line = innerHeight * 0.3;
        const passed = prompts().filter((prompt) => visibleTop(prompt) < line);
        const current = passed.length ? passed[passed.length - 1].id : null;
        links.forEach((link, id) => {
          if (id === current) {
            link.setAttribute("aria-current", "true");
            showInOutline(link);
          } else link.removeAttribute("aria-current");
        });
      },
      { rootMargin: "0px 0px -70% 0px" },
    );
    prompts().forEach((prompt) => observer.observe(prompt));
    return observer;
  }

  // The last page of a transcript shows what is said meanwhile. What has not changed stays as it is, unfolded or not.
  function goOn(turns) {
    const below = Object.assign(document.createElement("button"), {
      type: "button", className: "g-button g-button-primary g-new", textContent: "New messages", hidden: true,
    });
    const atEnd = () => innerHeight + scrollY > document.documentElement.scrollHeight - 160;
    const toEnd = () => turns.lastElementChild.scrollIntoView({ block: "end", behavior: calm ? "auto" : "smooth" });
    below.addEventListener("click", toEnd);
    addEventListener("scroll", () => (below.hidden ||= atEnd()), { passive: true });
    document.body.append(below);

    function put(child, old) {
      const open = old ? $$("details", old).map((fold) => fold.open) : [];
      $$("details", child).forEach((fold, at) => (fold.open ||= Boolean(open[at])));
      if (old) old.replaceWith(child);
      else turns.append(child);
      equip(child);
    }

    async function renew() {
      const response = await fetch(location.href, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const now = $(".g-turns", page);
      if (!now) return;
      const follow = atEnd();
      const children = Array.from(now.children);
      const html = children.map((child) => child.outerHTML);
      children.forEach((child, at) => html[at] === served[at] || put(child, turns.children[at]));
      while (turns.children.length > html.length) turns.lastElementChild.remove();
      served = html;
      markBetween();
      turns.dataset.gLive = now.dataset.gLive || "";
      for (const part of [".g-transcript-head > .g-meta", ".g-outline ol"]) {
        if ($(part) && $(part, page)) $(part).replaceWith($(part, page));
      }
      outline?.disconnect();
      outline = followOutline();
      if (follow) toEnd();
      else below.hidden = false;
    }

    async function look() {
      let wait = 3000;
      try {
        if (!document.hidden) {
          const response = await fetch(`${turns.dataset.gUrl}.json?after=${turns.dataset.gLive}&limit=1`);
          if ((await response.json()).messages.length) await renew();
        }
      } catch {
        wait = 30000; // the server has stopped, or the sign-in has ended
      }
      if (turns.dataset.gLive) setTimeout(look, wait);
    }
    if (turns.dataset.gLive) setTimeout(look, 3000);
  }
})();
