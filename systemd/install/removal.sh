# Takes the table away again. What people have made stays, unless they say otherwise.

uninstall() {
    step "The service"
    if is_running; then now=--now; else now=--quiet; fi
    [ ! -f "$root/etc/systemd/system/pi-diavolo.service" ] ||
        runs systemctl disable $now pi-diavolo.service pi-diavolo-poweroff.path || true
    for unit in $units; do does rm -f -- "$root/etc/systemd/system/$unit"; done
    does rm -rf -- "$root/etc/systemd/system/pi-diavolo.service.d"
    ! is_running || runs systemctl daemon-reload
    step "The program"
    does rm -rf -- "$root$home"
    does rm -f -- "$root/usr/local/bin/pi-diavolo" "$root/etc/udev/rules.d/80-pi-diavolo.rules"
    ! is_running || runs udevadm control --reload || true
    if $purge; then remove_data; else say "Games, PIN and settings stay in $data and $settings; --purge removes them."; fi
    ! is_pi || say "SPI and camera stay on; $(boot_config).before-pi-diavolo is what was set before."
    # Last of all: whoever works on this machine through that Wi-Fi is cut off by it.
    close_wifi
}

# NetworkManager keeps what it has read: without being told, it would keep the Wi-Fi on the air until the next start.
close_wifi() {
    if is_running && there nmcli --get-values connection.id connection show pi-diavolo >/dev/null 2>&1; then
        step "The table's own Wi-Fi"
        runs nmcli connection delete pi-diavolo || true
    fi
    does rm -f -- "$root$connection"
}

remove_data() {
    step "Games, PIN and settings"
    does rm -rf -- "$root$data" "$root/var/log/pi-diavolo" "$root$settings"
    ! there getent passwd "$user" >/dev/null 2>&1 || runs userdel "$user"
}
