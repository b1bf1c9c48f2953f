// One turn with everything about it that people can put right, each in two taps.

import { COLOURS, el, nameOf, t } from "/static/common.js";
import { gem, imp, mark, orderDie } from "/static/shapes.js";
import { choose, sure } from "/static/desk_choose.js";
import { hasPicture, picture, pictureShown } from "/static/desk_picture.js";
import { seen, send } from "/static/desk_send.js";
import { tray } from "/static/desk_tray.js";
import { singleDie } from "/static/tray.js";

export const ORDERS = ["greatest_sum", "smallest_sum", "most_odd", "highest_value", "greatest_difference", "closest"];
export const RIVALS = ["black", "white", "red"];
const MOST_GEMS = 5;

const colourName = (colour) => t(`desk_colour_${colour}`);
const orderName = (order) => (order ? t(`desk_order_${order}`) : t("desk_order_unknown"));
const impName = (colour) => (colour ? colourName(colour) : t("desk_nothing"));

/** A colour as people see it everywhere: shape, letter and name. */
export const sign = (colour, letters = {}) =>
  el("span", { class: `sign sign-${colour}` }, mark(colour), el("b", {}, letters[colour] ?? colour[0].toUpperCase()), " ", colourName(colour));

/** The turn that the snapshot shows: the one under way, or the one just ruled, as people put it right. */
export function turnInHand(snapshot) {
  const ruling = snapshot.ruling;
  return {
    game: ruling?.game ?? snapshot.game,
    turn: ruling?.turn ?? snapshot.turn,
    order: snapshot.order,
    order_die: snapshot.order_die,
    dice: snapshot.dice ?? [],
    picture: snapshot.picture ?? null,
    tray_mm: snapshot.tray_mm,
    ruling,
    open: !ruling,
    players: snapshot.players,
    letters: snapshot.letters,
    asked: snapshot.questions.map((question) => question.die),
  };
}

let drawing = false; // somebody would rather tap the drawn dice

/** How the dice are shown, as a value: the turn is drawn anew when this changes. */
export const turnShown = () => [drawing, pictureShown()];

/** The turn: the dice in the camera's picture or drawn, order, ruling, and every seat's imp and gems. */
export function turnCard(turn, again = () => {}) {
  const has = turn.dice.length > 0 || turn.order;
  return el(
    "div", { class: "desk-turn" },
    el("div", { class: "desk-turn-left" }, has ? whatLies(turn, again) : el("p", { class: "empty" }, t("desk_no_dice"))),
    el("div", { class: "desk-turn-right" }, ruled(turn), grabs(turn), has && wholeTurn(turn)),
  );
}

function whatLies(turn, again) {
  const taps = { onDie: (die) => pickValue(turn, die), onOrder: () => pickOrder(turn) };
  if (!hasPicture(turn)) return tray(turn, taps);
  const change = (to) => () => {
    drawing = to;
    again();
  };
  const way = (to, key, words) => el("button", { type: "button", "aria-pressed": String(drawing === to), data: { key }, onclick: change(to) }, words);
  return [
    drawing ? tray(turn, taps) : picture(turn, taps),
    el("p", { class: "desk-ways", role: "group", "aria-label": t("desk_ways") }, way(false, "way-picture", t("desk_way_picture")), way(true, "way-drawing", t("desk_way_drawing"))),
  ];
}

function ruled(turn) {
  const { ruling } = turn;
  const order = el("p", { class: "desk-order" }, el("span", { class: "quiet-label" }, t("desk_order")), " ", orderName(turn.order));
  if (!ruling) return el("div", { class: "desk-ruling" }, order, el("p", { class: "quiet-label" }, t("desk_not_ruled")));
  return el(
    "div", { class: "desk-ruling", role: "status", "aria-live": "polite" },
    order,
    ruling.answer && el("p", { class: "desk-answer" }, el("span", { class: "quiet-label" }, t("desk_answer")), " ", sign(ruling.answer, turn.letters)),
    el("p", { class: "desk-reason" }, ruling.reason),
    el("p", { class: "badges" },
      ruling.corrected && el("span", { class: "badge" }, t("desk_corrected")),
      ruling.struck && el("span", { class: "badge" }, t("desk_struck")),
      ruling.played_on && el("span", { class: "badge" }, t("desk_played_on"))),
  );
}

function grabs(turn) {
  const rows = turn.players.map((player) => grabRow(turn, player));
  return el("div", { class: "desk-grabs" }, el("h3", {}, t("desk_grabs")), el("ul", {}, rows));
}

