// Building pages: elements out of text, never out of markup, and what this browser remembers.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.setAttribute("class", value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [rule, to] of Object.entries(value)) node.style.setProperty(rule, to);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: el("p", {class: "quiet", onclick: f}, "text", child). */
export const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

/** The same for SVG. */
export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

export const byId = (id) => document.getElementById(id);

/** Set a text only if it is new: a screen reader hears a live region once, not thirty times a second. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Show or hide; true if that changed anything. */
export function show(node, visible) {
  const changed = node.hidden === Boolean(visible);
  if (changed) node.hidden = !visible;
  return changed;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function remembered(key) {
  try { return localStorage.getItem(`diavolo-${key}`); } catch { return null; }
}

export function remember(key, value) {
  try { localStorage.setItem(`diavolo-${key}`, value); } catch { /* a private window forgets; so be it */ }
}
