"""The camera's part in Devil's Dice: the dice in their field, and the board once hands have left."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy.typing as npt

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live_sight import Told
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.table.board_looking import BoardLook, BoardLooker, roll_seen
from pi_diavolo.table.board_views import BoardStep
from pi_diavolo.table.boards import BoardSeen, Square
from pi_diavolo.table.complaints import Complaint
from pi_diavolo.table.effects import Effect, ShowBoard, ShowStatus, ShowTurn
from pi_diavolo.table.events import Event, QuestionAnswered, RollInvalid, RollRead
from pi_diavolo.table.locking import State
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.table.view import Code, DieView, TableView, Trouble
from pi_diavolo.vision.board_look import USUAL_DICE, BoardEyes
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.look import Expect, Eyes
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.vision.watch import Seen
from pi_diavolo.watching_awaited import WANTED, Awaited, Wanted
from pi_diavolo.watching_blind import Blindness
from pi_diavolo.watching_throws import AwaitingEyes, ThrowWatch

# The board is looked at so often while somebody has to do something on it, and so often else: a look takes
# as long as some frames.
SOON_S, NOW_AND_THEN_S = 0.4, 1.5
# Dice of these colours the eyes tell apart.
DICE_COLOURS = (Colour.WHITE, Colour.RED, Colour.BLACK, Colour.GREEN, Colour.BLUE)
# So long whoever has to move may hold a counter and think before the table asks where it is.
THINKS_S = 4.0


@dataclass(frozen=True, slots=True)
class BoardAwaited:
    """What the table waits for: a throw of so many dice, and whether hands have to do on the board."""

    throw: Awaited = field(default_factory=lambda: Awaited(HouseRules()))
    dice: int = len(USUAL_DICE)
    game: int | None = None
    is_played: bool = False
    hands_move: bool = False
    may_lift: bool = False  # somebody has to move, and all stood as it should

    def after(self, event: Event, effects: Sequence[Effect]) -> "BoardAwaited":
        """What is awaited now that this happened."""
        now = self
        if isinstance(event, RollRead | RollInvalid | QuestionAnswered):
            now = now._in_next_turn()
        for effect in effects:
            match effect:
                case ShowTurn():
                    now = now._in_next_turn()
                case ShowBoard(view=view):
                    now = replace(
                        now,
                        game=view.game,
                        dice=1 if view.step is BoardStep.ROLL_OFF else len(USUAL_DICE),
                        is_played=view.step is not BoardStep.OVER,
                        hands_move=view.step is BoardStep.MOVE or bool(view.to_put),
                        may_lift=view.step is BoardStep.MOVE and not view.to_put,
                    )
                case ShowStatus(status=status):
                    wanted = WANTED.get(status, Wanted.NOTHING)
                    now = replace(now, throw=replace(now.throw, wanted=wanted))
        return now

    def _in_next_turn(self) -> "BoardAwaited":
        """What was thrown before is past."""
        return replace(self, throw=replace(self.throw, turn=self.throw.turn + 1))


class FieldEyes(Eyes):
    """The eyes as a watcher of throws wants them: they see as many dice as are awaited, of whatever colours.

    Which colours these are, they find out; what was thrown last is looked for first.
    """

    def __init__(self, eyes: BoardEyes) -> None:
        self.table, self.camera, self._board = eyes.table, eyes.camera, eyes
        self.dice = len(USUAL_DICE)
        self._colour = USUAL_DICE[0]
        self._mixed: tuple[Colour, ...] = ()  # if the last dice were of different colours

    def look(
        self, image: npt.NDArray[Any], at: float = 0.0, expect: Expect = Expect.ANY, *, imps: bool = True
    ) -> TableView:
        """What the dice show, whatever was expected."""
        if len(self._mixed) == self.dice:
            again = self._look_for(self._mixed, image, at)
            if again.valid:
                return again
        usual = self._look_for((self._colour,) * self.dice, image, at)
        if usual.valid:
            self._mixed = ()
            return usual
        # Other dice may lie there: the side of a black one has passed for a white one that leans. A look that
        # takes any dice says which they are; only if it cannot, each colour is looked for by itself.
        unsure = set(usual.codes) == {Code.DIE_UNSURE}
        found = self._look_for_any(image, at) if unsure or (usual.dice and usual.valid is False) else None
        if found is not None:
            return found
        if len(usual.dice) >= self.dice or not unsure:
            return usual
        for colour in DICE_COLOURS:
            view = self._look_for((colour,) * self.dice, image, at) if colour is not self._colour else usual
            if view.valid is not False and len(view.dice) == self.dice:
                self._colour = colour if view.valid else self._colour
                return view
        return usual

    def _look_for_any(self, image: npt.NDArray[Any], at: float) -> TableView | None:
        """Dice of whatever colours, if two ways of looking agree on all that they show."""
        each = self._through(lambda: self._board.look_at_any_dice(image, DICE_COLOURS, at))
        # Where nobody knows how many there are, any stain may hide one more, a counter on the board look like
        # a die that left its field, and a side face like a die that leans: that is for the second look, which
        # knows how many there should be, as it is with dice of one colour.
        doubted = {trouble.die for trouble in each.troubles}
        plain = [die for number, die in enumerate(each.dice) if number not in doubted]
        if len(plain) != self.dice:
            return None
        colours = tuple(die.colour for die in plain)
        together = self._look_for(colours, image, at)
        if not together.valid or _shown(together.dice) != _shown(plain):
            return None
        if len(set(colours)) == 1:
            self._colour, self._mixed = colours[0], ()
        else:
            self._mixed = colours
        return together

    def _look_for(self, colours: Sequence[Colour], image: npt.NDArray[Any], at: float) -> TableView:
        return self._through(lambda: self._board.look_at_dice(image, at, colours))

    def _through(self, look: Callable[[], TableView]) -> TableView:
        """A look through the board's eyes; both know then where the camera is."""
        self._board.camera = self.camera
        view = look()
        self.camera = self._board.camera
        return view