function grabRow(turn, player) {
  const name = nameOf(player);
  const label = t("desk_grab_button", { player: name, imp: impName(player.took) });
  const picture = player.took ? imp(player.took) : el("span", { class: "no-imp", "aria-hidden": "true" }, "–");
  const notes = [player.time_text, player.early && t("desk_early"), player.gone && t("desk_gone", { colour: colourName(player.gone) }), !player.still_in && t("desk_out")];
  return el(
    "li", { class: `grab verdict-${player.verdict ?? "open"}` },
    el("button", { type: "button", class: "grab-imp", "aria-label": label, title: label, data: { key: `grab-${player.seat}` }, onclick: () => pickImp(turn, player) },
      picture, el("span", {}, impName(player.took))),
    el("span", { class: "grab-who" }, el("b", { class: "name" }, name), el("span", { class: "quiet-label" }, notes.filter(Boolean).join(" · ")), verdict(player)),
    gems(turn, player),
  );
}

function verdict(player) {
  const SIGN = { right: "✓", gained: "✓", gained_at_most: "✓", wrong: "✗", none: "✗" };
  if (!player.verdict) return null;
  return el("span", { class: "grab-verdict" }, el("i", { "aria-hidden": "true" }, SIGN[player.verdict] ?? "–"), " ", player.verdict_text ?? player.result_text ?? "");
}

function gems(turn, player) {
  if (player.gems === null || player.gems === undefined) return null;
  const name = nameOf(player);
  const change = (by) => () =>
    send(
      { kind: "correct", turn: turn.turn, game: turn.game, gems: [[player.seat, by]] },
      t("desk_what_gems", { player: name, change: by > 0 ? "+1" : "−1" }),
    );
  const button = (by, text, key) =>
    el("button", { type: "button", class: "gem-step", "aria-label": t(key, { player: name }), disabled: turn.open, data: { key: `gems-${player.seat}-${by}` }, onclick: change(by) }, text);
  const count = player.gems === 1 ? t("desk_gem_1") : t("desk_gems_n", { n: player.gems });
  const picture = Array.from({ length: MOST_GEMS }, (_, index) => gem(index >= player.gems));
  return el(
    "span", { class: "grab-gems" },
    button(-1, "−", "desk_gem_less"),
    el("span", { class: "gem-row", role: "img", "aria-label": count, title: count }, picture),
    button(1, "+", "desk_gem_more"),
  );
}

function wholeTurn(turn) {
  const strike = turn.ruling?.struck
    ? el("button", { type: "button", data: { key: "unstrike" }, onclick: () => correct(turn, { struck: false }, t("desk_unstrike")) }, t("desk_unstrike"))
    : el("button", { type: "button", data: { key: "strike" }, onclick: () => askToStrike(turn) }, t("desk_strike"));
  const closest = turn.order === "closest" && el("button", { type: "button", data: { key: "closest" }, onclick: () => pickClosest(turn) }, t("desk_closest"));
  return el("p", { class: "desk-whole" }, closest, strike);
}

function askToStrike(turn) {
  const knowing = seen();
  sure(t("desk_strike_sure", { turn: turn.turn }), t("desk_yes_strike"), () => correct(turn, { struck: true }, t("desk_strike"), knowing));
}

function correct(turn, what, words, knowing) {
  return send({ kind: "correct", turn: turn.turn, game: turn.game, ...what }, words, knowing);
}

function pickValue(turn, die) {
  const knowing = seen();
  const colour = colourName(die.colour);
  const choices = [1, 2, 3, 4, 5, 6].map((value) => ({
    label: String(value),
    picture: singleDie(die.colour, value),
    now: value === die.value,
    note: value === die.value ? t("desk_now_value") : die.maybe?.includes(value) ? t("desk_maybe_value") : "",
    pick: () => correct(turn, { dice: [[die.index, value]] }, t("desk_what_die", { colour, value }), knowing),
  }));
  choose(t("desk_which_value", { colour }), choices, "six");
}

function pickOrder(turn) {
  const knowing = seen();
  const now = turn.order_die?.face ?? turn.order;
  const choices = ORDERS.map((order) => ({
    label: orderName(order),
    picture: orderDie(order),
    now: order === now,
    note: order === now ? t("desk_now_value") : "",
    pick: () => correct(turn, { order }, t("desk_what_order", { order: orderName(order) }), knowing),
  }));
  choose(t("desk_which_order"), choices, "orders");
}

function pickImp(turn, player) {
  const knowing = seen();
  const name = nameOf(player);
  const choices = [...COLOURS, null].map((colour) => ({
    label: impName(colour),
    picture: colour ? imp(colour) : el("span", { class: "no-imp", "aria-hidden": "true" }, "–"),
    now: colour === player.took,
    note: colour === player.took ? t("desk_now_value") : "",
    pick: () => correct(turn, { grabs: [[player.seat, colour]] }, t("desk_what_grab", { player: name, imp: impName(colour) }), knowing),
  }));
  choose(t("desk_which_imp", { player: name }), choices, "five");
}

function pickClosest(turn) {
  const knowing = seen();
  const choices = [...RIVALS, "gray"].map((colour) => ({
    label: colour === "gray" ? t("desk_closest_tie") : colourName(colour),
    picture: imp(colour),
    pick: () => correct(turn, { closest: colour }, t("desk_what_closest", { colour: colourName(colour) }), knowing),
  }));
  choose(t("desk_which_closest"), choices, "four");
}
