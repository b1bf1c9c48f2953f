"""From a scene to a picture that fits the terminal, whatever its size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from pi_diavolo.table.effects import Status
from pi_diavolo.table.players import Seat
from pi_diavolo.table.scene import Scene
from pi_diavolo.terminal.blocks import Block, beside, joined, line, steady, tall
from pi_diavolo.terminal.dice import ORDER_WIDTH, dice_block, dice_line, order_block, order_name, scores_line
from pi_diavolo.terminal.palette import LOUD, QUIET
from pi_diavolo.terminal.panels import (
    FALL_FRAMES,
    answer_block,
    answer_line,
    bar,
    imps_line,
    may_grab,
    status_line,
    story_block,
    winner_block,
)
from pi_diavolo.terminal.players import ROOMY, player_lines, players_block
from pi_diavolo.terminal.tray import tray_block
from pi_diavolo.terminal.words import Words

FRAMES_PER_SECOND, FLASH_FRAMES = 8, 2
GAP = 2
WIDEST = 132
# From this height on an empty line parts the head from the dice.
AIRY = 26
PARTY_HEIGHT = 7
PLAYERS_WIDTH, ANSWER_WIDTH = 66, 47
FAREWELL_WIDTH = 64
# The smallest screens, in cells, for dice drawn beside the players, and for dice drawn above them.
BESIDE, ABOVE = (77, 22), (51, 30)
# The map stands beside the story where the screen is high, else beside the dice where it is wide.
# All sizes are the room's: a screen of 96 by 30 has 95 by 26 under its head.
MAP_WIDTH, MAP_HEIGHT = 38, 20
MAP_BESIDE_STORY, MAP_BESIDE_DICE = (95, 26), 119
# A map lower than this is too coarse to find the nearest die on: then it takes the place of the dice.
FINE_MAP, COARSEST_MAP = 15, 8
SHORTEST_STORY = 3
NARROWEST_PLAYERS, SCORES_WIDTH = 30, 28


@dataclass(frozen=True, slots=True)
class Screen:
    """Where and when a picture is painted; `moment` in seconds moves what is alive in it."""

    width: int
    height: int
    moment: float = 0.0
    human: Seat | None = None
    tray_mm: tuple[float, float] = (300, 300)
    note: str = ""

    @property
    def frame(self) -> int:
        """The number of the picture in the moving ones."""
        return int(self.moment * FRAMES_PER_SECOND)

    @property
    def lit(self) -> bool:
        """The bright half of a flash: twice a second, slow enough to harm nobody."""
        return self.frame // FLASH_FRAMES % 2 == 0

    def fits(self, size: tuple[int, int]) -> bool:
        """Is the screen at least so wide and high?"""
        return self.width >= size[0] and self.height >= size[1]


def paint(scene: Scene, words: Words, screen: Screen) -> Text:
    """The whole picture: exactly as wide and as high as the screen."""
    head, body = _head(scene, words, screen), _body_for(screen)
    # The last column stays empty, so that nothing leans against the window's edge.
    room = replace(screen, width=max(1, min(screen.width - 1, WIDEST)), height=screen.height - len(head))
    middle = [line(text, screen.width, justify="centre") for text in body(scene, words, room)]
    return joined(tall((*head, *middle), screen.height, screen.width), "\n")


def pace(scene: Scene, human: Seat | None) -> float | None:
    """Seconds until the picture has moved by itself, or None where nothing in it moves."""
    if scene.status is Status.ROLLING:
        return 1 / FRAMES_PER_SECOND
    if may_grab(scene, human):
        return FLASH_FRAMES / FRAMES_PER_SECOND
    return FALL_FRAMES / FRAMES_PER_SECOND if scene.over else None


def _body_for(screen: Screen) -> Callable[[Scene, Words, Screen], Sequence[Text]]:
    if screen.fits(BESIDE):
        return _wide_body
    return _upright_body if screen.fits(ABOVE) else _small_body


def _head(scene: Scene, words: Words, screen: Screen) -> Block:
    return (
        bar(scene, words, screen.width, screen.note),
        status_line(scene, words, screen.width, screen.human, screen.lit),
        imps_line(scene, words, screen.width, screen.human),
        *([line("", screen.width)] if screen.height >= AIRY else []),
    )


def _wide_body(scene: Scene, words: Words, room: Screen) -> Block:
    dice = dice_block(scene, words, room.frame)
    foot = room.height - len(dice) - 1
    beside_story = room.fits(MAP_BESIDE_STORY)
    beside_dice = not beside_story and room.width >= MAP_BESIDE_DICE
    if scene.asks_where and not beside_dice and not (beside_story and foot >= FINE_MAP):
        most = room.width - GAP - ROOMY, room.height - 1 - SHORTEST_STORY
        dice, beside_story = _map_for_dice(scene, words, room, most), False
    maps = [_map(scene, words, room, MAP_WIDTH, len(dice))] if beside_dice else []
    width = room.width - sum(block[0].cell_len + GAP for block in (dice, *maps))
    order = order_block(scene, words)
    answer = answer_block(scene, words, min(width - ORDER_WIDTH - GAP, ANSWER_WIDTH), len(order))
    players = players_block(scene, words, min(width, PLAYERS_WIDTH), room.human)
    right = [line(text, width) for text in (*beside(order, answer, gap=GAP), Text(), *players)]
    table = beside(dice, right, *maps, gap=GAP)
    return (
        *table,
        *_foot(scene, words, replace(room, height=room.height - len(table)), with_map=beside_story),
    )


def _upright_body(scene: Scene, words: Words, room: Screen) -> Block:
    dice = dice_block(scene, words, room.frame)
    if scene.asks_where:
        dice = _map_for_dice(scene, words, room, (room.width - GAP - ORDER_WIDTH, len(dice)))
    width = room.width - dice[0].cell_len - GAP
    order = order_block(scene, words)
    right = (*order, *answer_block(scene, words, width, len(dice) - len(order)))
    players = players_block(scene, words, room.width, room.human)
    table = (*beside(dice, [line(text, width) for text in right], gap=GAP), line("", room.width), *players)
    return (*table, *_foot(scene, words, replace(room, height=room.height - len(table))))


def _small_body(scene: Scene, words: Words, room: Screen) -> Block:
    head = (
        line(Text(" " + steady(order_name(scene, words)), LOUD), room.width),
        line(dice_line(scene, words, room.frame), room.width),
        *answer_line(scene, words, room.width, most=2),
    )
    party = winner_block(scene, words, room.width, 2, room.frame) if scene.over else ()
    below = replace(room, height=room.height - len(head) - len(party))
    lines = (*head, *_small_players(scene, words, below), *party)
    return (*lines, *story_block(scene, room.width, max(0, room.height - len(lines))))


def _small_players(scene: Scene, words: Words, room: Screen) -> Block:
    if not scene.asks_where or room.height < COARSEST_MAP:
        return player_lines(scene, words, room.width, room.human)
    tray = _map(scene, words, room, room.width, min(room.height, MAP_HEIGHT))
    width = room.width - tray[0].cell_len - GAP
    if width < NARROWEST_PLAYERS:
        return tray
    players = player_lines(scene, words, width, room.human)
    return beside(tray, (*players, *story_block(scene, width, room.height - len(players))), gap=GAP)


def _foot(scene: Scene, words: Words, room: Screen, with_map: bool = False) -> Block:
    rule = line(Text("─" * room.width, QUIET), room.width)
    height = room.height - 1
    maps = [_map(scene, words, room, MAP_WIDTH, min(height, MAP_HEIGHT))] if with_map else []
    width = room.width - sum(each[0].cell_len + GAP for each in maps)
    party = winner_block(scene, words, width, min(PARTY_HEIGHT, height), room.frame) if scene.over else ()
    told = (*party, *story_block(scene, width, height - len(party)))
    return (rule, *beside(told, *maps, gap=GAP))


def _map_for_dice(scene: Scene, words: Words, room: Screen, most: tuple[int, int]) -> Block:
    # Where pips do not count, the map says all that the dice would; their scores stand below it.
    tray = _map(scene, words, room, most[0], min(most[1] - 1, MAP_HEIGHT))
    width = max(tray[0].cell_len, SCORES_WIDTH)
    return tuple(line(text, width, justify="centre") for text in (*tray, scores_line(scene, words)))


def _map(scene: Scene, words: Words, room: Screen, width: int, height: int) -> Block:
    return tray_block(scene, words, width, height, room.tray_mm)


def farewell(scene: Scene, words: Words, screen: Screen) -> Text:
    """What stays on the terminal afterwards: the last standing, and the winner."""
    width = min(screen.width, FAREWELL_WIDTH)
    party = winner_block(scene, words, width, 3, frame=0) if scene.over else ()
    return joined((*players_block(scene, words, width, screen.human), *party), "\n") if scene.rows else Text()
