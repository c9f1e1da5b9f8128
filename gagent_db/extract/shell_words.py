"""Names of command line programs and their subcommands, and which programs are also ordinary words."""

from __future__ import annotations

from .items import word_set

# Programs whose name is hardly ever an English or Indonesian word.
PROGRAMS = word_set("""
    7z ab act adb ag alembic ansible ansible-playbook ansible-vault apk apt apt-cache apt-get apt-mark aria2c asdf
    atuin awk aws az b2 bash bat bazel bc betterleaks bind9 biome black blkid borg brew bun bundle bundler bunx
    bzip2 cabal caddy cargo cdk certbot cfssl chezmoi chgrp chmod chocolatey chown chroot chsh circleci clang
    clickhouse-client cmake code-server composer conda consul convert coredns corepack cp crictl crontab cryptsetup
    csvkit ctest cups curl dart dbt dd deno devbox df dig direnv dmesg dnf docker docker-compose doctl dotnet dpkg
    dpkg-reconfigure du dvc earthly ebook-convert eksctl elixir emcc env eslint esbuild exiftool exa eza
    fail2ban-client fallocate fc-cache fd fdisk ffmpeg ffprobe firebase firewall-cmd fish flake8 flatpak flutter fly fvm
    flyctl forge fsck fswatch fusermount fzf g++ gatsby gcc gcloud gdal_translate gdb gem getent gh ghc git git-lfs
    gitleaks glab gnuplot go godot gofmt golangci-lint gpg gpg2 gpgconf gradle gradlew grep groupadd grub-mkconfig
    grype gs gsettings gsutil gulp gunicorn gunzip gzip hadolint hdiutil helm helmfile heroku hexdump hg hostnamectl
    htop http https httpie hugo hurl hyperfine iconv id identify ifconfig inkscape influx ionice iotop ip ip6tables
    iperf3 ipconfig ipython iptables isort iwconfig iwctl jekyll jest jest-cli jj jq journalctl jupyter k3d k3s k6
    k9s kafka-topics keytool kind killall kubeadm kubectl kubectx kustomize ldd lerna lftp litestream ln localectl
    logcli loginctl logrotate losetup ls lsattr lsblk lscpu lsof lspci lsusb lua lvextend lynx lz4 maturin mc md5sum
    meson minikube mise mix mkcert mkdir mkfs.ext4 mkfs mkswap mktemp mlflow mocha modprobe mongo mongodump
    mongorestore mongosh mosquitto_pub mosquitto_sub mount mpv mtr mv mvn mvnw mypy mysql mysqladmin mysqldump nats
    nc ncdu netlify netplan netstat next nextflow nginx ngrok ninja nix nix-build nix-env nix-shell nixos-rebuild
    nload nmap nmcli nnn nohup nomad npm npx nslookup nuget nvidia-smi nvm nx ocrmypdf ollama opam openssl openvpn
    packer pacman pandoc parted passwd pdfimages pdflatex pdftk pdftoppm pdftotext pdfunite perl pg_basebackup
    pg_ctl pg_dump pg_dumpall pg_isready pg_restore pgbench pgcli pgrep php phpunit pip pip3 pip-compile pipenv pipx
    pixi pkg-config pkill playwright pm2 pnpm podman podman-compose poetry pre-commit prettier prisma promtool
    protoc ps psql pulumi pv pwd pwsh py pyenv pylint pyright pytest python python2 python3 python3.11 python3.12
    qemu-img qpdf quarto r2 rabbitmqctl rails rake raspi-config rbenv rclone rdfind readelf readlink realpath reboot
    redis-cli redis-server renice repo resize2fs restic rg rm rmdir robocopy rspec Rscript rsync rubocop ruby ruff rustc
    rustup s3cmd salt sam scons scp scrapy scutil sdkmanager sed semgrep serverless setfacl sftp sh sha1sum
    sha256sum shasum shellcheck shred shutdown skaffold smartctl smbclient snap sops soffice sqlcmd sqlfluff
    sqlite-utils sqlite3 sqlx ss ssh ssh-add ssh-agent ssh-copy-id ssh-keygen sshfs stern stow strace stress-ng
    stripe su sudo supabase supervisorctl svn swapoff swapon swift sysbench sysctl systemctl systemd-analyze
    systemd-run taplo tar taskkill tasklist schtasks tcpdump terraform terragrunt tesseract tf timedatectl
    tippecanoe tmux tofu touch tox tr traefik traceroute trivy truncate tsc tsx turbo twine ty ufw ulimit umount
    uname uniq unrar unzip update-alternatives update-grub useradd usermod uv uvicorn uvx vagrant vault vercel vi
    vim visudo vite vitest vlc volta vsce wc webpack wg wg-quick wget whisper whisper-cli whoami winget wrangler wrk
    wsl xargs xattr xclip xcodebuild xcrun xdg-open xmllint xz yadm yamllint yarn youtube-dl yq yt-dlp zcat zellij
    zfs zgrep zig zip zpool zsh zstd icacls ipconfig netsh regsvr32 reg diskpart sfc dism chkdsk robocopy xcopy setx
    wmic bcdedit nssm scoop choco sc launchctl defaults softwareupdate diskutil pbcopy pbpaste caffeinate datasette
    llm llama-server llama-cli ollama huggingface-cli sbatch squeue srun scancel nvcc torchrun accelerate wandb
    pyinstaller nuitka cython coverage nox hatch flit pdm rye mkdocs sphinx-build asciidoctor typst latexmk xelatex
    bibtex biber psexec ps2pdf img2pdf magick mogrify sox lame opusenc flac mp3gain rpm yum zypper emerge apk-tools
    eopkg slackpkg opkg uci cockroach cqlsh duckdb etcdctl goose liquibase flyway mc mysqlpump sqlmigrate artisan
    symfony wp drush manage.py flask django-admin celery fastapi hypercorn gunicorn honcho foreman overmind just
    task ant sbt
    """)
