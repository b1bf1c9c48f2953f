# The Pi's own settings: SPI for lamps and docks, the camera found by itself.

# A line counts where it holds for every Pi: before the first [filter], or under [all].
boot_has() {
    awk -v wanted="$1" '
        { gsub(/[ \t\r]+$/, "") }
        /^\[/ { elsewhere = ($0 != "[all]") }
        !elsewhere && index($0, wanted) == 1 { found = 1 }
        END { exit !found }
    ' "$root$(boot_config)"
}

switch_on_parts() {
    wanted=
    boot_has dtparam=spi=on || wanted="
dtparam=spi=on"
    # Whoever has said something about the camera knows better.
    boot_has camera_auto_detect= || wanted="$wanted
camera_auto_detect=1"
    [ -n "$wanted" ] || { say "  SPI and camera are on already" && return; }
    config=$(boot_config)
    [ -f "$root$config.before-pi-diavolo" ] || copy "$root$config" "$config.before-pi-diavolo" ''
    put "$config" '' "$(cat "$root$config")

[all]
# Pi Diavolo$wanted"
    reboot_needed=true
}
