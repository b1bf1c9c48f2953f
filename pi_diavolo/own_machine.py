"""Joins the pages with the machine whose own service the table is: its power, its Wi-Fi."""

from collections.abc import Mapping

from pi_diavolo.network import own_wifi, own_wifi_is_open
from pi_diavolo.power import power_switch
from pi_diavolo.web.appliance import Appliance, WifiShown


def own_machine(environment: Mapping[str, str]) -> Appliance:
    """What systemd has given the service: a folder for the wish to switch off, the Wi-Fi's password."""
    switch, wifi = power_switch(environment), own_wifi(environment)

    def shown() -> WifiShown | None:
        # Somewhere with a router the table is a guest there, and its own network is closed.
        open_now = wifi is not None and own_wifi_is_open()
        return WifiShown(wifi.name, wifi.password, wifi.code) if wifi and open_now else None

    return Appliance(switch.press if switch else None, shown)
