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
    does rm -f -- "$root/usr/local/bin/pi-diavolo" "$root/etc/udev/rules.d/80-pi-diavolo.rules" "$root$connection"
    if $purge; then remove_data; else say "Games, PIN and settings stay in $data and $settings; --purge removes them."; fi
    ! is_pi || say "SPI and camera stay on; $(boot_config).before-pi-diavolo is what was set before."
}

remove_data() {
    step "Games, PIN and settings"
    does rm -rf -- "$root$data" "$root/var/log/pi-diavolo" "$root$settings"
    ! there getent passwd "$user" >/dev/null 2>&1 || runs userdel "$user"
}
