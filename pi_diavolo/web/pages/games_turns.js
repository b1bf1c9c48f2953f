// One game turn by turn: the dice, the order, the answer and why, who took what after how long.

import { el, number, t } from "/static/common.js";
import { DUELS, duelNumbers, roundsOf } from "/static/games_duels.js";
import { duration, named, when } from "/static/games_words.js";
import { statistics } from "/static/games_players.js";
import { gem, mark, orderDie } from "/static/shapes.js";
import { inDoubt, singleDie, tray } from "/static/tray.js";

const GOOD = ["right", "gained", "gained_at_most"];
const RIVALS = ["black", "white", "red"];

const word = (colour) => t(`common_${colour}`);
const chip = (colour) => el("span", { class: `chip chip-${colour}` }, mark(colour), el("span", {}, word(colour)));
const badge = (text, kind = "") => el("span", { class: `badge ${kind}` }, text);

export function gameView(game, players, files) {
  const people = new Map(game.players.map((one) => [one.seat, one]));
  const numbers = game.name === DUELS ? { body: duelNumbers(players.players), drawn: null } : statistics(players.players, { compact: true });
  return {
    title: t("common_game_n", { game: game.game }),
    drawn: numbers.drawn,
    body: [
      el("div", { class: "past-line" }, el("a", { href: "#games", class: "past-back" }, el("span", { "aria-hidden": "true" }, "← "), t("games_back")), files),
      summary(game),
      el("section", { "aria-labelledby": "h-turns" }, el("h2", { id: "h-turns" }, t(game.name === DUELS ? "duel_round_by_round" : "games_turn_by_turn")),
        game.turn_list.length ? el("ol", { class: "turn-list" }, game.turn_list.map((one) => turn(one, people))) : el("p", { class: "quiet" }, t("games_no_turn"))),
      game.turn_list.length ? el("section", { "aria-labelledby": "h-numbers" }, el("h2", { id: "h-numbers" }, t("games_numbers")), numbers.body) : null,
    ],
  };
}

function summary(game) {
  const winner = game.players.find((one) => one.seat === game.winner);
  const last = new Map();
  for (const one of game.turn_list) for (const result of one.results) last.set(result.seat, result.gems);
  const end = winner ? [el("span", { "aria-hidden": "true" }, "★ "), t("games_won_by", { player: "" }).trim(), " ", named(winner)]
    : t(game.over ? "games_nobody" : game.abandoned ? "games_abandoned" : "games_goes_on");
  return el("section", { class: "game-head panel" },
    el("p", { class: "game-winner" }, end),
    el("p", { class: "quiet" }, [when(game.began), game.lasted_s === null ? null : duration(game.lasted_s), game.name === DUELS ? roundsOf(game.turns) : t(game.turns === 1 ? "games_one_turn" : "games_turns", { turns: game.turns })].filter(Boolean).join(" · ")),
    el("ul", { class: "game-people" }, game.players.map((one) => el("li", {}, named(one), last.has(one.seat) ? gems(last.get(one.seat)) : null))));
}

const gems = (count) => el("span", { class: "gems", role: "img", "aria-label": t(count === 1 ? "games_one_gem" : "games_gems", { gems: count }) }, Array.from({ length: 5 }, (_, index) => gem(index >= count)));

function turn(one, people) {
  const badges = [
    one.corrected && badge(t("games_corrected"), "badge-gold"), one.protested && badge(t("games_protested")),
    one.struck && badge(t("games_struck"), "badge-bad"), one.played_on && badge(t("games_played_on")),
    one.results.some((result) => result.photo_finish) && badge(t("games_photo")),
  ];
  return el("li", { class: "turn panel", data: { turn: one.turn } },
    el("div", { class: "turn-head" },
      el("h3", {}, one.duel ? t("duel_round_n", { round: one.turn }) : t("common_turn_n", { turn: one.turn })),
      el("p", { class: "quiet" }, t(one.duel ? "duel_led_by" : "games_rolled_by", { player: "" }).trim(), " ", named(people.get(one.roller) ?? { seat: one.roller })), badges),
    one.order ? el("p", { class: "turn-order" }, orderDie(one.order), el("b", {}, one.order_title),
      one.answer ? [el("span", { "aria-hidden": "true" }, "→"), chip(one.answer)] : null) : null,
    one.dice.length ? dice(one) : one.order && !one.struck ? el("p", { class: "quiet" }, t("games_dice_unknown")) : null,
    el("p", { class: "turn-reason" }, one.reason),
    one.duel ? el("ul", { class: "turn-trials" }, one.duel.trials.map((trial) => el("li", {}, trial.text))) : null,
    one.results.length ? results(one, people) : null,
    lying(one));
}

