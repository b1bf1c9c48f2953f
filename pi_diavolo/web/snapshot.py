"""What a page gets to know: the whole table in one JSON object, in the page's own language."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pi_diavolo.table.effects import Ask, Status
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import BOARD_SEATS, SEATS, Seat
from pi_diavolo.table.roll import Roll
from pi_diavolo.table.rulings import Ruling, SeatResult, Verdict
from pi_diavolo.table.scene import Row, Scene
from pi_diavolo.web.board_shown import BoardShown
from pi_diavolo.web.board_telling import board_shown
from pi_diavolo.web.duel_shown import Cards, DuelShown, HandShown
from pi_diavolo.web.duel_telling import duel_shown, hand_shown
from pi_diavolo.web.moment import Moment, Told
from pi_diavolo.web.tongue import Speak, Tongue

STORY_SHOWN = 12
BASES = 10


@dataclass(frozen=True, slots=True)
class Player:
    """One player's line; `gone` is a colour of which none was left."""

    seat: int
    name: str
    gems: int | None
    took: Colour | None
    time_text: str
    early: bool
    gone: Colour | None
    verdict: Verdict | None
    result_text: str | None
    change: int | None
    still_in: bool
    youngest: bool
    phone: bool
    simulated: bool


@dataclass(frozen=True, slots=True)
class Imps:
    """The imps of one colour: in play, and still to be had."""

    all: int
    left: int


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die with its index in the roll, in millimetres from the tray's centre; `maybe` are doubts.

    `corrected` says that people put right what was read.
    """

    index: int
    colour: Colour
    value: int
    maybe: tuple[int, ...]
    x: float | None
    y: float | None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class OrderDieShown:
    """The Order die and where it lies."""

    face: str
    x: float | None
    y: float | None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class RulingShown:
    """The ruling beside the dice; a struck turn has no answer, and `unsure` colours have no score."""

    game: int
    turn: int
    answer: Colour | None
    reason: str
    scores: Mapping[Colour, float]
    best: tuple[Colour, ...]
    corrected: bool
    struck: bool
    unsure: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question."""

    choice: str
    text: str


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """What the table wants to know."""

    number: int
    kind: str
    text: str
    options: tuple[Option, ...]
    die: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a page shows; times are seconds on the table's clock, of which `speed` pass in a second."""

    epoch: str
    version: int
    decisions: int
    lang: str
    kind: str  # the game played here: diavolo, devilish-duels, devils-dice
    seats: int  # how many there are: 1 to this number
    status: Status
    status_text: str
    waiting_for: int | None
    game: int | None
    turn: int | None
    roller: int | None
    over: bool
    winner: int | None
    looks_back: bool
    players: tuple[Player, ...]
    imps: Mapping[Colour, Imps]
    places: tuple[Colour | None, ...]
    order: str | None
    order_title: str
    order_hint: str
    tray_mm: tuple[float, float]
    die_mm: float
    dice: tuple[DieShown, ...]
    order_die: OrderDieShown | None
    ruling: RulingShown | None
    questions: tuple[QuestionShown, ...]
    deadline: float | None
    grab_time_s: float
    question_until: float | None
    question_time_s: float
    corrections: int
    picture: int | None
    pictures_open: bool
    story: tuple[str, ...]
    faults: tuple[str, ...]
    rules: Mapping[str, str | int | float | bool]
    locked: bool
    simulated: bool
    protest: int | None
    letters: Mapping[Colour, str]
    speed: float
    duel: DuelShown | None
    board: BoardShown | None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What does not change while the program runs; `played_by_itself` are the simulated players' seats."""

    epoch: str
    tray_mm: tuple[float, float] = (300.0, 300.0)
    die_mm: float = 16.0
    simulated: bool = False
    played_by_itself: frozenset[Seat] = frozenset()
    speed: float = 1.0
    pictures_open: bool = False  # to those without the PIN, too
    kind: str = "diavolo"
    seats: int = len(SEATS)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """The seats that there are here."""
        return BOARD_SEATS[: self.seats]


@dataclass(frozen=True, slots=True)
class Beyond:
    """What only somebody who looks into the game knows.

    `read` is the roll on show as it was read and `roll` as people put it right, both None where they did not;
    `corrections` are those that can be undone. `picture` is the number of the camera's picture of the roll.
    `cards` are all of a duel's box: who has which is no page's business.
    """

    deadline: float | None = None
    protest: int | None = None
    question_until: float | None = None
    corrections: int = 0
    read: Roll | None = None
    roll: Roll | None = None
    picture: int | None = None
    cards: Cards = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Phones:
    """Which seats have a phone, and which simulated players' seats somebody real has taken over."""

    claimed: frozenset[Seat] = frozenset()
    taken_over: frozenset[Seat] = frozenset()


