// The moments: a gem that breaks, a gem that is won, and gems raining for the winner.

import { calm, svg } from "/static/common.js";
import { splinters } from "/static/shapes.js";

const FACES = [["#ff6b6b", "#a30f1d"], ["#ffd27a", "#a86b00"], ["#7fe3b0", "#0b6b3a"], ["#9ad0ff", "#12508a"], ["#e3b0ff", "#5d2390"]];
const RAIN_MS = 9000;

/** Let the gem in this setting fall and break. */
export function shatter(setting) {
  if (calm()) return;
  for (const [index, piece] of splinters().entries()) {
    setting.append(piece);
    const away = (index - 2.5) * 16, spin = (index % 2 ? 1 : -1) * (140 + index * 40);
    const fall = piece.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: "translate(-6%, 0) rotate(-9deg)", opacity: 1, offset: 0.08 },
        { transform: "translate(6%, 0) rotate(9deg)", opacity: 1, offset: 0.16 },
        { transform: `translate(${away * 0.5}%, -35%) rotate(${spin / 3}deg)`, opacity: 1, offset: 0.4, easing: "ease-in" },
        { transform: `translate(${away * 2.4}%, 260%) rotate(${spin}deg)`, opacity: 0 },
      ],
      { duration: 1500, fill: "forwards" },
    );
    fall.onfinish = () => piece.remove();
  }
}

/** Let a gem appear in its setting with sparks. */
export function sparkle(setting) {
  if (calm()) return;
  setting.firstElementChild?.animate(
    [{ transform: "scale(0) rotate(-180deg)" }, { transform: "scale(1.500) rotate(15deg)", offset: 0.7 }, { transform: "none" }],
    { duration: 900, easing: "ease-out" },
  );
  for (let index = 0; index < 8; index += 1) {
    const spark = svg("svg", { viewBox: "0 0 24 24", class: "spark", "aria-hidden": "true" }, svg("path", { d: "M12 0l2.500 9.500L24 12l-9.500 2.500L12 24l-2.500-9.500L0 12l9.500-2.500Z" }));
    setting.append(spark);
    const angle = (index / 8) * 2 * Math.PI;
    spark.animate(
      [{ transform: "scale(.2)", opacity: 1 }, { transform: `translate(${Math.cos(angle) * 170}%, ${Math.sin(angle) * 170}%) scale(1)`, opacity: 0 }],
      { duration: 900, delay: 350, easing: "ease-out", fill: "both" },
    ).onfinish = () => spark.remove();
  }
}

let raining = 0;

/** Gems rain over the whole page; a page that wants no motion gets a few that lie still. */
export function rain(canvas) {
  stopRain(canvas);
  const pen = canvas.getContext("2d");
  const scale = Math.min(2, devicePixelRatio || 1);
  const wide = canvas.width = innerWidth * scale, high = canvas.height = innerHeight * scale;
  canvas.hidden = false;
  const still = calm();
  const unit = Math.min(wide, high);
  const gems = Array.from({ length: still ? 36 : 150 }, (_, index) => ({
    x: Math.random() * wide,
    y: still ? Math.random() * high : -Math.random() * high * 1.4 - unit * 0.05,
    size: unit * (0.016 + Math.random() * 0.03),
    fall: high * (0.22 + Math.random() * 0.25),
    sway: Math.random() * 7,
    turn: Math.random() * 6,
    spin: (Math.random() - 0.5) * 5,
    colours: FACES[index % FACES.length],
  }));
  const began = performance.now();
  let before = began;
  function frame(now) {
    const step = Math.min(0.05, (now - before) / 1000), age = now - began;
    before = now;
    pen.clearRect(0, 0, wide, high);
    pen.globalAlpha = still ? 0.55 : Math.max(0, Math.min(1, (RAIN_MS - age) / 1500));
    for (const one of gems) {
      one.y += one.fall * step;
      one.turn += one.spin * step;
      if (one.y > high * 1.06 && age < RAIN_MS * 0.6) one.y = -high * 0.06;
      draw(pen, one, one.x + Math.sin(now / 700 + one.sway) * unit * 0.025);
    }
    if (still) return;
    if (age < RAIN_MS) raining = requestAnimationFrame(frame);
    else stopRain(canvas);
  }
  raining = requestAnimationFrame(frame);
}

export function stopRain(canvas) {
  cancelAnimationFrame(raining);
  canvas.hidden = true;
}

function draw(pen, { y, size, turn, colours }, x) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn * 0.4);
  pen.scale((size / 11) * Math.max(0.15, Math.abs(Math.cos(turn))), size / 11);
  const facet = (fill, ...places) => {
    pen.fillStyle = fill;
    pen.beginPath();
    for (const [across, down] of places) pen.lineTo(across, down);
    pen.fill();
  };
  facet(colours[0], [-5, -9], [5, -9], [11, -3], [0, 10], [-11, -3]);
  facet(colours[1], [3, -3], [11, -3], [0, 10]);
  facet("#ffffffaa", [-5, -9], [5, -9], [3, -3], [-3, -3]);
  pen.restore();
}
