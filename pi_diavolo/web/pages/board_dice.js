// The dice in rows and where they lie, and the imps that are left.

import { COLOURS, byId, el, number, show, t } from "/static/common.js";
import { BY_PLACES, RIVALS, draw, letter, now, word } from "/static/board.js";
import { hang } from "/static/photo.js";
import { imp, mark } from "/static/shapes.js";
import { inDoubt, singleDie, tray } from "/static/tray.js";

export function showRows() {
  const { dice, ruling } = now;
  draw(byId("rows"), [dice.map((one) => [one.index, one.colour, one.value, one.maybe, one.corrected]), ruling?.scores, ruling?.best, ruling?.unsure, now.rules?.dice_per_colour, now.letters, now.order], () => {
    const unit = now.order === BY_PLACES ? "mm" : null;
    const each = now.rules?.dice_per_colour ?? 3;
    return RIVALS.map((colour) => {
      const mine = dice.filter((one) => one.colour === colour);
      const best = ruling?.best?.includes(colour), score = scoreOf(ruling, colour);
      const words = [word(colour), mine.map(said).join(", ")].join(": ");
      return el("div", { class: `row ${best ? "row-best" : ""} ${ruling && !best ? "row-other" : ""}`, role: "img", "aria-label": score === null ? words : `${words} → ${[score, unit].filter(Boolean).join(" ")}` },
        el("span", { class: "row-mark" }, mark(colour, `mark-${colour}`), el("span", { class: "row-letter" }, letter(colour))),
        el("span", { class: "row-dice" }, mine.length
          ? mine.map((one) => singleDie(colour, one.value, { corrected: one.corrected, doubted: inDoubt(one) }))
          : Array.from({ length: each }, () => el("span", { class: "no-die" }))),
        el("span", { class: unit ? "row-score row-length" : "row-score" }, ...(score === null ? [] : [score, unit && el("small", {}, unit)]), best ? el("span", { class: "row-star", "aria-hidden": "true" }, "★") : null));
    });
  });
}

/** What a colour scored, "?" where a die in doubt leaves it open though not the answer, null where nobody counted. */
function scoreOf(ruling, colour) {
  if (ruling?.unsure?.includes(colour)) return "?";
  const score = ruling?.scores?.[colour] ?? null;
  return score === null ? null : number(score);
}

const said = (one) => `${one.value ?? "?"}${noted(one)}`;
const noted = (one) => (one.corrected ? ` (${t("board_die_corrected")})` : inDoubt(one) ? ` (${t("board_die_in_doubt")})` : "");

export function showImps() {
  const bases = now.status === "imps" && now.places?.some((colour) => colour !== null);
  draw(byId("imps"), [bases ? now.places : null, now.imps], () => (bases ? [el("h2", {}, t("board_bases")), basesRow()] : [el("h2", {}, t("board_imps")), impsLeft()]));
}

const impsLeft = () => el("ul", { class: "imps-left" }, COLOURS.filter((colour) => (now.imps[colour]?.all ?? 0) > 0).map((colour) => {
  const { all, left } = now.imps[colour];
  return el("li", { "aria-label": t("board_imps_left", { colour: word(colour), all, left }), class: left ? "" : "all-gone" },
    el("span", { class: "imps-figures", "aria-hidden": "true" }, Array.from({ length: all }, (_, index) => el("span", { class: index < left ? "" : "imp-taken" }, imp(colour)))));
}));

const basesRow = () => el("ol", { class: "bases" }, now.places.map((colour, base) =>
  el("li", { "aria-label": colour ? t("board_base", { base: base + 1, colour: word(colour) }) : t("board_base_empty", { base: base + 1 }) },
    colour ? imp(colour) : el("span", { class: "no-imp" }), el("span", { class: "base-number", "aria-hidden": "true" }, String(base + 1)))));

export function showTray() {
  const mood = now.status === "rolling" ? "rolling" : now.status === "reading" ? "reading" : "still";
  const asked = now.questions.find((question) => question.die !== null && question.die !== undefined)?.die ?? null;
  const best = now.ruling?.best ?? null;
  const places = mood === "still" ? [now.dice, now.order_die, now.order] : null;
  draw(byId("tray"), [mood, asked, best, places, now.tray_mm, now.die_mm], () => {
    const told = RIVALS.map((colour) => [word(colour), now.dice.filter((one) => one.colour === colour).map((one) => one.value ?? "?").join(", ")]);
    const words = now.dice.length ? told.map((parts) => parts.join(": ")).join("; ") : t("board_tray_empty");
    return tray(now, { mood, asked, best, label: t("board_tray_label", { dice: words }) });
  });
}

/** The camera's picture beside the drawn dice, where the table shows it to everyone. */
export function showPhoto() {
  const picture = now.pictures_open && now.status !== "lobby" && !now.over ? now.picture : null;
  show(byId("photo"), picture !== null);
  byId("lying").classList.toggle("with-photo", picture !== null);
  draw(byId("photo"), picture, () => picture !== null && photograph(picture));
}

function photograph(picture) {
  const image = el("img", { alt: t("board_photo") });
  hang((address) => address && (image.src = address), picture, "");
  return image;
}
