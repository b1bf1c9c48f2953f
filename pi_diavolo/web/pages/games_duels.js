// Duels among the games of the past: rounds instead of turns, trials won by element, and the imps that were played.

import { el, number, t } from "/static/common.js";
import { elementMark } from "/static/duel_pieces.js";
import { named, percent } from "/static/games_words.js";

export const DUELS = "devilish-duels";
const MOST_IMPS = 6;

/** How many rounds a duel had, as other games have turns. */
export const roundsOf = (count) => t(count === 1 ? "duel_one_round" : "duel_rounds", { rounds: number(count, 0) });

/** Everyone who duelled: trials and imps side by side, and below how each element and imp did; null if nobody did. */
export function duelNumbers(players) {
  const known = players.filter((one) => DUELS in one.statistics);
  if (!known.length) return null;
  return el("div", { class: "numbers" }, el("section", { class: "panel box" }, ranking(known)), el("div", { class: "pair" }, known.map(details)));
}

function ranking(known) {
  const heads = ["games_player", "duel_rounds_word", "duel_trials_won", "duel_doubly_word", "duel_banished_word", "duel_lost_word"];
  return el("table", { class: "ranking" },
    el("thead", {}, el("tr", {}, heads.map((key) => el("th", { scope: "col", class: key }, t(key))))),
    el("tbody", {}, known.map((one) => {
      const counted = one.statistics[DUELS];
      const cells = [number(counted.rounds, 0), `${number(counted.won, 0)} · ${percent(counted.won, counted.trials)}`, number(counted.doubly, 0), number(counted.banished, 0), number(counted.lost, 0)];
      return el("tr", {}, el("th", { scope: "row" }, named(one)), cells.map((cell, place) => el("td", { class: heads[place + 1] }, cell)));
    })));
}

function details(one) {
  const counted = one.statistics[DUELS];
  const title = `h-duels-${one.player}`;
  const elements = counted.elements.map((row) => el("li", {}, elementMark(row.element), " ", t(`duel_element_${row.element}`), ": ", el("b", {}, percent(row.won, row.held)), el("span", { class: "quiet" }, ` ${t("duel_won_of", { won: number(row.won, 0), held: number(row.held, 0) })}`)));
  const imps = counted.imps.slice(0, MOST_IMPS).map((row) => el("li", {}, el("b", {}, row.imp), el("span", { class: "quiet" }, ` ${[t(row.played === 1 ? "duel_played_once" : "duel_played_n", { n: number(row.played, 0) }), row.banished > 0 && t(row.banished === 1 ? "duel_banished_once" : "duel_banished_n", { n: number(row.banished, 0) })].filter(Boolean).join(", ")}`)));
  return el("section", { class: "panel box duel-numbers", "aria-labelledby": title }, el("h2", { id: title }, named(one)),
    el("ul", { class: "turn-trials" }, elements), el("h3", {}, t("duel_imps_played")), el("ul", { class: "turn-trials" }, imps));
}
