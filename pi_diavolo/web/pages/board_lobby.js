// Before the game: sitting down, choosing the youngest, starting; nobody needs the desk for it.

import { byId, command, el, nameOf, show, t, toast } from "/static/common.js";
import { draw, now, player, seats } from "/static/board.js";
import { needsYoungest } from "/static/seat_lobby.js";

/** Ask the table for something, and say so where it says no. */
export async function ask(kind, fields) {
  let answer = await command(kind, now, fields);
  // Children sit down at the same moment; a seat that is taken is refused anyway, so once more is safe.
  if (answer.status === 409 && kind === "sit") {
    await new Promise((done) => setTimeout(done, 250));
    answer = await command(kind, now, fields);
  }
  if (!answer.ok) toast(answer.message || t(answer.status === 409 ? "common_overtaken" : "common_refused"), "bad");
  return answer.ok;
}

export function showLobby() {
  const lobby = now.status === "lobby";
  show(byId("lobby"), lobby);
  show(byId("centre"), !lobby);
  show(byId("players"), !lobby);
  if (!lobby) return;
  const open = !now.locked;
  const sitting = now.players.map(({ seat, name, youngest }) => [seat, name, youngest]);
  const typed = Object.fromEntries([...byId("lobby").querySelectorAll("input")].map((input) => [input.dataset.seat, input.value]));
  const focused = document.activeElement?.dataset?.seat;
  draw(byId("lobby"), [sitting, now.locked, now.seats, needsYoungest(now)], () => [
    el("ul", { class: "seats", data: { seats: seats().length } }, seats().map((seat) => (player(seat) ? takenSeat(player(seat), open) : freeSeat(seat, open, typed[seat])))),
    el("div", { class: "lobby-start" }, startButton(open)),
  ]);
  if (focused && document.activeElement === document.body) byId("lobby").querySelector(`input[data-seat="${focused}"]`)?.focus();
}

function freeSeat(seat, open, typed = "") {
  const input = el("input", { type: "text", maxlength: 30, autocomplete: "off", spellcheck: "false", "aria-label": t("board_name_for", { seat }), placeholder: t("board_sit_hint"), data: { seat } });
  input.value = typed;
  const sit = (event) => {
    event.preventDefault();
    if (input.value.trim()) ask("sit", { seat, name: input.value.trim() }).then((done) => done && nextFreeSeat(seat));
    else input.focus();
  };
  return el("li", { class: "seat seat-free", data: { seat } }, el("span", { class: "seat-number", "aria-hidden": "true" }, String(seat)),
    open && el("form", { onsubmit: sit }, input, el("button", { type: "submit", class: "button" }, t("board_sit"))));
}

function nextFreeSeat(after) {
  const free = [...byId("lobby").querySelectorAll("input")].filter((input) => input.value === "");
  (free.find((input) => Number(input.dataset.seat) > after) ?? free[0])?.focus();
}

function takenSeat(one, open) {
  const forWhom = (text) => `${text} – ${nameOf(one)}`;
  return el("li", { class: `seat seat-taken ${one.youngest ? "seat-youngest" : ""}`, data: { seat: one.seat } },
    el("span", { class: "seat-number", "aria-hidden": "true" }, String(one.seat)),
    el("span", { class: "player-name" }, nameOf(one)),
    open && el("span", { class: "seat-buttons" },
      needsYoungest(now) && el("button", { type: "button", class: "button button-youngest", "aria-pressed": String(Boolean(one.youngest)), "aria-label": forWhom(t("board_is_youngest")), onclick: () => ask("youngest", { seat: one.seat }) },
        el("span", { "aria-hidden": "true" }, one.youngest ? "★ " : "☆ "), t("board_is_youngest")),
      el("button", { type: "button", class: "button button-quiet", "aria-label": forWhom(t("board_leave")), onclick: () => ask("leave", { seat: one.seat }) }, t("board_leave"))));
}

function startButton(open) {
  if (!open) return [el("p", { class: "lobby-hint" }, t("board_locked")), el("a", { class: "button button-big", href: "/desk" }, t("common_desk"))];
  const few = now.players.length < 2, unsaid = needsYoungest(now) && !now.players.some((one) => one.youngest);
  const hint = few ? "board_need_two" : unsaid ? "board_need_youngest" : "board_ready";
  return [
    el("p", { class: "lobby-hint" }, t(hint)),
    el("button", { type: "button", class: "button button-big", disabled: few || unsaid, onclick: () => ask("start", {}) }, t("board_start")),
  ];
}