def _shown(dice: Sequence[DieView]) -> list[tuple[Colour, int]]:
    return sorted((die.colour, die.value) for die in dice)


class FieldWatch(ThrowWatch):
    """Follows the dice in their field."""

    dice = len(USUAL_DICE)

    def _event(self, view: TableView, rest: float, awaited: Awaited) -> Event | None:
        return roll_seen(view, self.dice, rest)

    def _why(self, view: TableView, awaited: Awaited) -> Saying | None:
        codes = view.codes
        complaints = tuple(Complaint(str(code)) for code in codes)
        return saying(Sentence.READING_COMPLAINT, complaints=complaints, advice=codes) if codes else None


class BoardSight:
    """Looks for throws, and at the board when nothing rolls; what stands there is told when it changes."""

    def __init__(self, eyes: BoardEyes, album: Album) -> None:
        self._board, self._album = eyes, album
        # Replaced as a whole by the loop's thread and read once a frame by ours: hence no lock.
        self._awaited = BoardAwaited()
        self._told: BoardSeen | None = None
        self._seen: BoardSeen | None = None  # and not told yet
        self._game: int | None = None
        self._looked_at = -math.inf
        self._open(eyes)

    def _open(self, eyes: BoardEyes) -> None:
        self._board, self._field = eyes, FieldEyes(eyes)
        self._eyes = AwaitingEyes(self._field)
        # One for the dice and one for the board: each takes back what it told.
        self._blind, self._board_blind = Blindness(self._eyes), Blindness(self._eyes)
        self.begin_anew()

    @property
    def table(self) -> TableFile:
        """The table that lies under the camera."""
        return self._board.table

    @property
    def camera(self) -> Camera | None:
        """Where the camera was when it last saw the table."""
        return self._eyes.camera

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table waits for."""
        self._awaited = self._awaited.after(event, effects)

    def see(self, frame: Frame) -> Iterator[Told]:
        """Take in the next frame; throws and boards come out."""
        awaited = self._awaited
        if awaited.game != self._game:  # whose table has not heard of the board yet
            self._game, self._told, self._seen, self._looker = awaited.game, None, None, BoardLooker()
        self._field.dice = self._throws.dice = awaited.dice
        yield from self._throws.see(frame, awaited.throw)
        often = SOON_S if awaited.hands_move or self._looker.wants else NOW_AND_THEN_S
        if awaited.is_played and not 0 <= frame.at - self._looked_at < often:
            self._looked_at = frame.at
            yield from self._look(frame, awaited.may_lift)

    def begin_anew(self) -> None:
        """What was under way is void."""
        self._throws = FieldWatch(self._eyes, self._blind, self._album)
        self._looker, self._looked_at = BoardLooker(), -math.inf
        self._seen = None

    def look_through(self, eyes: Eyes) -> None:
        """The table was set up anew: this is how it lies there now."""
        self._open(BoardEyes(eyes.table, self._board.layout))

    def _look(self, frame: Frame, may_lift: bool) -> Iterator[Told]:
        self._board.camera = self._eyes.camera
        look = self._board.look(frame.image, frame.at)
        self._eyes.camera = self._board.camera
        yield from self._board_blind.see(frame, _as_seen(look), Wanted.DICE)
        # Under a hand anything may change: the looker tells again what stands there when it has left.
        self._seen = seen = self._looker.take(look) or (None if look.hand else self._seen)
        if seen is None or (may_lift and self._is_lifted(seen) and frame.at - seen.at < THINKS_S):
            return
        self._seen = None
        # Hands that only pass over the board change nothing, and the log need not hear of it.
        if self._told is None or replace(self._told, at=seen.at) != seen:
            self._told = seen
            yield seen

    def _is_lifted(self, seen: BoardSeen) -> bool:
        """Some counters are gone, and none stands elsewhere: they are in somebody's hand."""
        there, stood = _standing(seen), _standing(self._told) if self._told else frozenset()
        return there < stood and not seen.beside and not seen.unsure


def _standing(seen: BoardSeen) -> frozenset[tuple[Square, Colour]]:
    return frozenset((counter.square, counter.colour) for counter in seen.counters)


def _as_seen(look: BoardLook) -> Seen:
    return Seen(State.REST, view=TableView(look.at, troubles=tuple(map(Trouble, look.codes))))


def board_sight(layout: Layout) -> Callable[[Eyes, Album], BoardSight]:
    """Makes the sight of a game on such a board, as soon as there is a table to look at."""
    return lambda eyes, album: BoardSight(BoardEyes(eyes.table, layout), album)
