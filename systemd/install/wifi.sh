# The table's own Wi-Fi: NetworkManager opens it where it knows no other network.

connection=/etc/NetworkManager/system-connections/pi-diavolo.nmconnection
wifi_file=/etc/pi-diavolo/wifi
wifi_address=10.42.0.1

check_wifi_name() {
    [ ${#1} -le 32 ] && printf '%s\n' "$1" | LC_ALL=C grep -qx '[A-Za-z0-9][A-Za-z0-9 ._-]*' ||
        refuse "--wifi $1 cannot be; use up to 32 letters, digits, spaces, dots and dashes"
}

# Only people are asked, and only where there is something to answer.
offer_wifi() {
    [ -z "$wifi" ] || return 0
    # Run again, what was wanted once is still wanted.
    [ ! -r "$root$wifi_file" ] || { wifi=$(head -n 1 "$root$wifi_file") && return; }
    [ -t 0 ] && [ -d /sys/class/net/wlan0 ] && ! $dry && [ -z "$root" ] || return 0
    say "Shall the table open a Wi-Fi of its own where it knows no network? Type its name, or nothing for none:"
    read -r wifi || wifi=
    [ -z "$wifi" ] || check_wifi_name "$wifi"
}

make_wifi() {
    password=$(sed -n 2p "$root$wifi_file" 2>/dev/null) || password=
    [ -n "$password" ] || $dry || password=$(new_password)
    put "$wifi_file" 0600 "$wifi
$password"
    put "$connection" 0600 "$(connection_text)"
    copy "$here/systemd/wifi.conf" /etc/systemd/system/pi-diavolo.service.d/wifi.conf 0644
    allow_radio
    # Not at once: whoever works on this machine through the Wi-Fi would be cut off.
    ! is_running || runs nmcli connection reload
}

# Twelve letters and digits that nobody mistakes for each other.
new_password() { LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom | head -c 12; }

# With protected management frames (pmf) nobody can join a Pi's own Wi-Fi; its firmware cannot do them.
connection_text() {
    cat <<END
[connection]
id=pi-diavolo
type=wifi
interface-name=wlan0
autoconnect=true
autoconnect-priority=-100

[wifi]
mode=ap
band=bg
ssid=$wifi

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
pmf=1
psk=$password

[ipv4]
method=shared
address1=$wifi_address/24

[ipv6]
method=disabled
END
}

allow_radio() {
    if [ -n "$country" ] && there sh -c 'command -v raspi-config' >/dev/null 2>&1; then
        runs raspi-config nonint do_wifi_country "$country"
    elif is_pi && [ -z "$country" ]; then
        say "  a Pi whose country is not set keeps its Wi-Fi off; --country XX sets it"
    fi
}

tell_wifi() {
    $dry && return
    say "Its own Wi-Fi, where it knows no network, from the next start on: $wifi, password $password; then http://$wifi_address/"
}
