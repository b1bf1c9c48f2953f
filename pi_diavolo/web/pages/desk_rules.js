// Variants and house rules: a form made from the rules the table has, whatever they are.

import { el, t } from "/static/common.js";
import { send } from "/static/desk_send.js";

// What a rule may be where that cannot be seen from its value. The referee has the last word.
const CHOICES = {
  dice_per_colour: [3, 2],
  distance: ["edge", "centre"],
  photo_finish: ["both", "earlier", "nobody"],
  grabs: ["panels", "bases", "phones"],
  teams: ["dealt", "picked"],
  first_lead: ["roll_off", "youngest"],
  any_die: ["either", "own"],
  banish: ["either", "opponent"],
  passing: ["allowed", "forbidden"],
  own_home: ["all", "counters_own"],
  own_counters: ["closed", "second_colour_open"],
  no_move: ["pass", "roll_again"],
};
const RANGES = {
  tie_within_mm: [0, 50, 0.1],
  grab_time_s: [1, 3600, 0.5],
  grace_s: [0, 3600, 0.5],
  arrival_s: [0, 60, 0.1],
  question_time_s: [1, 3600, 1],
  resolution_ms: [0, 1000, 0.1],
  most_rounds: [1, 1000, 1],
};

// What somebody has changed and not saved yet: no news from the table may wipe it out.
let draft = {};

/** What was typed and not saved, as a part of what the form shows. */
export const rulesDraft = () => draft;

/** The form; `again` is called when it must be drawn anew. */
export function rulesCard(rules, again) {
  for (const [name, value] of Object.entries(draft)) if (rules[name] === value) delete draft[name];
  const changes = Object.keys(draft).length;
  const form = el(
    "form", { class: "card rules" },
    el("h2", {}, t("desk_rules")),
    el("p", { class: "quiet-label" }, t("desk_rules_why")),
    el("div", { class: "rule-list" }, Object.entries(rules).filter(([name]) => !["cards", "layout"].includes(name)).map(([name, value]) => rule(name, name in draft ? draft[name] : value, rules, again))),
    el(
      "p", { class: "rules-end" },
      el("button", { type: "submit", class: "main", disabled: !changes, data: { key: "rules-save" } }, t("desk_rules_save")),
      el("button", { type: "button", class: "quiet", disabled: !changes, data: { key: "rules-reset" }, onclick: () => forget(again) }, t("desk_rules_reset")),
      changes > 0 && el("span", { class: "badge", role: "status" }, t("desk_rules_changed", { n: changes })),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ kind: "settings", settings: { ...draft } }, t("desk_rules_save"));
  });
  return form;
}

function forget(again) {
  draft = {};
  again();
}

const said = (key, otherwise) => (t(key) === key ? otherwise : t(key));

function rule(name, value, rules, again) {
  const id = `rule-${name}`;
  const set = (to) => {
    if (to === rules[name]) delete draft[name];
    else draft[name] = to;
    again();
  };
  const why = said(`desk_rule_${name}_why`, "");
  return el(
    "div", { class: `rule${name in draft ? " changed" : ""}` },
    el("label", { for: id }, said(`desk_rule_${name}`, name)),
    field(id, name, value, set),
    why && el("small", { id: `${id}-why` }, why),
  );
}

function field(id, name, value, set) {
  const props = { id, "aria-describedby": `${id}-why`, data: { key: id } };
  if (typeof value === "boolean") {
    const box = el("input", { ...props, type: "checkbox", onchange: (event) => set(event.target.checked) });
    box.checked = value;
    return box;
  }
  if (CHOICES[name]) {
    const options = CHOICES[name].map((choice) => el("option", { value: choice }, said(`desk_rule_${name}_${choice}`, String(choice))));
    const list = el("select", { ...props, onchange: (event) => set(typeof value === "number" ? Number(event.target.value) : event.target.value) }, options);
    list.value = String(value);
    return list;
  }
  if (typeof value === "number") {
    const [min, max, step] = RANGES[name] ?? [null, null, "any"];
    const box = el("input", { ...props, type: "number", min, max, step: step && "any", inputmode: "decimal", onchange: (event) => !Number.isNaN(event.target.valueAsNumber) && set(event.target.valueAsNumber) });
    box.value = String(value);
    return box;
  }
  const box = el("input", { ...props, type: "text", maxlength: 100, onchange: (event) => set(event.target.value) });
  box.value = String(value);
  return box;
}
