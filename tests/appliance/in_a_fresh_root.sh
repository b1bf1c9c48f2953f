#!/bin/sh
# Installs the table into a fresh Debian, as a Pi's owner would, and looks at everything that can be seen without a Pi.
#
#   sudo tests/appliance/in_a_fresh_root.sh bookworm|trixie [ARCHITECTURE] [FOLDER]
#
# Needs debootstrap, curl and the internet; with systemd-nspawn the fresh system is started, too, and the service is
# tried as it is: ready, hung, upgraded, asked to switch the power off, taken away while it plays. Takes some minutes
# and 3 GB in FOLDER.
#
# ARCHITECTURE is this machine's own unless it is said; that of a Pi is arm64. Another machine runs it by emulation
# (qemu-user-static and binfmt-support), which takes ten times as long, and its systemd is not started: the emulation
# knows no system-call filters.
set -eu

release=${1:?bookworm or trixie}
own=$(dpkg --print-architecture)
architecture=${2:-$own}
folder=${3:-/var/tmp/pi-diavolo-roots}
here=$(dirname -- "$(readlink -f -- "$0")")
checkout=$here/../..
called=$release-$architecture
base=$folder/$called.base
root=$folder/$called
if [ "$architecture" = "$own" ]; then patience_s=60; else patience_s=600; fi

# In a namespace of its own: whatever is mounted for the root is gone with us, and nobody else ever sees it.
[ -n "${PI_DIAVOLO_UNSHARED-}" ] || PI_DIAVOLO_UNSHARED=yes exec unshare --mount --propagation private "$0" "$@"

say() { printf '%s  %s\n' "$(date +%T)" "$1"; }

fail() {
    say "FAILED: $1"
    exit 1
}

expect() {
    told=$1
    shift
    if "$@" >/dev/null 2>&1; then say "ok: $told"; else fail "$told ($*)"; fi
}

there() { chroot "$root" "$@"; }

# A base is made once; every test begins with a copy.
make_root() {
    if [ ! -f "$base/.complete" ]; then
        say "debootstrap $release, $architecture"
        rm -rf -- "$base"
        debootstrap --arch="$architecture" --variant=minbase \
            --include=ca-certificates,systemd,systemd-sysv,udev,dbus \
            "$release" "$base" >"$folder/$called.debootstrap.log"
        touch "$base/.complete"
    fi
    rm -rf --one-file-system -- "$root"
    cp -a "$base" "$root"
    # It reaches the internet as this machine does, and starts nothing while it is only a folder.
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/pip.conf"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    echo table >"$root/etc/hostname"
    # As on a Pi, so that its steps are taken, too.
    mkdir -p "$root/boot/firmware"
    printf 'dtparam=audio=on\ncamera_auto_detect=1\n[pi4]\ndtparam=spi=on\n' >"$root/boot/firmware/config.txt"
    mount -t proc proc "$root/proc"
}

clean_up() {
    for started in ${booted-} ${table-}; do kill "$started" 2>/dev/null || true; done
    umount "$root/proc" 2>/dev/null || true
}

bring_checkout() {
    rm -rf -- "$root/srv/checkout"
    mkdir -p "$root/srv/checkout"
    (cd "$checkout" && tar -c --exclude=__pycache__ install pyproject.toml README.md LICENSE diavolo.example.toml \
        pi_diavolo systemd docs hardware calibration) | tar -x -C "$root/srv/checkout"
}

fingerprint() {
    # What the queries of a dry run may touch is left out: apt's and dpkg's own notes.
    (cd "$root" && find etc opt usr boot var/lib/pi-diavolo -not -path '*/__pycache__*' -printf '%p %m %s %T@\n' 2>/dev/null) |
        sort | cksum
}

install_there() { there /srv/checkout/install "$@"; }

