"""How people's phones get to the table where there is no router: its own Wi-Fi, and its address in it."""

import fcntl
import re
import socket
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# systemd hands the root's file to the service under this name (systemd/wifi.conf).
CREDENTIAL = "wifi"
LARGEST_FILE = 1000

# The table's own address in its own network, as the installer sets it (systemd/install/wifi.sh).
OWN_ADDRESS = "10.42.0.1"

# SIOCGIFADDR of the kernel: in goes an interface's name, out comes its IPv4 address.
INTERFACE_ADDRESS, NAME_LAYOUT = 0x8915, struct.Struct("256s")
ADDRESS_AT = slice(20, 24)


@dataclass(frozen=True, slots=True)
class Wifi:
    """The table's own network, for everyone who stands before it."""

    name: str
    password: str

    @property
    def code(self) -> str:
        """What a phone's camera understands when it is shown as a QR code."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};;"


def own_wifi(environment: Mapping[str, str]) -> Wifi | None:
    """The network that the installer has made: its name and its password, a line each; None elsewhere."""
    folder = Path(environment.get("CREDENTIALS_DIRECTORY", ""))
    if not folder.is_absolute():
        return None
    try:
        with (folder / CREDENTIAL).open(encoding="utf-8") as file:
            name, password = file.read(LARGEST_FILE).splitlines()[:2]
    except (OSError, ValueError):
        return None
    return Wifi(name, password)


def own_wifi_is_open() -> bool:
    """Whether phones connect to this machine itself, now."""
    return OWN_ADDRESS in addresses()


def first_address() -> str | None:
    """This machine's first IPv4 address that others can reach."""
    return next((address for address in addresses() if not address.startswith("127.")), None)


def addresses() -> Iterator[str]:
    """Every interface's IPv4 address; nothing is sent to find them out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, interface in socket.if_nameindex():
            try:
                found = fcntl.ioctl(probe, INTERFACE_ADDRESS, NAME_LAYOUT.pack(interface.encode()[:15]))
            except OSError:  # it has none
                continue
            yield socket.inet_ntoa(found[ADDRESS_AT])


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)
