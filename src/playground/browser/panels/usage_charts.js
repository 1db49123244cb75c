// The charts of tool use, as plain SVG: calls by week, and what was ranked first against what was called.

/** @typedef {import("../../../plugins/selection/monitoring/contract.ts").WeekView} WeekView */
/** @typedef {import("../../../plugins/selection/monitoring/contract.ts").PairView} PairView */

import { count } from "../words.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Characters of a label, and pixels of one. */
const CHARACTERS = 20;
const CHARACTER = 7.2;

/** Pixels of the words at the corner of a matrix. */
const AXIS_WIDTH = 148;

/** Most rows of a matrix; the others are one. */
const MOST = 12;

/** The row and the column of no tool. */
const NONE = "(none)";

/**
 * Bars by week, a row for each tool; a week whose calls fell is marked. The scale of a row is that of its tool.
 *
 * @param {readonly WeekView[]} weeks @param {readonly string[]} tools
 */
export function callsChart(weeks, tools) {
  const [row, top] = [40, 24];
  const step = weeks.length > 12 ? 26 : 52;
  const label = labelWidth(tools);
  const [width, height] = [label + weeks.length * step + 8, top + tools.length * row];
  const chart = picture(
    width,
    height,
    "Calls of each tool by week; the table behind it has the same numbers.",
  );
  weeks.forEach(({ week }, index) => {
    if (step < 30 && index % 4 !== 0) return;
    chart.append(
      text(label + index * step + step / 2, 14, week.slice(5), { class: "axis", "text-anchor": "middle" }),
    );
  });
  tools.forEach((tool, place) => {
    const base = top + (place + 1) * row - 4;
    const calls = weeks.map(({ tools }) => tools.find(({ name }) => name === tool)?.calls ?? 0);
    const most = Math.max(1, ...calls);
    chart.append(
      text(label - 8, base - 8, short(tool), { "text-anchor": "end" }),
      svg("path", { d: `M${label} ${base}H${width - 8}`, class: "line" }),
    );
    weeks.forEach(({ week, alerts, running }, index) => {
      const value = calls[index] ?? 0;
      const alert = alerts.find((each) => each.tool === tool);
      const [x, bar] = [label + index * step + step * 0.2, 20 * value / most];
      const words = `${tool}, ${week}${running ? " so far" : ""}: ${count(value)} calls${
        alert === undefined ? "" : `, fell from ${count(alert.before)}`
      }`;
      const group = svg("g", {}, svg("title", {}, words));
      const kind = alert === undefined ? running ? "bar running" : "bar" : "bar fell";
      group.append(svg("rect", { x, y: base - bar, width: step * 0.6, height: bar, rx: 2, class: kind }));
      if (step >= 30) {
        group.append(
          text(x + step * 0.3, base - bar - 3, alert === undefined ? count(value) : `▼ ${count(value)}`, {
            "text-anchor": "middle",
            class: alert === undefined ? "value" : "value fell",
          }),
        );
      } else if (alert !== undefined) {
        group.append(
          text(x + step * 0.3, base - bar - 3, "▼", { "text-anchor": "middle", class: "value fell" }),
        );
      }
      chart.append(group);
    });
  });
  return chart;
}

/**
 * The confusion matrix of a month: rows are what was ranked first, columns what was called.
 *
 * @param {readonly PairView[]} pairs
 */
export function matrixChart(pairs) {
  const [names, counts] = gridOf(pairs);
  const [cell, head] = [36, 24 + 0.8 * labelWidth(names)];
  const label = Math.max(AXIS_WIDTH, labelWidth(names));
  const [width, height] = [label + names.length * cell + 64, head + names.length * cell + 8];
  const chart = picture(
    width,
    height,
    "Rows: the tool that was ranked first. Columns: the tool that was called.",
  );
  chart.append(
    text(label - 8, head - 10, "ranked first ↓  called →", { "text-anchor": "end", class: "axis" }),
  );
  names.forEach((name, index) => {
    const [x, y] = [label + index * cell + cell / 2 + 3, head - 8];
    chart.append(text(x, y, short(name), { transform: `rotate(-50 ${x} ${y})` }));
  });
  names.forEach((ranked, place) => {
    const row = counts[place] ?? [];
    const whole = row.reduce((sum, value) => sum + value, 0);
    const y = head + place * cell;
    chart.append(text(label - 8, y + cell / 2 + 4, short(ranked), { "text-anchor": "end" }));
    row.forEach((value, index) => {
      const x = label + index * cell;
      const box = { x, y, width: cell - 2, height: cell - 2, rx: 3 };
      const words = `${ranked} ranked first, ${names[index]} called: ${value} of ${whole}`;
      const group = svg("g", {}, svg("title", {}, words), svg("rect", { ...box, class: "cell" }));
      if (value > 0) {
        group.append(
          svg("rect", {
            ...box,
            class: place === index ? "right" : "wrong",
            "fill-opacity": (0.12 + 0.28 * value / whole).toFixed(2),
          }),
          text(x + cell / 2 - 1, y + cell / 2 + 4, count(value), { "text-anchor": "middle" }),
        );
      }
      chart.append(group);
    });
  });
  return chart;
}

/**
 * The names with the most cells beside the diagonal, and the counts among them.
 *
 * @param {readonly PairView[]} pairs
 * @returns {[names: string[], counts: number[][]]}
 */
function gridOf(pairs) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const { ranked, called, count } of pairs) {
    for (const name of [ranked, called]) {
      if (name !== null) {
        weights.set(name, (weights.get(name) ?? 0) + count * (ranked === called ? 1 : 1_000));
      }
    }
  }
  const known = [...weights].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const shown = known.slice(0, MOST).sort();
  const others = known.length > MOST ? [`(${known.length - MOST} others)`] : [];
  const names = [...shown, ...others, NONE];
  const placeOf = (/** @type {string | null} */ name) =>
    name === null ? names.length - 1 : shown.includes(name) ? shown.indexOf(name) : shown.length;
  const counts = names.map(() => names.map(() => 0));
  for (const { ranked, called, count } of pairs) {
    const row = counts[placeOf(ranked)];
    if (row !== undefined) row[placeOf(called)] = (row[placeOf(called)] ?? 0) + count;
  }
  return [names, counts];
}

/** @param {number} width @param {number} height @param {string} label */
function picture(width, height, label) {
  const viewBox = `0 0 ${width} ${height}`;
  return svg("svg", { class: "chart", role: "img", "aria-label": label, viewBox, width, height });
}

/** @param {number} x @param {number} y @param {string} words @param {Record<string, string>} attributes */
function text(x, y, words, attributes) {
  return svg("text", { x, y, ...attributes }, words);
}

/** @param {readonly string[]} names */
function labelWidth(names) {
  return 12 + CHARACTER * Math.max(0, ...names.map((name) => short(name).length));
}

/** @param {string} name */
function short(name) {
  return name.length > CHARACTERS ? `${name.slice(0, CHARACTERS - 1)}…` : name;
}

/**
 * Strings become text nodes, as those of element().
 *
 * @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children
 */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}
