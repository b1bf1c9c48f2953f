"""Cards laid face up beside the tray of a duel, looked at now and then: the imps that come into play."""

import math
from collections.abc import Callable, Iterator, Mapping

from pi_diavolo.devices.camera import Frame
from pi_diavolo.table.duel_cards import CardsLaid, imps_brought
from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.duel_views import DuelView, Hand
from pi_diavolo.table.duels import ChoiceMade, ImpName
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Saying
from pi_diavolo.vision.camera import Camera
from pi_diavolo.vision.card_markers import cards_seen

# A look takes as long as some frames; cards lie there for long.
EVERY_S = 0.8

Stickers = Callable[[], Mapping[int, ImpName]]


class CardWatch:
    """Tells what the awaited player brings into play, once, and once why it is not clear."""

    def __init__(self, stickers: Stickers) -> None:
        self._stickers = stickers
        self._laid = CardsLaid()
        self._looked_at = -math.inf
        self._asked: tuple[object, ...] = ()
        self._asked_at = 0.0
        self._told: Saying | None = None
        self._chose = False

    def see(
        self, frame: Frame, camera: Camera, view: DuelView, hands: Mapping[Seat, Hand], halves: Halves
    ) -> Iterator[ChoiceMade | Saying]:
        """Look, if it is time. Cards are followed in every step: only what is laid when asked for counts."""
        self._notice(view, frame.at)
        if 0 <= frame.at - self._looked_at < EVERY_S:
            return
        self._looked_at = frame.at
        self._laid = self._laid.seen(cards_seen(frame.image, camera), frame.at)
        hand = hands.get(view.awaited.seat) if view.awaited else None
        if hand is None or self._chose:
            return
        brought = imps_brought(self._laid, self._stickers(), view, hand, halves, self._asked_at)
        if isinstance(brought, ChoiceMade):
            self._chose = True
        elif brought == self._told:
            return
        else:
            self._told = brought
        if brought is not None:
            yield brought

    def _notice(self, view: DuelView, at: float) -> None:
        """Somebody else is asked now, or for something else."""
        asked = (view.game, view.round, view.step, view.awaited.seat if view.awaited else None)
        if asked != self._asked:
            self._asked, self._asked_at = asked, at
            self._told, self._chose = None, False
