// What all pages share, in one place: building, words, dressing, asking, the live line, telling, pressing.

export { api, command, me } from "/static/asking.js";
export { THEMES, controls, setTheme } from "/static/dressing.js";
export { live } from "/static/line.js";
export { byId, calm, el, setText, show, svg } from "/static/page.js";
export { arrows, keys, press } from "/static/pressing.js";
export { banner, toast } from "/static/telling.js";
export { LANGUAGES, language, nameOf, number, onLanguage, setLanguage, t, texts, translate } from "/static/words.js";

export const COLOURS = ["black", "white", "red", "gray"];