test_install() {
    bring_checkout
    before=$(fingerprint)
    install_there --dry-run --wifi "Pi Diavolo" --name diavolo >"$folder/$called.dry-run.log"
    [ "$before" = "$(fingerprint)" ] || fail "a dry run changes nothing"
    say "ok: a dry run changes nothing, and says $(grep -c '^  ' "$folder/$called.dry-run.log") steps"
    started=$(date +%s)
    install_there --wifi "Pi Diavolo" --name diavolo >"$folder/$called.install.log" 2>&1 ||
        { tail -20 "$folder/$called.install.log"; fail "installed"; }
    say "ok: installed in $(($(date +%s) - started)) s, $(du -sm "$root/opt/pi-diavolo" | cut -f 1) MB"
    rm -rf -- "$root/srv/checkout"
    expect "the program needs no checkout" there pi-diavolo --version
    expect "its help" there pi-diavolo run --help
    expect "the pin maps came along" there pi-diavolo wiring panels-4
    tables=/opt/pi-diavolo/current/share/pi-diavolo/calibration/tables
    expect "the usual table came along, with its faces" there pi-diavolo check markers --table $tables/usual.toml
    expect "the board of Devil's Dice came along" there pi-diavolo check markers --table $tables/devils-dice.toml
    expect "the service is enabled" test -L "$root/etc/systemd/system/multi-user.target.wants/pi-diavolo.service"
    expect "the power-off is enabled" test -L "$root/etc/systemd/system/multi-user.target.wants/pi-diavolo-poweroff.path"
    expect "the units are well" there systemd-analyze verify /etc/systemd/system/pi-diavolo.service \
        /etc/systemd/system/pi-diavolo-poweroff.path
    expect "the Wi-Fi's password is root's" test "$(stat -c %a:%U "$root/etc/pi-diavolo/wifi")" = 600:root
    expect "the user has its groups" test "$(there id -nG pi-diavolo | tr ' ' '\n' | sort | tr '\n' ' ')" = \
        "gpio pi-diavolo spi systemd-journal video "
    expect "SPI is on for every Pi, once" test "$(grep -c '^dtparam=spi=on' "$root/boot/firmware/config.txt")" = 2
    expect "a reboot is asked for" grep -q "REBOOT NEEDED" "$folder/$called.install.log"
}

test_table_in_the_folder() {
    there install -d -o pi-diavolo -g pi-diavolo -m 0750 /var/lib/pi-diavolo
    chroot "$root" pi-diavolo run --service --port 18666 --config /etc/pi-diavolo/diavolo.toml \
        >"$folder/$called.table.log" 2>&1 &
    table=$!
    tries=0
    until curl -fsS http://127.0.0.1:18666/health >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt $((2 * patience_s)) ] || { kill $table; cat "$folder/$called.table.log"; fail "the pages are served"; }
        sleep 0.5
    done
    say "ok: the simulated table serves its pages: $(curl -fsS http://127.0.0.1:18666/health)"
    sleep 5
    kill $table
    wait $table || fail "it ends in order"
    table=
    expect "its log is whole" there pi-diavolo games verify
    events=$(there pi-diavolo games list --json | head -c 300)
    say "ok: it played: $events"
    there sh -c 'cd /root && chmod 0700 . && pi-diavolo check --quick --bundle' >"$folder/$called.bundle.log" 2>&1 ||
        { cat "$folder/$called.bundle.log"; fail "a bundle for a bug report"; }
    expect "the bundle is where the table's user may write" there sh -c 'test -s /var/lib/pi-diavolo/pi-diavolo-2*.zip'
}

test_upgrade() {
    echo '# my own' >>"$root/etc/pi-diavolo/diavolo.toml"
    before=$(cd "$root" && cksum etc/pi-diavolo/diavolo.toml etc/pi-diavolo/wifi var/lib/pi-diavolo/games.db boot/firmware/config.txt)
    place=$(readlink "$root/opt/pi-diavolo/current")
    bring_checkout
    install_there >"$folder/$called.upgrade.log" 2>&1 || { tail "$folder/$called.upgrade.log"; fail "upgraded"; }
    after=$(cd "$root" && cksum etc/pi-diavolo/diavolo.toml etc/pi-diavolo/wifi var/lib/pi-diavolo/games.db boot/firmware/config.txt)
    [ "$before" = "$after" ] || fail "an upgrade keeps games, settings and Wi-Fi"
    say "ok: an upgrade keeps games, settings, Wi-Fi and boot settings"
    expect "it stands in the other place" test "$(readlink "$root/opt/pi-diavolo/current")" != "$place"
    expect "the old one is gone" test ! -e "$root/opt/pi-diavolo/$place"
    expect "and it works" there pi-diavolo --version
}

inside() { nsenter --target "$init" --all -- "$@"; }

