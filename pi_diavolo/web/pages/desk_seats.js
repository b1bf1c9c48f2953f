// Who sits where: players in the order of their seats, to be dragged or moved with buttons.

import { el, nameOf, t } from "/static/common.js";
import { send } from "/static/desk_send.js";

const LONGEST_NAME = 30;

/** Is somebody dragging? Then the list must not be made anew under their finger. */
export let dragging = false;

// Who sat down by a press has no name yet; the one shown becomes theirs.
const names = (players) => players.map((player) => nameOf(player));

function inOrder(players) {
  return send({ kind: "order_seats", seats: names(players) }, t("desk_what_order_seats"));
}

/** The players, and a line to seat another. */
export function seatsCard(snapshot) {
  const lobby = snapshot.status === "lobby";
  const list = el("ol", { class: "seats" });
  for (const player of snapshot.players) list.append(row(snapshot, player, lobby, list));
  return el(
    "div", { class: "card" },
    el("h2", {}, t("desk_players")),
    el("p", { class: "quiet-label" }, t(lobby ? "desk_players_why" : "desk_players_in_game")),
    snapshot.players.length ? list : el("p", { class: "empty" }, t("desk_nobody")),
    lobby && sitDown(snapshot),
  );
}

function row(snapshot, player, lobby, list) {
  const name = nameOf(player);
  const place = snapshot.players.indexOf(player);
  const moved = (by) => () => {
    const order = [...snapshot.players];
    order.splice(place + by, 0, ...order.splice(place, 1));
    inOrder(order);
  };
  const arrow = (by, text, key) =>
    el("button", {
      type: "button", class: "small", "aria-label": t(key, { player: name }), data: { key: `${key}-${player.name}` },
      disabled: place + by < 0 || place + by >= snapshot.players.length, onclick: moved(by),
    }, text);
  const line = el(
    "li", { class: "seat-row", data: { seat: player.seat } },
    lobby && handle(snapshot, list, name),
    el("span", { class: "seat-number", title: t("desk_seat", { seat: player.seat }) }, String(player.seat)),
    el("span", { class: "name" }, name, player.simulated && el("small", {}, ` ${t("desk_simulated")}`)),
    lobby ? youngest(player, name) : player.youngest && el("span", { class: "badge" }, t("desk_youngest")),
    lobby && arrow(-1, "↑", "desk_up"),
    lobby && arrow(1, "↓", "desk_down"),
    lobby && el("button", { type: "button", class: "small", "aria-label": t("desk_remove", { player: name }), data: { key: `leave-${player.seat}` },
      onclick: () => send({ kind: "leave", seat: player.seat }, t("desk_remove", { player: name })) }, "✕"),
  );
  return line;
}

function youngest(player, name) {
  const label = t("desk_youngest_button", { player: name });
  return el("button", {
    type: "button", class: "youngest", "aria-pressed": String(Boolean(player.youngest)), "aria-label": label, title: label,
    data: { key: `youngest-${player.seat}` }, onclick: () => send({ kind: "youngest", seat: player.seat }, label),
  }, el("span", { "aria-hidden": "true" }, player.youngest ? "★" : "☆"), " ", t("desk_youngest"));
}

/** The handle by which a row is dragged, with mouse, pen or finger. The arrows do the same for the keyboard. */
function handle(snapshot, list, name) {
  const grip = el("span", { class: "grip", "aria-hidden": "true", title: t("desk_drag", { player: name }) }, "⠿");
  grip.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || list.closest("fieldset")?.disabled) return;
    down.preventDefault();
    const line = grip.closest("li");
    dragging = true;
    line.classList.add("dragged");
    // The window hears the pointer wherever it goes; the row itself moves about under it.
    const move = (event) => carry(list, line, event.clientY);
    const drop = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      dragging = false;
      line.classList.remove("dragged");
      if (event.type === "pointerup") dropped(snapshot, list);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  });
  return grip;
}

function carry(list, line, y) {
  const others = [...list.children].filter((other) => other !== line);
  const below = others.find((other) => {
    const box = other.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  if (below !== line.nextElementSibling) list.insertBefore(line, below ?? null);
}

function dropped(snapshot, list) {
  const order = [...list.children].map((line) => snapshot.players.find((player) => player.seat === Number(line.dataset.seat)));
  if (order.some((player, place) => player !== snapshot.players[place])) inOrder(order);
}

function sitDown(snapshot) {
  const taken = snapshot.players.map((player) => player.seat);
  const free = Array.from({ length: snapshot.seats ?? 6 }, (_, place) => place + 1).filter((seat) => !taken.includes(seat));
  if (free.length === 0) return el("p", { class: "quiet-label" }, t("desk_full"));
  const name = el("input", { id: "sit-name", type: "text", maxlength: LONGEST_NAME, autocomplete: "off", required: true, data: { key: "sit-name" } });
  const seat = el("select", { id: "sit-seat", data: { key: "sit-seat" } }, free.map((number) => el("option", { value: number }, String(number))));
  const form = el(
    "form", { class: "sit" },
    el("label", { for: "sit-name" }, t("desk_name")), name,
    el("label", { for: "sit-seat" }, t("desk_add_at")), seat,
    el("button", { type: "submit", class: "main", data: { key: "sit-go" } }, t("desk_add")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = name.value;
    const done = await send({ kind: "sit", seat: Number(seat.value), name: typed }, t("desk_what_sit", { player: typed }));
    const field = document.getElementById("sit-name");
    if (done && field?.value === typed) field.value = "";
    field?.focus();
  });
  return form;
}
