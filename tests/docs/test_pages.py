"""The pages hang together: every link and picture is there, every page is found, every house rule is told."""

import json
import tomllib
from dataclasses import Field, fields, replace
from pathlib import Path

import pytest

from docs.pictures.__main__ import PICTURES as MAKERS
from pi_diavolo.commands.read_json import read_failed
from pi_diavolo.commands.read_sources import Still
from pi_diavolo.games.devilish_duels import house_rules as duels
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.table.pieces import Point
from pi_diavolo.table.view import INVALID, Code
from pi_diavolo.vision.table_board import GameBoard
from pi_diavolo.vision.table_file import LENGTHS_OF_DIST, TableFile, load_table
from tests.docs.reading import PAGES, ROOT, anchors, links

PICTURES = sorted((ROOT / "docs/pictures").glob("*.png"))
LARGEST, LARGEST_TOGETHER = 200_000, 1_500_000


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_and_picture_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, place = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{named(page)}: {link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{named(page)}: {link} is not in the project"
        assert not place or place in anchors(target), f"{named(page)}: {link}: no such heading"


def test_every_page_is_reached_from_the_readme() -> None:
    found, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in found and page.suffix == ".md":
            found.add(page)
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]
    lost = {*PAGES, *ROOT.glob("docs/**/*.md")} - found
    assert sorted(map(named, lost)) == []


def test_every_picture_can_be_made_anew() -> None:
    assert {picture.stem for picture in PICTURES} == set(MAKERS)


def test_every_picture_is_shown_and_small() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert [picture.name for picture in PICTURES if picture not in shown] == []
    sizes = {picture.name: picture.stat().st_size for picture in PICTURES}
    assert [name for name, size in sizes.items() if size > LARGEST] == []
    assert sum(sizes.values()) <= LARGEST_TOGETHER


def test_the_readme_opens_with_a_sentence_a_picture_and_the_command() -> None:
    title, sentence, picture, command = (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n")[:4]
    assert title == "# Pi Diavolo"
    assert sentence.startswith("**A game table that referees")
    assert picture.startswith("![")
    assert command == "```sh\n./run\n```"


@pytest.mark.parametrize("rule", fields(HouseRules), ids=lambda rule: rule.name)
def test_every_house_rule_is_told_with_its_default(rule: Field[object]) -> None:
    page = (ROOT / "docs/house-rules.md").read_text(encoding="utf-8")
    assert f"| `{rule.name}` | `{json.dumps(rule.default)}` |" in page


@pytest.mark.parametrize("rule", fields(duels.HouseRules), ids=lambda rule: rule.name)
def test_every_house_rule_of_a_duel_is_told_with_its_default(rule: Field[object]) -> None:
    page = (ROOT / "docs/house-rules.md").read_text(encoding="utf-8").partition("## Imps: Devilish Duels")[2]
    assert f"| `{rule.name}` | `{json.dumps(rule.default)}` |" in page


def rows(page: str) -> list[list[str]]:
    """The lines of a page's tables, cell by cell."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


@pytest.mark.parametrize("code", Code)
def test_every_reason_that_read_gives_is_told_and_what_it_makes_of_the_roll(code: Code) -> None:
    valid = "`false`" if code in INVALID else "`null`"
    assert [row[2] for row in rows("docs/commands.md") if row[0] == f"`{code}`"] == [valid]


def test_every_key_that_read_gives_is_told_in_its_order() -> None:
    told = [row[0].strip("`") for row in rows("docs/commands.md") if len(row) == 2]
    assert [key for key in told if key != "key"] == list(read_failed(Still(Path("picture.jpg"))))


def table_keys() -> dict[tuple[str, str], str]:
    """Section and key, and what stands in their third cell: a value in quotes, or how there is none."""
    told = [row for row in rows("calibration/README.md") if len(row) == 4]
    return {(section.strip("`"), key.strip("`")): usual for section, key, usual, _ in told}


def test_each_key_of_the_table_file_is_told_with_what_it_is_when_left_out(tmp_path: Path) -> None:
    usual = {key: value.strip("`") for key, value in table_keys().items() if value.startswith("`")}
    board = {
        key: tomllib.loads(f"x = {value}")["x"]
        for (section, key), value in usual.items()
        if section == "board"
    }
    assert GameBoard(Point(*board.pop("centre_mm")), **board) == GameBoard()
    assert usual.pop(("lens", "dist")) == str([0] * LENGTHS_OF_DIST[0])
    lines = [f"{section}.{key} = {value}" for (section, key), value in usual.items() if section != "board"]
    (tmp_path / "table.toml").write_text("\n".join(lines), "utf-8")
    assert replace(load_table(tmp_path / "table.toml"), source=None) == TableFile()


def test_every_key_in_the_table_files_that_we_ship_is_told() -> None:
    told = {(section.strip("[]"), key) for section, key in table_keys()}
    for file in sorted((ROOT / "calibration/tables").glob("*.toml")):
        sections = tomllib.loads(file.read_text("utf-8")).items()
        parts = [
            (name, part)
            for name, found in sections
            for part in (found if isinstance(found, list) else [found])
        ]
        assert {(name, key) for name, part in parts for key in part} <= told


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_needs_what_lies_outside_of_the_project(page: Path) -> None:
    assert "../shared" not in page.read_text(encoding="utf-8")


def test_the_page_on_installing_names_the_desks_own_button_as_the_page_does() -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    texts = json.loads((ROOT / "pi_diavolo/web/pages/texts/appliance.en.json").read_text(encoding="utf-8"))
    assert f"*{texts['appliance_power_off']}* at the desk" in page.partition("## Switching it off")[2]
