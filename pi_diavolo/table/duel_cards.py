"""Cards laid face up before the players: from stickers seen to the imps that somebody brings into play.

Looks go into `CardsLaid`; `imps_brought` says what comes of them. Whoever lays cards may take their time,
and cards of the round before may still lie there: only what was laid since the table asked counts, and only
once it has lain for a while. In doubt nothing is chosen and a sentence says why; the page is always there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pi_diavolo.table.duel_tray import Halves
from pi_diavolo.table.duel_views import DuelStep, DuelView, Hand
from pi_diavolo.table.duels import Choice, ChoiceKind, ChoiceMade, ImpName, Zone
from pi_diavolo.table.pieces import Point
from pi_diavolo.table.sentences import Saying, Sentence, saying

# The stickers: ArUco markers of this dictionary, so wide without their white rim. The first are the table's.
DICTIONARY = "DICT_4X4_50"
FIRST_MARKER, LAST_MARKER = 10, 49
MARKER_MM, QUIET_MM = 15.0, 2.5

MOST_IMPS = 2
# A card that is seen again within so many millimetres was not touched, unless looks missed it for so long.
SAME_PLACE_MM, GONE_S = 6.0, 5.0
# So often and so long a card must have lain there: two imps are not always laid at once.
FEWEST_LOOKS, SETTLED_S = 2, 3.0


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A sticker that was read for sure, and where its middle lies."""

    marker: int
    where: Point


@dataclass(frozen=True, slots=True)
class CardLying:
    """A card, since when it lies there, how many looks saw it, and since when looks have missed it."""

    card: CardSeen
    since: float
    looks: int = 1
    missed_since: float | None = None

    def is_settled(self, at: float) -> bool:
        """It was seen often and long enough, and is seen still; one that a hand hides may be taken away."""
        seen = self.missed_since is None and self.looks >= FEWEST_LOOKS
        return seen and at - self.since >= SETTLED_S

    def missed(self, at: float) -> "CardLying | None":
        """The same after a look that did not find it; None when it is gone."""
        since = at if self.missed_since is None else self.missed_since
        return replace(self, missed_since=since) if at - since < GONE_S else None


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """What the looks at the cards have shown so far."""

    cards: tuple[CardLying, ...] = ()
    at: float = 0.0

    def seen(self, cards: Sequence[CardSeen], at: float) -> "CardsLaid":
        """The same after another look."""
        left, lying = list(self.cards), list[CardLying]()
        for card in cards:
            before = next((lay for lay in left if _is_same(lay.card, card)), None)
            if before is None:
                lying.append(CardLying(card, at))
            else:
                left.remove(before)
                lying.append(replace(before, looks=before.looks + 1, missed_since=None))
        # What a hand hides for a moment is not gone; what lies elsewhere now is not there any more.
        now = {card.marker for card in cards}
        hidden = [lay.missed(at) for lay in left if lay.card.marker not in now]
        return CardsLaid((*lying, *(lay for lay in hidden if lay is not None)), at)


def imps_brought(
    laid: CardsLaid, imps: Mapping[int, ImpName], view: DuelView, hand: Hand, halves: Halves, asked: float
) -> ChoiceMade | Saying | None:
    """Which imps the awaited player brings, by the cards laid since `asked`; None while there is none.

    `imps` are the stickers of the whole box, `hand` is that of the awaited seat; what lies before the other
    player is not looked at.
    Teams are never read from cards: whoever picks one does it on the own page.
    """
    awaited = view.awaited
    if awaited is None or view.step is not DuelStep.IMPS or hand.seat != awaited.seat:
        return None
    if not awaited.secret:  # all imps are there already; their powers are asked for in the same step
        return None
    lying = [lay for lay in laid.cards if not _is_others(lay.card, view, hand, halves)]
    if not lying or not all(lay.is_settled(laid.at) for lay in lying):
        return None
    wrong = _why_not(lying, imps, hand, halves, asked)
    if wrong is not None:
        return wrong
    chosen = tuple(imps[lay.card.marker] for lay in lying)
    return ChoiceMade(awaited.seat, Choice(ChoiceKind.PLAY, imps=chosen), laid.at)


def _is_same(lay: CardSeen, now: CardSeen) -> bool:
    return lay.marker == now.marker and lay.where.distance_to(now.where) <= SAME_PLACE_MM


def _is_others(card: CardSeen, view: DuelView, hand: Hand, halves: Halves) -> bool:
    """It lies before the opponent, and is their business."""
    return any(halves.is_in(side.seat, card.where) for side in view.sides if side.seat != hand.seat)


def _why_not(
    lying: Sequence[CardLying], imps: Mapping[int, ImpName], hand: Hand, halves: Halves, asked: float
) -> Saying | None:
    player, pool = hand.seat, {each.imp for each in hand.imps if each.zone is Zone.POOL}
    markers = [lay.card.marker for lay in lying]
    if strange := [marker for marker in markers if marker not in imps]:
        return saying(Sentence.DUEL_STICKER_UNKNOWN, number=strange[0])
    if twice := [marker for marker, count in Counter(markers).items() if count > 1]:
        return saying(Sentence.DUEL_STICKER_TWICE, cards=(imps[twice[0]],))
    # Whose it is instead is not told: that may be a secret still.
    if others := [imps[marker] for marker in markers if imps[marker] not in pool]:
        return saying(Sentence.DUEL_CARD_NOT_IN_POOL, cards=tuple(others), player=player)
    if between := [lay.card.marker for lay in lying if not halves.is_in(player, lay.card.where)]:
        return saying(Sentence.DUEL_CARD_BETWEEN, cards=(imps[between[0]],), player=player)
    if len(lying) > MOST_IMPS:
        return saying(Sentence.DUEL_TOO_MANY_CARDS, number=len(lying), player=player)
    if old := [imps[lay.card.marker] for lay in lying if lay.since < asked]:
        return saying(Sentence.DUEL_CARDS_LAY_BEFORE, cards=tuple(old), player=player)
    return None
