# How a step is told and done. Every change goes through `does`, `runs`, `put` or `copy`: a dry run can do nothing.

say() { printf '%s\n' "$1"; }

refuse() {
    printf '%s\n' "$1" >&2
    exit 2
}

step() { printf '%s\n' "== $1"; }

# A command on files that are named with their root.
does() {
    say "  $*"
    $dry || "$@"
}

# A command of the system that is installed into.
runs() {
    say "  $*"
    $dry || there "$@"
}

there() {
    if [ -z "$root" ]; then "$@"; else chroot "$root" "$@"; fi
}

# put FILE MODE TEXT: writes it, unless it stands there already; never half, and never readable for a moment.
# No mode for files on the boot partition: its file system knows none and refuses them.
put() {
    if [ -f "$root$1" ] && [ "$(cat "$root$1" 2>/dev/null)" = "$3" ]; then return 0; fi
    say "  write $1"
    $dry && return 0
    mkdir -p -- "$(dirname -- "$root$1")"
    (umask 077 && printf '%s\n' "$3" >"$root$1.new")
    [ -z "$2" ] || chmod "$2" "$root$1.new"
    mv -f -- "$root$1.new" "$root$1"
}

copy() { put "$2" "$3" "$(cat "$1")"; }

# Is systemd there to start things, or is this a folder or a chroot?
is_running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
