// The language of a page and its texts.

import { remember, remembered, setText } from "/static/page.js";

export const LANGUAGES = ["en", "fr", "de"];

const rooms = new Map();
const tellLanguage = new Set();
let spoken = chosenLanguage();

function chosenLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wished = [asked, remembered("language"), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => (tag ?? "").slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

export const language = () => spoken;

/** Speak another language from now on, on this page and the next. */
export async function setLanguage(to) {
  if (!LANGUAGES.includes(to) || to === spoken) return;
  spoken = to;
  remember("language", to);
  const address = new URL(location.href);
  if (address.searchParams.has("lang")) {
    address.searchParams.set("lang", to);
    history.replaceState(history.state, "", address);
  }
  await Promise.all([...rooms.keys()].map(load));
  translate(document);
  for (const tell of tellLanguage) tell(to);
}

/** Be told when the language changes, texts already loaded. */
export function onLanguage(tell) {
  tellLanguage.add(tell);
}

async function load(room) {
  const answer = await fetch(`/static/texts/${room}.${spoken}.json`);
  if (answer.ok) rooms.set(room, await answer.json());
}

/** Load the texts of a page (and the common ones) and fill in every element with data-t. */
export async function texts(...names) {
  for (const name of ["common", ...names]) if (!rooms.has(name)) rooms.set(name, {});
  await Promise.all([...rooms.keys()].map(load));
  translate(document);
}

/** One text, with {names} filled in; its key where it is missing, so that it is noticed. */
export function t(key, values = {}) {
  const found = [...rooms.values()].find((room) => key in room);
  const text = found ? found[key] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Fill in data-t (text), data-t-label (aria-label), data-t-hint (placeholder) below a node. */
export function translate(root) {
  document.documentElement.lang = spoken;
  for (const node of root.querySelectorAll("[data-t]")) setText(node, t(node.dataset.t));
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-hint]")) node.setAttribute("placeholder", t(node.dataset.tHint));
}

/** A number as the language writes it. */
export const number = (value, digits = 1) =>
  value.toLocaleString(spoken === "en" ? "en-GB" : spoken, { maximumFractionDigits: digits });

/** The name of a player, or "Seat 3" while there is none. */
export const nameOf = (player, seat = player?.seat) => player?.name || t("common_seat_n", { seat });