def snapshot(
    moment: Moment, beyond: Beyond, phones: Phones, table: TableFacts, version: int, lang: str, speak: Speak
) -> Snapshot:
    """The moment in words and numbers."""
    scene, settings, tongue = moment.scene, moment.settings, speak(moment.names)
    order = _order(scene, beyond)
    return Snapshot(
        epoch=table.epoch,
        version=version,
        decisions=moment.decisions,
        lang=lang,
        kind=table.kind,
        seats=table.seats,
        status=scene.status,
        status_text=tongue.status(scene.status, scene.waiting_for),
        waiting_for=scene.waiting_for,
        game=scene.game,
        turn=scene.turn,
        roller=scene.roller,
        over=scene.over,
        winner=scene.winner,
        looks_back=scene.looks_back,
        players=tuple(_player(row, moment, phones, table, tongue) for row in scene.rows),
        imps={colour: Imps(scene.imps.get(colour, 0), scene.left(colour)) for colour in IMPS},
        places=(*(moment.places if scene.turn else ()), *[None] * BASES)[:BASES],
        order=order,
        order_title=tongue.title(order) if order else "",
        order_hint=tongue.instruction(order) if order else "",
        tray_mm=table.tray_mm,
        die_mm=table.die_mm,
        dice=_dice(scene, beyond),
        order_die=_order_die(moment, beyond),
        ruling=shown_ruling(scene.ruling, tongue) if scene.ruling else None,
        questions=tuple(_question(ask, tongue) for ask in scene.questions),
        deadline=beyond.deadline,
        grab_time_s=float(settings.get("grab_time_s", 0.0)),
        question_until=beyond.question_until,
        question_time_s=float(settings.get("question_time_s", 0.0)),
        corrections=beyond.corrections,
        picture=beyond.picture,
        pictures_open=table.pictures_open,
        story=tuple(_told(moment.story, speak))[-STORY_SHOWN:],
        faults=(
            *map(tongue.say, moment.troubles),
            *(text for told in moment.broken.values() for text in _told(told, speak)),
        ),
        rules=plain(settings),
        locked=moment.locked,
        simulated=table.simulated,
        protest=beyond.protest,
        letters={colour: tongue.letter(colour).upper() for colour in IMPS},
        speed=table.speed,
        duel=duel_shown(moment.duel, tongue, beyond.cards) if moment.duel else None,
        board=board_shown(moment.board, tongue) if moment.board else None,
    )


def seat_hand(moment: Moment, beyond: Beyond, seat: Seat, speak: Speak) -> HandShown | None:
    """What one seat alone may see; None where nobody duels there."""
    hand = moment.hands.get(seat)
    if hand is None or moment.duel is None:
        return None
    return hand_shown(hand, moment.duel, moment.decisions, speak(moment.names), beyond.cards)


def shown_ruling(ruling: Ruling, tongue: Tongue) -> RulingShown:
    """A ruling with its reason as a sentence."""
    reason = ruling.reason
    return RulingShown(
        ruling.game,
        ruling.turn,
        reason.answer if reason else None,
        tongue.ruling(ruling),
        reason.sure_scores if reason else {},
        reason.sure_best if reason else (),
        ruling.corrected,
        struck=_struck(ruling),
        unsure=reason.unsure if reason else (),
    )


def _struck(ruling: Ruling) -> bool:
    of_its_own = ruling.duel or ruling.move
    return of_its_own.struck if of_its_own else ruling.reason is None and not ruling.played_on


def time_text(taken: Row | SeatResult, tongue: Tongue) -> str:
    """How long after the dice's rest; several times where nobody knows which."""
    if taken.took is None or taken.after_ms is None:
        return ""
    return tongue.times(taken.one_of_ms) if taken.one_of_ms else tongue.milliseconds(taken.after_ms)


def _player(row: Row, moment: Moment, phones: Phones, table: TableFacts, tongue: Tongue) -> Player:
    result = row.result
    return Player(
        seat=row.seat,
        name=tongue.player(row.seat),
        gems=row.gems,
        took=row.took,
        time_text=time_text(row, tongue),
        early=row.early,
        gone=row.gone,
        verdict=result.verdict if result else None,
        result_text=tongue.result(result) if result else None,
        change=result.change if result else None,
        still_in=row.still_in,
        youngest=row.seat == moment.youngest,
        phone=row.seat in phones.claimed,
        simulated=row.seat in table.played_by_itself - phones.taken_over,
    )


def _dice(scene: Scene, beyond: Beyond) -> tuple[DieShown, ...]:
    if scene.seen is None:
        return ()
    read, put_right = beyond.read or scene.seen, beyond.roll or scene.seen
    return tuple(
        DieShown(
            index,
            die.colour,
            die.value,
            die.maybe,
            die.where.x if die.where else None,
            die.where.y if die.where else None,
            corrected=die.value != as_read.value,
        )
        for index, (die, as_read) in enumerate(zip(put_right.dice, read.dice, strict=True))
    )


def _order(scene: Scene, beyond: Beyond) -> str | None:
    put_right = beyond.roll.order_die if beyond.roll and scene.seen else None
    return put_right.face if put_right else scene.order


def _order_die(moment: Moment, beyond: Beyond) -> OrderDieShown | None:
    scene, die, order = moment.scene, moment.order_die, _order(moment.scene, beyond)
    if die is None or order is None:
        return None
    # Where it lies is told with the dice; an order thrown first is known before they lie there.
    where = die.where if scene.seen or scene.roll is None else None
    read = beyond.read.order_die if beyond.read and scene.seen else None
    corrected = read is not None and read.face != order
    return OrderDieShown(order, where.x if where else None, where.y if where else None, corrected)


def _question(ask: Ask, tongue: Tongue) -> QuestionShown:
    question = ask.question
    options = tuple(Option(choice, tongue.answer(question, choice)) for choice in question.options)
    return QuestionShown(
        question.number, question.kind, tongue.say(ask.saying), options, question.die, question.seat
    )


def _told(story: Iterable[Told], speak: Speak) -> Iterator[str]:
    for told in story:
        yield from speak(told.names).narrate(told.effect)


def plain(settings: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """House rules as JSON has them."""
    return {name: str(value) if isinstance(value, str) else value for name, value in settings.items()}