# Also words of everyday language: they need a flag, a path or a known subcommand behind them.
WORDS_TOO = word_set("""
    act ant at base bat cal cat cd cdk chain check clear code comm command composer convert cut date dash diff dir
    dig echo ed eject env exit expand export fd file find fly fold forge free go goose google grep group hatch head
    heroku host http id identify info install ip join just kill kind last latest less lame link locate look lock
    login logout make man mc meson mix mocha more mount move nano next nice ninja nix nomad nox node open parallel
    paste ping play printf r read rename repo ren reboot reset rev sam salt sc scoop screen script seq service
    set sleep snap sort source split start stat stop stow swift sync tail tap tar task tee test time timeout top
    touch tree turbo type unset uptime users vault volta w wait watch where which who whois write yes zip del copy
    cls call pushd popd alias eval exec history jobs bg fg trap umask ls shutdown repo pass passwd just puppet salt
    consul nats influx ty bc tf flit sox
    """)
KNOWN = PROGRAMS | WORDS_TOO

# Second words that make `program word` a command line even without flags.
SUBCOMMANDS = word_set("""
    add adopt analyze annotate apply apps archive attach audit auth autoremove backup bisect blame branch build bump
    cache cat check checkout cherry-pick ci clean clone commit compile completion compose config connect console
    container cordon cp create cu current daemon daemon-reload deploy deployments describe destroy detach dev
    develop diff disable discover doc doctor down downgrade download drain drop edit enable env exec explain export
    expose fetch fix flush fmt format forward freeze fsck gc generate get global head help history hold image images
    import index info init inspect install invoke is-active is-enabled issue job keygen kill label lint list
    list-units load local lock log login logout logs ls makemigrations mark mask merge migrate migration mod mount
    move mv network new node outdated pack package patch pin ping plan playground pod pods pool pub port port-forward
    ports pr prep preview prune ps publish pull purge push query rebase recreate refresh reindex release reload
    remote remove rename repair repo report reset resolve restart restore resume revert rm rmi rollback rollout
    route run sample save scale schedule scrub search sec send serve server service set set-default setup sh shell
    show show-ref shutdown sleep snapshot snapshots src start stash stat status stop submodule sub subscribe switch
    sync system tag tail task tasks taint template test tests token tool tools top touch trace tree trust tunnel
    typecheck unhold uninstall unlock unmask unstage up update upgrade upload use user vacuum validate
    validate-config vendor verify version versions vet view volume wait warmup watch whoami why workspace worktree
    write zone a c x up -d tsx b e2e
    """)
SHELL_LANGS = word_set(
    "sh bash zsh shell fish console terminal shell-session shellsession sh-session powershell ps1 pwsh posh cmd bat "
    "batch dos ksh ash nu nushell bashsession"
)
