"""What people at a page or a phone ask for, and what becomes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pi_diavolo.table.boards import CounterMoved, EndAgreed, MoveCorrected
from pi_diavolo.table.duels import ChoiceMade, DuelCorrected
from pi_diavolo.table.events import (
    Correction,
    CorrectionUndone,
    EveningOpened,
    Event,
    GameAbandoned,
    GameStarted,
    ImpsConfirmed,
    Paused,
    PlayAgainAsked,
    ProtestDecided,
    Protested,
    QuestionAnswered,
    Resumed,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    TurnEnded,
    YoungestChosen,
)
from pi_diavolo.table.players import PlayerId
from pi_diavolo.table.sentences import Saying

# What people decide: two of them must not decide the same thing without knowing of each other.
DECISIONS = (
    EveningOpened, SeatTaken, SeatLeft, YoungestChosen, SettingsChosen, GameStarted, PlayAgainAsked,
    GameAbandoned, Paused, Resumed, ImpsConfirmed, TurnEnded, QuestionAnswered, Correction, CorrectionUndone,
    Protested, ProtestDecided, ChoiceMade, DuelCorrected, CounterMoved, EndAgreed,
    MoveCorrected,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request: done, or not and why. `decisions` is how many were taken by now.

    `overtaken` says that somebody else decided first; nothing was done.
    """

    done: bool
    decisions: int
    why: Saying | None = None
    overtaken: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """An event that somebody asks for; `seen` is how many decisions they knew of, None if that is no matter.

    `names` are set before, since events know no names. `answer` is called in the table's own thread, and so
    is `withdrawn`, right before it is granted: who was told that it came to nothing must not see it happen
    later.
    """

    event: Event
    answer: Callable[[Answer], None]
    seen: int | None = None
    names: Mapping[PlayerId, str] = field(default_factory=dict)
    withdrawn: Callable[[], bool] = lambda: False
