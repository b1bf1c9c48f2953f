// Fingers and keys: what is pressed counts at once, and everything can be reached without a mouse.

/** Keys for a page, as long as nobody is typing: keys({b: grabBlack}); returns a function that ends it. */
export function keys(lookUp) {
  const typing = (node) => node.closest?.("input, textarea, select, [contenteditable], dialog");
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    const act = (typeof lookUp === "function" ? lookUp() : lookUp)[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act(event);
    }
  }
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/** Arrow keys move the focus among the buttons of a group. */
export function arrows(group, items = "button:not([disabled])") {
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...group.querySelectorAll(items)];
    const here = all.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    all[(here + step + all.length) % all.length].focus();
  });
}

/** React at the first touch, not when the finger leaves; a key or a screen reader's click counts as well. */
export function press(button, act) {
  button.addEventListener("pointerdown", (event) => event.button === 0 && act(event));
  button.addEventListener("click", (event) => event.detail === 0 && act(event));
  return button;
}
