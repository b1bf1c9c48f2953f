// How everyone plays: numbers, reaction times, right answers by order, and which orders are mixed up.

import { el, number, svg, t } from "/static/common.js";
import { ms, nameIn, named, orderName, percent } from "/static/games_words.js";
import { DUELS, duelNumbers } from "/static/games_duels.js";
import { orderDie } from "/static/shapes.js";

const KIND = "diavolo";
const NUMBERS = ["turns", "right", "wrong", "none", "gems_won", "gems_lost", "early", "photo_finishes", "corrected", "protested"];

export function playersView(answer, chosen, files) {
  const known = answer.players.filter((one) => KIND in one.statistics);
  const duellists = answer.players.filter((one) => DUELS in one.statistics);
  const title = t("games_players_title");
  if (!known.length && !duellists.length) return { title, body: el("section", { class: "past-empty panel" }, el("h2", {}, t("games_empty_title")), el("p", {}, t("games_empty")), el("a", { class: "button button-big", href: "/" }, t("games_empty_play"))) };
  const one = known.find((each) => each.player === chosen);
  if (one) {
    const numbers = details(one);
    return { title: nameIn(one), drawn: numbers.drawn, body: [el("div", { class: "past-line" }, el("a", { href: "#players", class: "past-back" }, el("span", { "aria-hidden": "true" }, "← "), t("games_back_players")), files), numbers.body] };
  }
  const numbers = known.length ? statistics(known) : { body: null, drawn: null };
  const duels = duellists.length > 0 && el("section", { "aria-labelledby": "h-duels" }, el("h2", { id: "h-duels" }, "Imps: Devilish Duels"), duelNumbers(duellists));
  const left = answer.total - answer.players.length;
  return { title, drawn: numbers.drawn, body: [el("div", { class: "past-line" }, el("p", { class: "quiet" }, answer.games === 1 ? `${t("games_one")}.` : t("games_over_all", { games: number(answer.games, 0) }), left > 0 ? ` ${t("games_left_out", { count: left })}` : ""), files), numbers.body, duels] };
}

/** Everyone side by side: a table, and the plot of reaction times. */
export function statistics(players, { compact = false } = {}) {
  const known = players.filter((one) => KIND in one.statistics);
  const plot = reactions(known.map((one) => [one, one.statistics[KIND].reactions]));
  const table = el("table", { class: "ranking" },
    el("thead", {}, el("tr", {}, ["player", ...(compact ? [] : ["games_played", "won"]), "turns_word", "right_word", "median_ms"].map((key) => el("th", { scope: "col", class: `col-${key}` }, t(`games_${key}`))))),
    el("tbody", {}, known.map((one) => {
      const counted = one.statistics[KIND];
      return el("tr", {},
        el("th", { scope: "row" }, el("a", { href: `#player=${encodeURIComponent(one.player)}` }, named(one))),
        compact ? null : [el("td", {}, number(one.games, 0)), el("td", {}, number(one.won, 0))],
        el("td", { class: "col-turns_word" }, number(counted.turns, 0)), el("td", {}, percent(counted.right, counted.turns)), el("td", {}, counted.reactions.n ? number(counted.reactions.median, 0) : "–"));
    })));
  return { body: el("div", { class: "numbers" }, el("section", { class: "panel box" }, table), plot.body), drawn: plot.drawn };
}

/** All about one player. */
function details(one) {
  const counted = one.statistics[KIND];
  const plot = reactions([[one, counted.reactions]]);
  const tile = (value, label) => el("li", { class: "tile" }, el("b", {}, value), el("span", {}, label));
  const tiles = el("ul", { class: "tiles" },
    tile(number(one.games, 0), t("games_games_played")), tile(number(one.won, 0), t("games_won")),
    tile(percent(counted.right, counted.turns), t("games_right_word")), tile(ms(counted.reactions.median), t("games_median")),
    NUMBERS.map((name) => tile(number(counted[name], 0), t(`games_n_${name}`))));
  return { body: el("div", { class: "numbers" }, el("section", { class: "panel box" }, tiles), plot.body, el("div", { class: "pair" }, orders(counted), confusion(counted))), drawn: plot.drawn };
}

