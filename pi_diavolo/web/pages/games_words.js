// Names, dates and lengths of games, as the page's language has them.

import { el, language, nameOf, number, t } from "/static/common.js";

const tag = () => (language() === "en" ? "en-GB" : language());

/** What to call somebody: by name, by seat, or not at all any more. */
export const nameIn = (one) => one.name || (one.erased ? t("games_erased") : nameOf(one, one.seat ?? String(one.player ?? "").replace("seat-", "")));

/** The same as an element: whoever was erased is told apart. */
export const named = (one) => el("span", { class: one.erased ? "who who-erased" : "who" }, nameIn(one));

/** A moment on the wall; as it stands where it is none. */
export function when(text) {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toLocaleString(tag(), { dateStyle: "medium", timeStyle: "short" });
}

/** How long: seconds below two minutes, minutes below two hours. */
export function duration(seconds) {
  if (seconds < 120) return t("games_seconds", { n: number(seconds, 0) });
  if (seconds < 7200) return t("games_minutes", { n: number(seconds / 60, 0) });
  return t("games_hours", { n: number(seconds / 3600, 1) });
}

export const percent = (part, whole) => (whole ? t("games_percent", { n: number((100 * part) / whole, 0) }) : "–");
export const ms = (value) => (value === undefined || value === null ? "–" : t("games_ms", { n: number(value, 0) }));
export const orderName = (order) => t(`games_order_${order}`);
