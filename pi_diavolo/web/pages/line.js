// The live line: every new state of the table, and from a seat's phone its taps.

import { api, forgetToken } from "/static/asking.js";
import { TableClock } from "/static/table_clock.js";
import { banner } from "/static/telling.js";
import { language, onLanguage } from "/static/words.js";

// The table pings every 5 s: silent for longer, the line is dead though no socket has said so.
const SILENCE_MS = 12_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
// How the table ends the line of a phone whose seat was freed.
const FREED = 4001;

/**
 * Follow the table: onSnapshot(snapshot) for each new state, onLine(up) when the line comes or goes,
 * onMessage(message) for what is neither. Reconnects by itself; the first snapshot catches everything up.
 */
export function live({ role = null, onSnapshot, onLine = banner, onMessage = () => {}, onSeatLost = () => {} }) {
  const clock = new TableClock();
  let socket = null, wait = FIRST_WAIT_MS, timer = 0, watchdog = 0, measuring = 0, failed = 0, closed = false;
  let newest = { epoch: null, version: -1 };

  function open() {
    clearTimeout(timer);
    const query = new URLSearchParams({ lang: language(), ...(role ? { role } : {}) });
    const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live?${query}`);
    mine.onmessage = (event) => mine === socket && heard(JSON.parse(event.data));
    mine.onopen = () => mine === socket && measure();
    mine.onclose = (event) => mine === socket && (event.code === FREED ? freed() : lost());
    stayAwake();
  }

  function heard(message) {
    if ("nonce" in message) send({ pong: message.nonce }); // first of all: the table measures how long it takes
    stayAwake();
    wait = FIRST_WAIT_MS;
    failed = 0;
    onLine(true);
    if ("ping" in message) clock.told(message.ping);
    else if ("clock" in message) clock.measured(message.clock, message.table);
    else if ("status" in message && "players" in message) changed(message);
    else onMessage(message);
  }

  function changed(snapshot) {
    clock.told(snapshot.now, snapshot.speed);
    const older = snapshot.epoch === newest.epoch && snapshot.version < newest.version;
    if (older && snapshot.lang === newest.lang) return;
    if (newest.epoch !== null && snapshot.epoch !== newest.epoch) {
      forgetToken();
      measure();
    }
    newest = snapshot;
    onSnapshot(snapshot);
  }

  /** Measure the clock from the beginning: what was measured before says nothing any more. */
  function measure() {
    clearTimeout(measuring);
    clock.forget();
    if (role !== "seat") return;
    let asked = 0;
    const once = () => {
      send({ clock: clock.ask() });
      asked += 1;
      measuring = setTimeout(once, asked < 6 ? 150 : 10_000);
    };
    once();
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function stayAwake() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENCE_MS);
  }

  async function lost() {
    drop();
    if (closed) return;
    onLine(false);
    failed += 1;
    // A seat's line is refused as often as it is tried where the seat is not this phone's any more.
    if (role === "seat" && failed >= 2) {
      const answer = await api("GET", "/api/me");
      if (closed || socket !== null) return;
      if (answer.ok && answer.data?.seat === null) {
        role = null;
        onSeatLost();
      }
    }
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  function freed() {
    role = null;
    again();
    onSeatLost();
  }

  function drop() {
    clearTimeout(timer);
    clearTimeout(watchdog);
    clearTimeout(measuring);
    const old = socket;
    socket = null;
    old?.close();
  }

  function again() {
    drop();
    wait = FIRST_WAIT_MS;
    failed = 0;
    if (!closed) open();
  }

  onLanguage(again);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    // Some phones' own clock stands still while they sleep.
    if (socket?.readyState === WebSocket.OPEN) measure();
    else again();
  });
  open();

  return {
    clock,
    send,
    /** Be a seat from now on ("seat"), or a mere onlooker (null). */
    setRole(to) { if (to !== role) { role = to; again(); } },
    /** Take an imp; `when` is the timeStamp of the press. False while the line is down. */
    grab: (colour, when) => send({ grab: colour, at: clock.at(when), error: clock.error }),
    get snapshot() { return newest.epoch === null ? null : newest; },
    close() { closed = true; drop(); },
  };
}
