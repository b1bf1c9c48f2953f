// Dark and light, and the switches for language and colours in every page's header.

import { el, remember, remembered } from "/static/page.js";
import { LANGUAGES, language, onLanguage, setLanguage, t } from "/static/words.js";

export const THEMES = ["auto", "dark", "light"];

const light = matchMedia("(prefers-color-scheme: light)");
let theme = THEMES.includes(remembered("theme")) ? remembered("theme") : "auto";

function dress() {
  const shown = theme === "auto" ? (light.matches ? "light" : "dark") : theme;
  document.documentElement.dataset.theme = shown;
}

export function setTheme(to) {
  theme = THEMES.includes(to) ? to : "auto";
  remember("theme", theme);
  dress();
}

light.addEventListener("change", dress);
dress();

/** The language and theme switches, to be put into a page's header. */
export function controls() {
  const languages = el("div", { class: "switch", role: "group" });
  const buttons = LANGUAGES.map((code) => el("button", { type: "button", lang: code, onclick: () => setLanguage(code) }, code.toUpperCase()));
  languages.append(...buttons);
  const dressing = el("button", { type: "button", class: "switch-theme", onclick: nextTheme });
  const SIGNS = { auto: "◐", dark: "☾", light: "☀" };
  function nextTheme() {
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
    say();
  }
  function say() {
    languages.setAttribute("aria-label", t("common_language"));
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(LANGUAGES[index] === language())));
    dressing.setAttribute("aria-label", t("common_theme", { theme: t(`common_theme_${theme}`) }));
    dressing.title = t("common_theme", { theme: t(`common_theme_${theme}`) });
    dressing.textContent = SIGNS[theme];
  }
  onLanguage(say);
  say();
  return el("div", { class: "controls" }, languages, dressing);
}
