"""The table's own Wi-Fi as it is handed to the service, and its address."""

import ipaddress
from pathlib import Path

import pytest

from pi_diavolo.network import Wifi, first_address, own_wifi


def test_name_and_password_come_from_what_systemd_handed_over(tmp_path: Path) -> None:
    (tmp_path / "wifi").write_text("Pi Diavolo\nabcd2345efgh\n", encoding="utf-8")
    assert own_wifi({"CREDENTIALS_DIRECTORY": str(tmp_path)}) == Wifi("Pi Diavolo", "abcd2345efgh")


@pytest.mark.parametrize("content", [b"", b"only a name\n", b"\xff\xfe\n\xff\n"])
def test_a_file_that_says_nothing_is_no_network(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "wifi").write_bytes(content)
    assert own_wifi({"CREDENTIALS_DIRECTORY": str(tmp_path)}) is None


def test_elsewhere_there_is_none(tmp_path: Path) -> None:
    assert own_wifi({}) is None
    assert own_wifi({"CREDENTIALS_DIRECTORY": str(tmp_path)}) is None


def test_the_code_is_what_phones_understand() -> None:
    assert Wifi("Pi Diavolo", "a;b:c").code == r"WIFI:T:WPA;S:Pi Diavolo;P:a\;b\:c;;"


def test_the_first_address_is_one_that_others_can_reach() -> None:
    address = first_address()
    assert address is None or not ipaddress.ip_address(address).is_loopback