# Its own network, or its NetworkManager would manage this machine's.
boot() {
    rm -f "$root/usr/sbin/policy-rc.d"
    umount "$root/proc"
    systemd-nspawn --quiet --directory "$root" --boot --private-network --register=no --keep-unit --console=pipe \
        </dev/null >"$folder/$called.boot.log" 2>&1 &
    booted=$!
    sleep 2
    init=$(pgrep -P "$booted" | head -n 1)
    tries=0
    until inside systemctl is-active --quiet pi-diavolo.service; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || { inside journalctl -u pi-diavolo --no-pager | tail -20; fail "the service is ready"; }
        sleep 1
    done
    say "ok: the service said that it is ready: $(inside systemctl show -P StatusText pi-diavolo)"
}

asked() { inside /opt/pi-diavolo/current/bin/python -c 'import urllib.request as r; print(r.urlopen("http://127.0.0.1/health").read().decode())'; }

test_service() {
    boot
    expect "its pages are at port 80" asked
    bundle=$(inside sh -c 'cd /root && pi-diavolo check --quick --bundle')
    case $bundle in *"not for this user"*) fail "the service's journal is in a bundle" ;; esac
    say "ok: the service's journal is in a bundle"
    say "ok: exposure $(inside systemd-analyze security --no-pager pi-diavolo.service | tail -n 1 | grep -o '[0-9]\.[0-9]')"
    say "ok: it takes $(inside grep -E 'VmHWM|Threads' "/proc/$(inside systemctl show -P MainPID pi-diavolo)/status" | tr -s '\t\n' ' ')"
    test_fence
    test_documented_commands
    test_hung
    test_bounded_log
    test_upgrade_while_it_runs
    test_power_off
}

# What others write down is not for a service that listens to the network; people's own commands may read it.
test_fence() {
    main=$(inside systemctl show -P MainPID pi-diavolo)
    journals='find /run/log/journal /var/log/journal -name "*.journal" 2>/dev/null || true'
    expect "there is a journal" test -n "$(inside sh -c "$journals")"
    expect "the service cannot see it" test -z "$(inside nsenter --target "$main" --mount -- sh -c "$journals")"
    expect "nor can it write beside its own folders" inside nsenter --target "$main" --mount -- \
        sh -c '! touch /etc/pi-diavolo/mine && ! touch /opt/pi-diavolo/mine && touch /var/lib/pi-diavolo/mine'
    inside rm /var/lib/pi-diavolo/mine
    expect "it has one capability" test "$(inside grep CapEff "/proc/$main/status" | cut -f 2)" = 0000000000000400
    expect "its system calls are filtered" inside grep -q '^Seccomp:.2' "/proc/$main/status"
}

# What the pages tell people to type on an installed table, in their order and as it stands there. So young a log has
# put nothing away yet: what becomes of such files is tested elsewhere.
documented() {
    for page in docs/install.md docs/data.md; do
        sed -n '/^```sh$/,/^```$/p' "$checkout/$page" | sed 's/ *#.*//; s/^sudo //'
    done | grep -E '^(systemctl|journalctl|pi-diavolo|grep) ' | grep -v 'put-away-'
}

test_documented_commands() {
    documented >"$folder/$called.commands"
    while read -r command; do
        code=0
        inside sh -c "cd /root && SYSTEMD_PAGER= $command" </dev/null >"$folder/$called.command.log" 2>&1 || code=$?
        # The doctor's 1 is a finding: there is no camera here.
        case "$code $command" in
            "0 "* | "1 pi-diavolo check"*) ;;
            *) cat "$folder/$called.command.log"; fail "as the pages have it: $command (code $code)" ;;
        esac
    done <"$folder/$called.commands"
    say "ok: $(grep -c . "$folder/$called.commands") commands as the pages have them"
    expect "and the table is back" inside systemctl is-active pi-diavolo.service
    expect "its log is whole" inside pi-diavolo games verify
}

test_hung() {
    main=$(inside systemctl show -P MainPID pi-diavolo)
    events=$(inside pi-diavolo games list --json | wc -l)
    inside sh -c "kill -STOP $main"
    tries=0
    until [ "$(inside systemctl show -P NRestarts pi-diavolo)" -ge 1 ] && inside systemctl is-active --quiet pi-diavolo; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || fail "a table that hangs is started again"
        sleep 1
    done
    say "ok: a table that hangs was started again after $tries s: $(inside systemctl show -P StatusText pi-diavolo)"
    [ "$(inside pi-diavolo games list --json | wc -l)" -ge "$events" ] || fail "and no game is lost"
    expect "its log is whole" inside pi-diavolo games verify
}

