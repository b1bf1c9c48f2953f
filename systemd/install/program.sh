# The program in an environment of its own, its settings, its service.

home=/opt/pi-diavolo
settings=/etc/pi-diavolo
data=/var/lib/pi-diavolo
units="pi-diavolo.service pi-diavolo-poweroff.path pi-diavolo-poweroff.service"

# Two places take turns: while the new one is made the old one plays on, and it is still there if the new one fails.
install_program() {
    old=$(readlink "$root$home/current") || old=
    case $old in a) new=b ;; *) new=a ;; esac
    does mkdir -p "$root$home"
    does rm -rf -- "$root$home/$new" "$root$home/source" "$root$home/wheels"
    copy_source
    make_environment
    runs "$home/$new/bin/pi-diavolo" --version ||
        refuse "The new table cannot even be started; the old table, if there is one, is as it was."
    does rm -rf -- "$root$home/source" "$root$home/wheels"
    does ln -sfn "$new" "$root$home/current.new"
    does mv -T -- "$root$home/current.new" "$root$home/current"
    copy "$here/docs/install.md" "$home/install.md" 0644
    put /usr/local/bin/pi-diavolo 0755 "$(cat "$here/systemd/pi-diavolo.sh")"
}

# A copy, so that nothing is written into the checkout and nothing needs it afterwards.
copy_source() {
    does mkdir -p "$root$home/source/hardware" "$root$home/source/calibration"
    does cp -R "$here/pyproject.toml" "$here/README.md" "$here/LICENSE" "$here/pi_diavolo" "$root$home/source/"
    does cp "$here"/hardware/*.toml "$root$home/source/hardware/"
    does cp -R "$here/calibration/tables" "$here/calibration/faces" "$root$home/source/calibration/"
    [ -z "$wheels" ] || does cp -R "$wheels" "$root$home/wheels"
}

make_environment() {
    # The camera's library comes from the Pi's own packages, so there they must be seen.
    if is_pi; then sees=--system-site-packages extras=pi,; else sees='' extras=; fi
    runs python3 -m venv $sees "$home/$new"
    set -- "$home/$new/bin/python" -m pip install --quiet --no-input --no-cache-dir
    [ -z "$wheels" ] || set -- "$@" --no-index --find-links "$home/wheels"
    # There the camera's library was built for numpy 1, and newer ones of OpenCV want numpy 2.
    [ "$release" != bookworm ] || set -- "$@" "numpy<2" "opencv-python-headless<4.12"
    # The eyes are slower without what makes them fast, and see the same.
    runs "$@" "$home/source[${extras}fast]" || runs "$@" "$home/source[${extras%,}]" ||
        refuse "What the table needs could not be had; the old table, if there is one, is as it was. Is there a network?"
}

write_settings() {
    copy "$here/diavolo.example.toml" $settings/diavolo.example.toml 0644
    if [ -f "$root$settings/diavolo.toml" ]; then
        say "  $settings/diavolo.toml is kept as it is"
    else
        put $settings/diavolo.toml 0644 "$(table_settings)"
    fi
}

table_settings() {
    sed -e "s|^language = .*|language = \"$(spoken)\"|" \
        -e "/^\[log\]/,/^\[table\]/ s|^file = .*|file = \"$data/games.db\"|" \
        -e '/^\[web\]/,$ s|^port = .*|port = 80|' "$here/diavolo.example.toml"
}

spoken() {
    [ -z "$language" ] || { printf '%s' "$language" && return; }
    case $(cat "$root/etc/default/locale" 2>/dev/null) in
        *LANG=fr*) printf fr ;;
        *LANG=de*) printf de ;;
        *) printf en ;;
    esac
}

install_service() {
    for unit in $units; do copy "$here/systemd/$unit" "/etc/systemd/system/$unit" 0644; done
    ! is_running || runs systemctl daemon-reload
    runs systemctl enable pi-diavolo.service pi-diavolo-poweroff.path
    if is_running; then
        runs systemctl restart pi-diavolo-poweroff.path
        runs systemctl restart pi-diavolo.service || go_back
    fi
    [ -z "$old" ] || does rm -rf -- "$root$home/$old"
}

# The service says by itself when it is ready; one that does not is no upgrade.
go_back() {
    say "The table does not start: sudo journalctl -u pi-diavolo tells why."
    [ -n "$old" ] && [ -d "$root$home/$old" ] || exit 1
    does ln -sfn "$old" "$root$home/current.new"
    does mv -T -- "$root$home/current.new" "$root$home/current"
    runs systemctl restart pi-diavolo.service || true
    refuse "The table from before is back in its place, with all its games."
}

tell_the_end() {
    say ""
    called=${name:-$(cat "$root/etc/hostname" 2>/dev/null || echo pi-diavolo)}
    say "The table's pages: http://$called.local/ in this network."
    say "The desk's PIN stands in $data/keys.json: sudo grep pin $data/keys.json"
    [ -z "$wifi" ] || tell_wifi
    ! ${reboot_needed:-false} || say "REBOOT NEEDED: SPI and camera are on after a restart: sudo reboot"
}
