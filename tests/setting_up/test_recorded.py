"""Working at the set-up is an event like all others: in the lobby it is kept, in a game refused."""

from dataclasses import asdict

from pi_diavolo import evening
from pi_diavolo.app import Table
from pi_diavolo.clock import VirtualClock
from pi_diavolo.eventlog import EventLog
from pi_diavolo.games import GAMES
from pi_diavolo.games.diavolo.house_rules import HouseRules
from pi_diavolo.simulation import Chances, simulated_table
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.table.effects import Ignore
from pi_diavolo.table.events import TableSetUp
from pi_diavolo.table.sentences import Sentence
from pi_diavolo.table.setting_up import Do, Step


def nobody() -> SimulatedTable:
    return simulated_table((), ("regular",), HouseRules(), 1, Chances(), throws=False)


def test_a_step_is_recorded_in_the_lobby_and_refused_in_a_game() -> None:
    with EventLog.in_memory() as log:
        table = Table(GAMES["diavolo"](), log, VirtualClock(1.0), nobody(), people_wait=False)
        evening.open_evening(table, "diavolo", asdict(HouseRules()), 1, 1, 1.0)
        asked = TableSetUp(Step.COLOURS, 2.0, Do.LEARN)
        before = table.decisions
        assert table.take(asked) == []
        assert [logged.event for logged in log.events()][-1] == asked
        assert table.decisions == before  # no other desk is overtaken by it
        evening.sit_down(table, log, ("Ada", "Bo"), 3.0)
        (refused,) = table.take(TableSetUp(Step.PARTS, 4.0))
        assert isinstance(refused, Ignore)
        assert refused.reason.sentence is Sentence.ONLY_IN_LOBBY