# A log that has nearly reached its bound outgrows it while the table plays. Between two games the table begins anew,
# and that start puts evenings away.
test_bounded_log() {
    games=/var/lib/pi-diavolo/games.db
    settings=/etc/pi-diavolo/diavolo.toml
    inside systemctl stop pi-diavolo.service
    cp "$root$settings" "$folder/$called.settings"
    printf '[log]\nfile = "%s"\nmost_mb = 1\n[simulator]\nspeed = 20.0\n' $games >"$root$settings"
    # The game in hand is none that could be simulated on from. So many games as just fit: one more is too many.
    rm -f "$root$games"*
    inside runuser -u pi-diavolo -- pi-diavolo simulate --players 2 --games 30 --log $games >/dev/null
    seed=30
    until [ "$(stat -c %s "$root$games")" -gt 985000 ]; do
        seed=$((seed + 1))
        cp -p "$root$games" "$folder/$called.games"
        inside runuser -u pi-diavolo -- pi-diavolo simulate --players 2 --seed $seed --log $games >/dev/null
        [ "$(stat -c %s "$root$games")" -le 1000000 ] || cp -p "$folder/$called.games" "$root$games"
    done
    inside systemctl start pi-diavolo.service
    expect "a log within its bound is left alone" sh -c "! ls $root$games.put-away-*"
    tries=0
    until ls "$root$games".put-away-* >/dev/null 2>&1 && inside systemctl is-active --quiet pi-diavolo.service; do
        tries=$((tries + 1))
        [ $tries -lt 180 ] || { inside journalctl -u pi-diavolo --no-pager | tail -20; fail "a log beyond its bound is cut"; }
        sleep 1
    done
    say "ok: a log beyond its bound was cut after $tries s; it takes $(stat -c %s "$root$games") bytes"
    expect "the table began anew for that" test "$(inside systemctl show -P NRestarts pi-diavolo)" -ge 1
    expect "what was put away is whole" inside sh -c "pi-diavolo games verify --log $games.put-away-*"
    inside systemctl stop pi-diavolo.service
    expect "its log is whole" inside pi-diavolo games verify
    cat "$folder/$called.settings" >"$root$settings"
    inside systemctl start pi-diavolo.service
}

# The machine has no network now: its packages come from a folder.
test_upgrade_while_it_runs() {
    expect "an upgrade without the internet" inside /srv/checkout/install --wheels /srv/wheels
    expect "and the table is back" inside systemctl is-active pi-diavolo.service
    place=$(readlink "$root/opt/pi-diavolo/current")
    echo 'LiveGame.play = None' >>"$root/srv/checkout/pi_diavolo/live.py"
    inside /srv/checkout/install --wheels /srv/wheels >"$folder/$called.broken.log" 2>&1 && fail "a broken table is told"
    grep -q "The table from before is back in its place" "$folder/$called.broken.log" || fail "a broken table is told"
    expect "the table from before is in its place" test "$(readlink "$root/opt/pi-diavolo/current")" = "$place"
    expect "and plays" inside systemctl is-active pi-diavolo.service
}

gather_wheels() {
    bring_checkout
    there sh -c '/opt/pi-diavolo/current/bin/pip freeze --local | grep -v "^pi-diavolo" >/srv/wanted
        /opt/pi-diavolo/current/bin/pip download --quiet --dest /srv/wheels -r /srv/wanted setuptools wheel' \
        >"$folder/$called.wheels.log" 2>&1 || { tail "$folder/$called.wheels.log"; fail "the packages were gathered"; }
}

test_power_off() {
    inside runuser -u pi-diavolo -- touch /run/pi-diavolo/poweroff
    await_off
    say "ok: the table's wish switched the machine off after $tries s"
}

await_off() {
    tries=0
    while kill -0 "$booted" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || fail "the machine is switched off"
        sleep 1
    done
    booted=
    mount -t proc proc "$root/proc"
}

