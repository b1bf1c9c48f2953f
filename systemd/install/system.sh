# What the system must be and have: release, room, packages, the table's user, its name.

user=pi-diavolo
least_mb=1000

boot_config() {
    for place in /boot/firmware/config.txt /boot/config.txt; do
        [ -f "$root$place" ] && printf '%s' "$place" && return
    done
    return 1
}

is_pi() { boot_config >/dev/null; }

check_system() {
    release=$(. "$root/etc/os-release" 2>/dev/null && printf '%s' "${VERSION_CODENAME-}") || release=
    case $release in
        bookworm | trixie) ;;
        *) say "This was tried on Debian and Raspberry Pi OS bookworm and trixie, not on ${release:-this}; it goes on." ;;
    esac
    case $(there dpkg --print-architecture 2>/dev/null || uname -m) in
        arm64 | amd64 | aarch64 | x86_64) ;;
        *) refuse "This system has 32 bit, and what the eyes need is made for 64: take the 64-bit Raspberry Pi OS." ;;
    esac
    free_mb=$(df -Pm "$root/" | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge "$least_mb" ] ||
        refuse "There are $free_mb MB left here, and an upgrade beside the old table takes $least_mb; make room first."
}

wanted_packages() {
    echo python3 python3-venv avahi-daemon
    ! is_pi || echo python3-picamera2 python3-libcamera python3-lgpio
    [ -z "$wifi" ] || echo network-manager dnsmasq-base
}

install_packages() {
    missing=
    for package in $(wanted_packages); do
        there dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
    done
    [ -n "$missing" ] || { say "  all are there" && return; }
    # Without the internet, what was known before must do.
    runs apt-get update -qq || true
    set --
    for package in $missing; do
        if is_known "$package"; then set -- "$@" "$package"; else say "  not in this release, left out: $package"; fi
    done
    # Without what is merely recommended: that would be a desktop with the camera.
    [ $# -eq 0 ] || runs env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# In a dry run the lists may be missing: then it is said as if the package were there.
is_known() { $dry || there apt-cache show "$1" >/dev/null 2>&1; }

# The journal is for `check --bundle`; the service itself cannot see it (pi-diavolo.service).
groups="gpio spi video systemd-journal"

make_user() {
    for group in $groups; do
        there getent group "$group" >/dev/null 2>&1 || runs groupadd --system "$group"
    done
    there getent passwd "$user" >/dev/null 2>&1 ||
        runs useradd --system --user-group --home-dir "/var/lib/$user" --no-create-home --shell /usr/sbin/nologin "$user"
    for group in $groups; do
        there id -nG "$user" 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || runs usermod -aG "$group" "$user"
    done
    copy "$here/systemd/80-pi-diavolo.rules" /etc/udev/rules.d/80-pi-diavolo.rules 0644
    ! is_running || reload_rules || say "  these rules hold from the next start on"
}

reload_rules() { runs udevadm control --reload && runs udevadm trigger --subsystem-match=gpio --subsystem-match=spidev; }

set_name() {
    before=$(cat "$root/etc/hostname" 2>/dev/null) || before=
    put /etc/hostname 0644 "$name"
    others=$(grep -v '^127\.0\.1\.1[[:space:]]' "$root/etc/hosts" 2>/dev/null) || others='127.0.0.1	localhost'
    put /etc/hosts 0644 "$others
127.0.1.1	$name"
    [ "$before" = "$name" ] || ! is_running || runs hostnamectl set-hostname "$name"
}
