// The players round the table: gems, what each took, and what it came to.

import { byId, el, nameOf, setText, show, t } from "/static/common.js";
import { BAD, GOOD, MAY_TAKE, MOST_GEMS, chip, draw, mySeat, now } from "/static/board.js";
import { shatter, sparkle } from "/static/celebrate.js";
import { gem } from "/static/shapes.js";

const cards = new Map();

/** Clockwise seen from above: the first half down the right side, the rest up the left. */
function placed(players) {
  const half = Math.ceil(players.length / 2);
  return players.map((one, index) => (index < half ? ["right", index + 1] : ["left", players.length - index]));
}

export function showPlayers(before) {
  const list = byId("players");
  const seats = now.players.map((one) => one.seat);
  for (const [seat, card] of cards) if (!seats.includes(seat)) { card.root.remove(); cards.delete(seat); }
  const places = placed(now.players);
  now.players.forEach((one, index) => {
    if (!cards.has(one.seat)) cards.set(one.seat, playerCard());
    const card = cards.get(one.seat);
    if (list.children[index] !== card.root) list.insertBefore(card.root, list.children[index] ?? null);
    card.root.dataset.side = places[index][0];
    card.root.style.setProperty("--row", places[index][1]);
    card.update(one, before);
  });
  byId("main").style.setProperty("--rows", String(Math.max(1, Math.ceil(seats.length / 2))));
  byId("main").dataset.players = String(seats.length);
}

function playerCard() {
  const name = el("span", { class: "player-name" }), badges = el("span", { class: "badges" });
  const gems = el("p", { class: "gems", role: "img" }), change = el("p"), deed = el("p", { class: "deed" }), verdict = el("p", { class: "verdict" });
  const root = el("li", { class: "player panel" }, el("h2", { class: "player-head" }, name, badges), el("div", { class: "gems-line" }, gems, change), el("div", { class: "player-deed" }, deed, verdict));
  let count = null;
  return {
    root,
    update(one, before) {
      setText(name, nameOf(one));
      const kinds = { rolls: now.roller === one.seat && !now.over, out: !one.still_in, mine: mySeat === one.seat, wins: now.over && now.winner === one.seat,
        good: GOOD.includes(one.verdict), bad: BAD.includes(one.verdict), took: one.took !== null };
      for (const [kind, on] of Object.entries(kinds)) root.classList.toggle(`player-${kind}`, on);
      draw(badges, [kinds, one.youngest, one.phone, one.simulated, now.status === "lobby"], () => badgesOf(one, kinds));
      showGems(gems, one, count, before);
      count = one.gems;
      draw(deed, [one.took, one.time_text, one.early, one.gone, kinds.out, one.verdict], () => deedOf(one, kinds));
      draw(change, one.change, () => changeOf(one.change));
      draw(verdict, one.verdict, () => verdictOf(one.verdict));
    },
  };
}

const badge = (kind, sign, text) => el("span", { class: `badge badge-${kind}`, title: text }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "badge-text" }, text));

function badgesOf(one, kinds) {
  return [
    kinds.wins && badge("wins", "♛", ""),
    kinds.mine && badge("mine", "★", t("board_you")),
    kinds.rolls && badge("rolls", "⚄", t("board_rolls")),
    kinds.out && badge("out", "✕", t("board_out")),
    one.youngest && now.status === "lobby" && badge("youngest", "★", t("board_youngest")),
    one.phone && !kinds.mine && badge("phone", "✆", t("board_phone")),
  ];
}

function showGems(place, one, count, before) {
  const known = one.gems !== null;
  show(place, known);
  if (!known) return;
  const most = Math.max(MOST_GEMS, one.gems);
  while (place.children.length < most) place.append(el("span", { class: "setting" }));
  while (place.children.length > most) place.lastChild.remove();
  place.setAttribute("aria-label", t("board_gems", { gems: one.gems, most }));
  [...place.children].forEach((setting, index) => {
    const full = index < one.gems;
    if (setting.dataset.full === String(full)) return;
    setting.dataset.full = String(full);
    setting.replaceChildren(gem(!full));
    // The first look at a game and a new game show gems as they are; only what people saw change moves.
    if (count === null || !before || before.game !== now.game || before.epoch !== now.epoch) return;
    if (full) sparkle(setting);
    else shatter(setting);
  });
}

function deedOf(one, kinds) {
  if (one.took) {
    const time = one.early ? el("span", { class: "early" }, t("board_early")) : one.time_text && el("span", { class: "time" }, one.time_text);
    return [chip(one.took), time];
  }
  if (one.gone) return el("span", { class: "gone" }, chip(one.gone), " ", t("board_gone"));
  if (one.verdict || kinds.out || !MAY_TAKE.includes(now.status)) return null;
  return el("span", { class: "thinking" }, t("board_thinking"));
}

const changeOf = (change) => Boolean(change) && el("span", { class: `change change-${change > 0 ? "good" : "bad"}` }, change > 0 ? `+${change}` : `−${-change}`);

function verdictOf(verdict) {
  if (!verdict) return null;
  const good = GOOD.includes(verdict), bad = BAD.includes(verdict);
  return el("span", { class: `pill pill-${good ? "good" : bad ? "bad" : "plain"}` },
    el("span", { class: "pill-sign", "aria-hidden": "true" }, good ? "✓" : bad ? "✗" : "–"), el("span", {}, t(`board_${verdict}`)));
}
