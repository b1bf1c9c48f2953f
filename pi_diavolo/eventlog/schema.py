"""The tables of the log, column by column, and how our files are told from others'."""

# "PiDi" in the file's header: tells our logs from other programs' SQLite files.
APPLICATION_ID = 0x50694469

# Counts the changes to SCHEMA; every change brings a step in `migrations`.
SCHEMA_VERSION = 1

SCHEMA = """
-- What happened, in the order in which it was committed. Rows are added and never touched again.
CREATE TABLE events (
    -- Order across all starts, where times cannot be compared. AUTOINCREMENT never gives a number
    -- twice and a rolled-back row leaves no hole, so a hole means that somebody took a row out.
    seq  INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The game that the event belongs to; NULL in the lobby.
    game INTEGER,
    -- The event's class, so that a row can be read without trying them all.
    kind TEXT NOT NULL,
    -- Its fields as JSON: legible with any SQLite tool. Players stand in it by id, never by name.
    body TEXT NOT NULL
) STRICT;

-- The rulings as they were given: what the players saw stands, even if the rules are read otherwise later.
CREATE TABLE rulings (
    -- The event that closed or corrected the turn.
    seq  INTEGER NOT NULL,
    -- Game and turn stand in the ruling, too; here they are to be searched for.
    game INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    -- The whole ruling as JSON.
    ruling TEXT NOT NULL,
    -- Which reading of the rules gave it, so that a later difference can be explained.
    rules_version INTEGER NOT NULL,
    -- The variants and house rules in force, as JSON.
    settings TEXT NOT NULL,
    -- A correction of an old turn rules several turns anew beside one event, but each only once.
    PRIMARY KEY (seq, turn)
) STRICT;

CREATE INDEX rulings_by_game ON rulings (game);

-- Who the players are: the only rows that change, so that a name can be put right or erased.
CREATE TABLE names (
    -- The id that stands in the events.
    player TEXT NOT NULL PRIMARY KEY,
    -- The name as typed by people.
    name   TEXT NOT NULL
) STRICT;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
-- INSERT OR REPLACE deletes without waking the trigger above. (An open seq reads as -1 here.)
CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <> -1 AND NEW.seq <= (SELECT MAX(seq) FROM events)
BEGIN SELECT RAISE(ABORT, 'events are only added at the end'); END;

CREATE TRIGGER rulings_stay BEFORE UPDATE ON rulings
BEGIN SELECT RAISE(ABORT, 'rulings are never changed'); END;
CREATE TRIGGER rulings_remain BEFORE DELETE ON rulings
BEGIN SELECT RAISE(ABORT, 'rulings are never deleted'); END;
CREATE TRIGGER rulings_follow BEFORE INSERT ON rulings
WHEN NEW.seq IS NOT (SELECT MAX(seq) FROM events)
    OR EXISTS (SELECT 1 FROM rulings WHERE seq = NEW.seq AND turn = NEW.turn)
BEGIN SELECT RAISE(ABORT, 'a ruling is only added beside the newest event, once for a turn'); END;
"""

# Made when the first evenings are put away, and not before: a log that was never cut is as it ever was, and
# an older program still plays on one that was. One row for each file that lies beside the log.
PUT_AWAY = """
CREATE TABLE IF NOT EXISTS put_away (
    -- The last event in that file; all before it are there, or were put away earlier.
    last INTEGER NOT NULL PRIMARY KEY,
    -- The highest number of a game so far: none is given twice.
    game INTEGER NOT NULL,
    -- What the file is called, for people who look for it.
    file TEXT NOT NULL,
    -- The SHA-256 of its bytes: files of two logs, or of one that was restored, may hold the same numbers.
    digest TEXT NOT NULL
) STRICT
"""

# All that is ever written.
ADD_EVENT = "INSERT INTO events (game, kind, body) VALUES (?, ?, ?)"
ADD_RULING = """
INSERT INTO rulings (seq, game, turn, ruling, rules_version, settings) VALUES (?, ?, ?, ?, ?, ?)
"""
SET_NAME = """
INSERT INTO names (player, name) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET name = excluded.name
"""
FORGET_NAME = "DELETE FROM names WHERE player = ?"