/** The dice colour by colour with what they score; the best ones are underlined and starred. */
function dice(one) {
  const rows = RIVALS.map((colour) => {
    const mine = one.dice.filter((each) => each.colour === colour);
    const best = one.best.includes(colour), score = one.unsure.includes(colour) ? "?" : colour in one.scores ? number(one.scores[colour]) : null;
    const told = [`${word(colour)}: ${mine.map((each) => `${each.value}${inDoubt(each) ? "?" : ""}`).join(" ")}`, score === null ? "" : ` = ${score}`, best ? `, ${t("games_best")}` : ""].join("");
    return el("li", { class: best ? "dice-row dice-best" : "dice-row" },
      el("span", { class: "unseen" }, told),
      el("span", { class: "dice-picture", "aria-hidden": "true" }, mark(colour), mine.map((each) => singleDie(colour, each.value, { doubted: inDoubt(each) })),
        score === null ? null : el("b", {}, score, one.order === "closest" ? el("small", {}, " mm") : null), best ? "★" : null));
  });
  return el("ul", { class: "dice-rows", "aria-label": t("games_dice") }, rows);
}

function results(one, people) {
  const rows = one.results.map((result) => {
    const good = GOOD.includes(result.verdict), bad = ["wrong", "none"].includes(result.verdict);
    const notes = [
      result.early && badge(t("games_early"), "badge-bad"), result.photo_finish && badge(t("games_photo")),
      result.docked && result.after_ms !== null && badge(t("games_docked")), result.one_of_ms.length > 1 && badge(t("games_one_of")),
      result.fits.length ? el("small", { class: "quiet" }, t("games_would_fit", { orders: result.fits.join(", ") })) : null,
    ];
    return el("tr", { class: good ? "good" : bad ? "bad" : "" },
      el("th", { scope: "row" }, named(people.get(result.seat) ?? result)),
      el("td", {}, result.took ? chip(result.took) : el("span", { class: "quiet" }, t("games_no_imp"))),
      el("td", { class: "time" }, result.time_text || "–"),
      el("td", { class: "verdict" }, el("span", { class: "sign", "aria-hidden": "true" }, good ? "✓" : bad ? "✗" : "–"), " ", t(`games_verdict_${result.verdict}`), notes),
      el("td", { class: "count" }, change(result.change), " ", el("span", {}, number(result.gems, 0), el("span", { class: "unseen" }, ` ${t("games_gems_word")}`), el("span", { class: "one-gem", "aria-hidden": "true" }, gem()))));
  });
  return el("table", { class: "results" },
    el("thead", { class: "unseen" }, el("tr", {}, ["player", "took", "after", "verdict", "gems_word"].map((key) => el("th", { scope: "col" }, t(`games_${key}`))))),
    el("tbody", {}, rows));
}

const change = (by) => (by ? el("b", { class: by > 0 ? "up" : "down" }, by > 0 ? `+${by}` : `−${-by}`) : null);

/** Where the dice lay, drawn only for whoever wants to see it. */
function lying(one) {
  if (!one.dice.some((each) => each.x !== null)) return null;
  const place = el("div", { class: "turn-tray" });
  const details = el("details", { class: "turn-lying", data: { key: `tray-${one.turn}` } }, el("summary", {}, t("games_where")), place);
  details.addEventListener("toggle", () => {
    if (details.open && !place.firstChild) place.append(tray({ dice: one.dice, order_die: one.order_die, order: one.order }, { best: one.best, label: t("games_tray", { turn: one.turn }) }));
  });
  return details;
}