// ── Reaction times: a dot for each grab, a box for the middle half, a line for the median ──────────

const ROW = 74, TOP = 8, FOOT = 34;

function reactions(people) {
  const timed = people.filter(([, times]) => times.n > 0);
  const place = el("div", { class: "plot" });
  const body = el("section", { class: "panel box", "aria-labelledby": "h-reactions" },
    el("h2", { id: "h-reactions" }, t("games_reactions")), el("p", { class: "quiet" }, t("games_reactions_about")),
    timed.length ? [legend(), place, spreadTable(timed)] : el("p", {}, t("games_reactions_none")));
  // Only once it stands in the page is it known how wide it may be.
  return { body, drawn: () => timed.length && place.isConnected && place.replaceChildren(plotted(timed, place.clientWidth)) };
}

function dot(right, x, y, r = 3.6) {
  if (right) return svg("circle", { cx: x, cy: y, r, class: "dot dot-right" });
  const arm = r * 0.9;
  return svg("path", { d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`, class: "dot dot-wrong" });
}

const legend = () => el("p", { class: "legend", "aria-hidden": "true" },
  el("span", {}, svg("svg", { viewBox: "-6 -6 12 12" }, dot(true, 0, 0)), t("games_legend_right")),
  el("span", {}, svg("svg", { viewBox: "-6 -6 12 12" }, dot(false, 0, 0)), t("games_legend_wrong")),
  el("span", {}, svg("svg", { viewBox: "0 0 24 12", class: "wide" }, svg("rect", { x: 1, y: 1, width: 22, height: 10, class: "box-half" }), svg("path", { d: "M12 1v10", class: "box-median" })), t("games_legend_box")));

/** Round steps for an axis up to `most`, about `wanted` of them. */
function steps(most, wanted) {
  const rough = most / wanted, size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * size).find((each) => each >= rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

function plotted(people, width) {
  const wide = width > 620, left = wide ? 130 : 8, right = 16, row = wide ? ROW - 16 : ROW;
  // One grab in a hundred comes so late that all the others would shrink to nothing: the axis leaves those out.
  const all = people.flatMap(([, times]) => times.times.map((one) => one.ms)).sort((a, b) => a - b);
  const most = Math.max(100, (all[Math.floor(all.length * 0.99)] ?? 0) * 1.05, ...people.map(([, times]) => times.upper * 1.1));
  const x = (value) => left + (Math.min(value, most) / most) * (width - left - right);
  const height = TOP + people.length * row + FOOT;
  const label = people.map(([one, times]) => t("games_plot_one", { player: nameIn(one), median: ms(times.median), lower: ms(times.lower), upper: ms(times.upper), n: times.n })).join(" ");
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  for (const value of steps(most, wide ? 8 : 4)) {
    picture.append(svg("path", { d: `M${x(value)} ${TOP}V${height - FOOT}`, class: "grid" }),
      svg("text", { x: x(value), y: height - FOOT + 16, "text-anchor": "middle", class: "axis" }, number(value, 0)));
  }
  picture.append(svg("text", { x: width - right, y: height - 3, "text-anchor": "end", class: "axis" }, t("games_axis")));
  people.forEach(([one, times], index) => {
    const top = TOP + index * row, middle = top + (wide ? row / 2 : row / 2 + 11), half = 15;
    const name = svg("text", wide ? { x: left - 12, y: middle + 5, "text-anchor": "end", class: "plot-name" } : { x: left, y: top + 15, class: "plot-name" }, shortened(nameIn(one), wide ? 15 : 34));
    picture.append(svg("g", {}, name,
      svg("path", { d: `M${x(times.least)} ${middle}H${x(times.most)}`, class: "whisker" }),
      svg("rect", { x: x(times.lower), y: middle - half, width: Math.max(1, x(times.upper) - x(times.lower)), height: 2 * half, rx: 4, class: "box-half" }),
      // Spread over the row, so that equal times do not hide each other; the height means nothing.
      times.times.filter((each) => each.ms <= most).map((each, place) => dot(each.right, x(each.ms), middle + (((place * 37) % 23) - 11) * 0.95, times.times.length > 120 ? 2.6 : 3.6)),
      times.most > most ? svg("path", { d: `M${width - right} ${middle - 5}l7 5l-7 5Z`, class: "beyond" }, svg("title", {}, t("games_beyond", { most: ms(times.most) }))) : null,
      svg("path", { d: `M${x(times.median)} ${middle - half - 3}v${2 * half + 6}`, class: "box-median" })));
  });
  return picture;
}

const shortened = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

function spreadTable(people) {
  const columns = ["least", "lower", "median", "upper", "most"];
  return el("details", { class: "as-table", data: { key: "spread" } }, el("summary", {}, t("games_as_table")),
    el("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("games_reactions") }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("games_player")), el("th", { scope: "col" }, "n"), columns.map((key) => el("th", { scope: "col" }, t(`games_${key}`))))),
      el("tbody", {}, people.map(([one, times]) => el("tr", {}, el("th", { scope: "row" }, named(one)), el("td", {}, number(times.n, 0)), columns.map((key) => el("td", {}, number(times[key], 0)))))))));
}

// ── Right by order ─────────────────────────────────────────────────────────────────────────────────

function orders(counted) {
  const rows = counted.orders.map(({ order, asked, right }) => {
    const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span", { style: { width: `${asked ? (100 * right) / asked : 0}%` } }));
    return el("tr", {},
      el("th", { scope: "row" }, el("span", { class: "order-cell" }, orderDie(order), el("span", {}, orderName(order)))),
      el("td", { class: "bar-cell" }, bar),
      el("td", { class: "count" }, el("b", {}, percent(right, asked)), el("small", {}, t("games_of", { right: number(right, 0), asked: number(asked, 0) }))));
  });
  return el("section", { class: "panel box", "aria-labelledby": "h-orders" }, el("h2", { id: "h-orders" }, t("games_by_order")), el("p", { class: "quiet" }, t("games_by_order_about")), el("table", { class: "orders" }, el("tbody", {}, rows)));
}

// ── Orders mixed up: the order asked for × the order that would fit the imp taken ──────────────────

function confusion(counted) {
  const rows = counted.confusion, names = rows.map((row) => row.asked);
  const known = rows.reduce((sum, row) => sum + row.wrong, 0);
  const most = Math.max(1, ...rows.flatMap((row) => [...Object.values(row.fits), row.unlike]));
  const head = (order) => el("th", { scope: "col", title: orderName(order) }, orderDie(order), el("span", { class: "unseen" }, orderName(order)));
  const cell = (count) => el("td", { class: count ? "heat" : "heat heat-none", style: { "--heat": String(count / most) } }, count ? number(count, 0) : "·");
  const table = el("table", { class: "matrix" },
    el("thead", {}, el("tr", {}, el("td", {}), names.map(head), el("th", { scope: "col", class: "plain" }, t("games_unlike")), el("th", { scope: "col", class: "plain" }, "n"))),
    el("tbody", {}, rows.map((row) => el("tr", {},
      el("th", { scope: "row", title: orderName(row.asked) }, el("span", { class: "order-cell" }, orderDie(row.asked), el("span", { class: "order-name" }, orderName(row.asked)))),
      names.map((order) => (order === row.asked ? el("td", { class: "heat-self" }, el("span", { "aria-hidden": "true" }, "—"), el("span", { class: "unseen" }, t("games_itself"))) : cell(row.fits[order]))),
      cell(row.unlike), el("td", { class: "sum" }, number(row.wrong, 0))))));
  return el("section", { class: "panel box", "aria-labelledby": "h-confusion" }, el("h2", { id: "h-confusion" }, t("games_confusion")),
    el("p", { class: "quiet" }, t("games_confusion_about")),
    known ? [worst(rows), table] : el("p", {}, t("games_confusion_none")));
}

/** The pair that is mixed up most, in a sentence. */
function worst(rows) {
  const pairs = rows.flatMap((row) => Object.entries(row.fits).map(([order, count]) => ({ asked: row.asked, order, count })));
  const top = pairs.sort((a, b) => b.count - a.count)[0];
  return top?.count ? el("p", { class: "worst" }, t("games_confusion_worst", { asked: orderName(top.asked), order: orderName(top.order), count: top.count })) : null;
}
