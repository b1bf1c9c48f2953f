"""The course of a duel: five steps a round, the lead first; what needs nobody's word happens by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pi_diavolo.games.devilish_duels.advancing import advance, do
from pi_diavolo.games.devilish_duels.agenda import (
    AwaitRoll,
    BringImps,
    DoTask,
    PickTeam,
    Place,
    PowerChance,
    Roll,
    RollOff,
    Throw,
    later,
)
from pi_diavolo.games.devilish_duels.cards import Cards
from pi_diavolo.games.devilish_duels.choices import PASS, decision
from pi_diavolo.games.devilish_duels.duel import DieAt, Duel, ImpAt, dice_of
from pi_diavolo.games.devilish_duels.house_rules import HouseRules
from pi_diavolo.games.devilish_duels.rounds import end_round, roll_off
from pi_diavolo.table.duels import (
    Choice,
    DieShown,
    Element,
    ElementDie,
    ImpName,
    RoundRuling,
    Zone,
)
from pi_diavolo.table.players import Seat
from pi_diavolo.table.sentences import Sentence, saying

NEXT_POWER = 10  # places for a power: at most four tasks with a roll each
TWO_POWERS = 3 * NEXT_POWER  # for a power of each of two imps, and the chance after them


def begin(
    seats: tuple[Seat, Seat],
    rules: HouseRules,
    cards: Cards,
    teams: Mapping[Seat, Sequence[ImpName]] | None = None,
    lead: Seat | None = None,
) -> Duel:
    """A new duel; without teams they are picked first, without a lead it is rolled for."""
    dice = {die: DieAt() for seat in seats for die in dice_of(seat)}
    imps = {imp: ImpAt(seat) for seat in seats for imp in (teams or {}).get(seat, ())}
    picking = [] if teams else [PickTeam((0, number, 0), seat) for number, seat in enumerate(seats)]
    duel = Duel(seats, rules, cards, dice, imps, lead, agenda=tuple(picking))
    return advance(duel)


def choose(duel: Duel, choice: Choice) -> Duel:
    """The duel after a choice that is legal now."""
    item, duel = decision(duel), _fresh(duel).without_first()
    match item:
        case PickTeam(seat=seat):
            team = {imp: ImpAt(seat) for imp in choice.imps}
            duel = duel.having(imps={**duel.imps, **team})
            duel = duel.telling(saying(Sentence.DUEL_TEAM_PICKED, player=seat))
        case Throw(place=place, seat=seat):
            if choice != PASS:
                duel = duel.having(agenda=(AwaitRoll(later(place, 1), seat, choice.dice), *duel.agenda))
        case BringImps(seat=seat):
            duel = _bring(duel, seat, choice.imps)
        case PowerChance():
            duel = _pass_on(duel, item) if choice == PASS else _use_power(duel, item, choice)
        case DoTask():
            duel = duel if choice == PASS else do(duel, item, choice)
        case None:
            raise ValueError("the table waits for no choice")
    if choice == PASS:
        duel = duel.telling(saying(Sentence.DUEL_PASSES, player=item.seat))
    return advance(duel)


def rolled(duel: Duel, values: Sequence[int], element: Element = Element.AIR) -> Duel:
    """The duel after the awaited dice were rolled; `element` is that of the die in a roll-off."""
    item, duel = roll_awaited(duel), _fresh(duel).without_first()
    match item:
        case RollOff(place=place, seat=seat):
            die = ElementDie(seat, element, 1)
            duel = duel.having(rolled_off={**duel.rolled_off, seat: values[0]})
            told = (DieShown(die, values[0]),)
            duel = _led_off(duel.telling(saying(Sentence.DUEL_ROLLED, player=seat, dice=told)), place)
        case AwaitRoll(seat=seat, dice=dice):
            shown = tuple(DieShown(die, value) for die, value in zip(dice, values, strict=True))
            duel = duel.with_dice({each.die: DieAt(Zone.IN_PLAY, each.value) for each in shown})
            duel = duel.telling(saying(Sentence.DUEL_ROLLED, player=seat, dice=shown))
        case None:
            raise ValueError("the table waits for no dice")
    return advance(duel)


def roll_awaited(duel: Duel) -> Roll | None:
    """What the table waits for, if it is dice."""
    item = duel.agenda[0] if duel.agenda and not duel.over else None
    return item if isinstance(item, Roll) else None


def skip_round(duel: Duel) -> Duel:
    """Pass over a round that people struck out, as if nothing had come of it."""
    duel = _fresh(duel)
    return advance(end_round(duel.having(ruling=RoundRuling(struck=True))))


def _fresh(duel: Duel) -> Duel:
    return duel.having(news=(), turned=frozenset()) if duel.news or duel.turned else duel


def _led_off(duel: Duel, place: Place) -> Duel:
    first, second = duel.seats
    if len(duel.rolled_off) < len(duel.seats):
        return duel
    if duel.rolled_off[first] == duel.rolled_off[second]:
        return roll_off(duel.telling(saying(Sentence.DUEL_ROLL_OFF_AGAIN)), place[1] + 1)
    return duel.having(lead=max(duel.seats, key=lambda seat: duel.rolled_off[seat]))


def _bring(duel: Duel, seat: Seat, imps: Sequence[ImpName]) -> Duel:
    brought = {imp: ImpAt(seat, Zone.IN_PLAY, seen=True) for imp in imps}
    ruling = replace(duel.ruling, played={**duel.ruling.played, seat: tuple(imps)})
    duel = duel.having(imps={**duel.imps, **brought}, ruling=ruling)
    return duel.telling(saying(Sentence.DUEL_PLAYS, player=seat, cards=tuple(imps)))


def _use_power(duel: Duel, chance: PowerChance, choice: Choice) -> Duel:
    imp, place = choice.imps[0], chance.place
    tasks = duel.cards[imp].powers[(choice.power or 1) - 1].tasks
    to_do = [
        DoTask(later(place, 1 + 2 * number), chance.seat, task, declinable=False)
        for number, task in enumerate(tasks)
    ]
    chances = _chances_after(duel, chance)
    duel = duel.having(used=duel.used | {imp}, agenda=(*to_do, *chances, *duel.agenda))
    return duel.telling(saying(Sentence.DUEL_POWER_USED, player=chance.seat, cards=(imp,)))


def _chances_after(duel: Duel, chance: PowerChance) -> tuple[PowerChance, ...]:
    """Who may use another power once this one is used: what it changed may be what the lead's waits for."""
    lead, _ = duel.in_order()
    place = later(chance.place, NEXT_POWER)
    if chance.seat == lead or chance.other_passed:
        return (replace(chance, place=place),)
    return replace(chance, place=place, seat=lead), replace(chance, place=later(place, TWO_POWERS))


def _pass_on(duel: Duel, chance: PowerChance) -> Duel:
    """Whoever passes is not asked again in this moment."""
    match duel.agenda:
        case (PowerChance(when=chance.when, trial=chance.trial) as following, *later_on):
            return duel.having(agenda=(replace(following, other_passed=True), *later_on))
    return duel
