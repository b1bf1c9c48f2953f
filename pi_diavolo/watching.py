"""The camera's part in a game of Diavolo: frames come in, and the table hears of throws, rolls and imps."""

from collections.abc import Callable, Iterator, Sequence

from pi_diavolo.album import Album
from pi_diavolo.devices.camera import Frame
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.live_sight import LiveSight, Told
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.facts import PartFailed, PartRecovered
from pi_diavolo.table.sentences import Saying
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile
from pi_diavolo.watching_awaited import Awaited, Wanted
from pi_diavolo.watching_blind import Blindness
from pi_diavolo.watching_imps import ImpWatch
from pi_diavolo.watching_throws import AwaitingEyes, ThrowWatch


class CameraEyes(LiveSight):
    """The real eyes of a running game of Diavolo: they report what the table awaits."""

    def __init__(
        self,
        eyes: Eyes,
        rules: HouseRules,
        report: Callable[[Event | PartFailed | PartRecovered], None],
        tell: Callable[[Saying], None] = lambda saying: None,
        album: Album | None = None,
    ) -> None:
        album = album or Album()
        self._diavolo = DiavoloSight(eyes, rules, album)
        super().__init__(self._diavolo, report, tell, album)

    @property
    def wanted(self) -> Wanted:
        """What the table waits for at the moment."""
        return self._diavolo.wanted


class DiavoloSight:
    """Looks for throws and for the imps on their bases."""

    def __init__(self, eyes: Eyes, rules: HouseRules, album: Album) -> None:
        self._album = album
        self._eyes = AwaitingEyes(eyes)
        # Replaced as a whole by the loop's thread and read once a frame by ours: hence no lock.
        self._awaited = Awaited(rules)
        # Outlives the watchers, which begin anew after a failure: what it told, it takes back.
        self._blind = Blindness(self._eyes)
        self._turn = -1
        self.begin_anew()

    @property
    def table(self) -> TableFile:
        """The table that lies under the camera."""
        return self._eyes.table

    @property
    def camera(self) -> Camera | None:
        """Where the camera was when it last saw the table."""
        return self._eyes.camera

    @property
    def wanted(self) -> Wanted:
        """What is looked for at the moment."""
        return self._awaited.wanted

    def hear(self, event: Event, effects: Sequence[Effect]) -> None:
        """Learn what the table waits for."""
        self._awaited = self._awaited.after(event, effects)

    def see(self, frame: Frame) -> Iterator[Told]:
        """Take in the next frame; throws and imps come out."""
        awaited = self._awaited
        if awaited.turn != self._turn:
            self._turn = awaited.turn
            self._imps.forget()
        yield from self._throws.see(frame, awaited)
        if awaited.wanted is Wanted.IMPS and (standing := self._imps.see(frame)) is not None:
            yield standing

    def begin_anew(self) -> None:
        """What was under way is void."""
        self._throws = ThrowWatch(self._eyes, self._blind, self._album)
        self._imps = ImpWatch(self._eyes)

    def look_through(self, eyes: Eyes) -> None:
        """These are the eyes from now on."""
        self._eyes = AwaitingEyes(eyes)
        self._blind.look_through(self._eyes)
        self.begin_anew()
