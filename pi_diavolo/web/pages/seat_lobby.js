// A phone before the game begins, where no colours are pressed: sit down by name, say who is the youngest, begin.

import { api, command, el, nameOf, t } from "/static/common.js";

/** Where a roll decides who begins, nobody must be the youngest. */
export const needsYoungest = ({ kind = "diavolo", rules }) => kind === "diavolo" || rules?.first_lead === "youngest";

/** What the lobby shows, as a value: it is drawn anew when this changes. */
export const lobbyShown = ({ status, locked, players, rules }) => [status, locked, players.map(({ seat, name, youngest }) => [seat, name, youngest]), rules?.first_lead];

/** The lobby of one seat; `players` are how many the game is for, `flash(text)` tells what was refused, `game` names its texts. */
export function seatLobby(snapshot, seat, { players, flash, game = "duel" }) {
  const ask = async (kind, fields) => {
    let answer = await command(kind, snapshot, fields);
    // Two sit down at the same moment; a seat that is taken is refused anyway, so once more is safe.
    if (answer.status === 409 && kind === "sit") {
      const now = await api("GET", "/api/state");
      if (now.ok) answer = await command(kind, now.data, fields);
    }
    if (!answer.ok) flash(answer.message || t("common_refused"));
  };
  const mine = snapshot.players.find((player) => player.seat === seat);
  return el("section", { class: "seat-lobby" },
    el("p", { class: "seat-say", role: "status", "aria-live": "polite" }, say(snapshot, mine, players, game)),
    snapshot.locked ? null : mine ? sits(snapshot, mine, players, ask, game) : sitDown(seat, ask),
    el("ul", { class: "seat-others" }, snapshot.players.filter((player) => player !== mine).map((player) => el("li", {}, el("b", { class: "seat-number" }, String(player.seat)), " ", nameOf(player), player.youngest ? " ★" : ""))));
}

function say(snapshot, mine, players, game) {
  if (snapshot.locked) return t("seat_lobby_locked");
  if (!mine) return t("duel_lobby_free");
  if (snapshot.players.length < players) return t(`${game}_lobby_waits`);
  return t(needsYoungest(snapshot) && !snapshot.players.some((player) => player.youngest) ? "duel_lobby_youngest" : `${game}_lobby_ready`);
}

function sitDown(seat, ask) {
  const input = el("input", { type: "text", maxlength: 30, autocomplete: "off", spellcheck: "false", "aria-label": t("duel_lobby_name"), placeholder: t("duel_lobby_name"), data: { key: "name" } });
  const sit = (event) => {
    event.preventDefault();
    if (input.value.trim()) ask("sit", { seat, name: input.value.trim() });
    else input.focus();
  };
  return el("form", { class: "seat-sit", onsubmit: sit }, input, el("button", { type: "submit", class: "duel-send main", data: { key: "sit" } }, t("duel_lobby_sit")));
}

function sits(snapshot, mine, players, ask, game) {
  const wanted = needsYoungest(snapshot);
  const ready = snapshot.players.length === players && (!wanted || snapshot.players.some((player) => player.youngest));
  return el("div", { class: "duel-go" },
    wanted && el("button", { type: "button", "aria-pressed": String(mine.youngest), data: { key: "youngest" }, onclick: () => ask("youngest", { seat: mine.seat }) }, mine.youngest ? "★ " : "☆ ", t("duel_lobby_i_am_youngest")),
    el("button", { type: "button", class: "duel-send main", disabled: !ready, data: { key: "start" }, onclick: () => ask("start", {}) }, t(`${game}_lobby_start`)),
    el("button", { type: "button", class: "duel-pass", data: { key: "stand-up" }, onclick: () => ask("leave", { seat: mine.seat }) }, t("duel_lobby_leave")));
}