# The table plays, and NetworkManager knows the table's own Wi-Fi: that is how people take it away.
test_uninstall_while_it_runs() {
    bring_checkout
    boot
    knows_wifi="nmcli --get-values connection.id connection show pi-diavolo"
    expect "NetworkManager knows the table's Wi-Fi" inside $knows_wifi
    main=$(inside systemctl show -P MainPID pi-diavolo)
    before=$(kept)
    rulings=$(inside pi-diavolo games verify)
    started=$(date +%s)
    inside /srv/checkout/install --uninstall >"$folder/$called.uninstall.log" 2>&1 ||
        { cat "$folder/$called.uninstall.log"; fail "taken away while it plays"; }
    say "ok: taken away while it plays, in $(($(date +%s) - started)) s"
    test_is_away
    [ "$before" = "$(kept)" ] && [ -s "$root/var/lib/pi-diavolo/games.db" ] || fail "games, settings, Wi-Fi password and PIN stay"
    say "ok: games, settings, Wi-Fi password and PIN stay"
    expect "taking it away twice is no mistake" inside /srv/checkout/install --uninstall
    expect "it comes back without the internet" inside /srv/checkout/install --wheels /srv/wheels
    expect "and plays" inside systemctl is-active pi-diavolo.service
    say "ok: by the same log: $rulings before, $(inside pi-diavolo games verify) now"
    [ "$before" = "$(kept)" ] || fail "by the same settings and PIN"
    expect "and has its Wi-Fi again" inside $knows_wifi
    main=$(inside systemctl show -P MainPID pi-diavolo)
    inside /srv/checkout/install --uninstall --purge >>"$folder/$called.uninstall.log" 2>&1 ||
        { cat "$folder/$called.uninstall.log"; fail "purged while it plays"; }
    test_is_away
    test_nothing_stays
    inside systemctl --no-block poweroff
    await_off
}

kept() { (cd "$root" && cksum etc/pi-diavolo/diavolo.toml etc/pi-diavolo/wifi var/lib/pi-diavolo/keys.json); }

test_is_away() {
    expect "its process is gone" inside test ! -e "/proc/$main"
    for unit in pi-diavolo.service pi-diavolo-poweroff.path pi-diavolo-poweroff.service; do
        expect "systemd knows no $unit" test "$(inside systemctl show -P LoadState "$unit")" = not-found
    done
    expect "nothing of it has failed" test -z "$(inside systemctl list-units --failed --no-legend 'pi-diavolo*')"
    expect "its folder in memory is gone" inside test ! -e /run/pi-diavolo
    expect "NetworkManager has forgotten its Wi-Fi" inside sh -c "! $knows_wifi"
}

test_nothing_stays() {
    expect "with --purge its user is gone" inside sh -c '! getent passwd pi-diavolo'
    # The boot's settings from before are kept beside those of today, and that is said.
    left=$(cd "$root" && find etc opt usr var home root boot -name '*pi-diavolo*' -not -name '*.before-pi-diavolo')
    [ -z "$left" ] || fail "with --purge nothing stays ($left)"
    say "ok: with --purge nothing stays"
}

test_uninstall() {
    bring_checkout
    install_there >>"$folder/$called.install.log" 2>&1 || { tail "$folder/$called.install.log"; fail "installed again"; }
    mkdir -p "$root/var/lib/pi-diavolo" && touch "$root/var/lib/pi-diavolo/kept"
    install_there --uninstall >"$folder/$called.uninstall.log"
    expect "the program is gone" test ! -e "$root/opt/pi-diavolo" -a ! -e "$root/usr/local/bin/pi-diavolo"
    expect "the service is gone" test ! -e "$root/etc/systemd/system/pi-diavolo.service"
    expect "games and settings stay" test -e "$root/var/lib/pi-diavolo/kept" -a -s "$root/etc/pi-diavolo/diavolo.toml"
    install_there --uninstall --purge >>"$folder/$called.uninstall.log"
    expect "with --purge nothing stays" test ! -e "$root/var/lib/pi-diavolo" -a ! -e "$root/etc/pi-diavolo"
}

# As one function: whoever edits this file while it runs does no harm.
main() {
    [ "$(id -u)" -eq 0 ] || fail "this takes root"
    mkdir -p "$folder"
    trap clean_up EXIT
    make_root
    test_install
    test_table_in_the_folder
    test_upgrade
    if [ "$architecture" != "$own" ]; then
        say "not started: this machine only emulates $architecture"
    elif command -v systemd-nspawn >/dev/null; then
        gather_wheels
        test_service
        test_uninstall_while_it_runs
    else
        say "not started: there is no systemd-nspawn"
    fi
    test_uninstall
    say "All is well in a fresh $release, $architecture."
    exit
}

main
