// The wire, raw: every request that makes events, and the events as they came.

/** @typedef {import("../../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../api.js").Exchange} Exchange */

import { createElement, render } from "preact";
import { toCurl } from "../curl.ts";
import { button, byId, element, followEnd } from "../dom.js";
import { JsonValue } from "../json_view.tsx";
import { count, duration } from "../words.js";

/** Rows beyond which the oldest are dropped: a page is not an archive. */
const ROWS_LIMIT = 3000;

/** Characters of a row's preview; the style sheet cuts it to the width. */
const PREVIEW = 160;

/** The list of requests and events, with a filter. */
export class EventList {
  #list = byId("event-list", HTMLOListElement);
  #toEnd = followEnd(this.#list);
  #filter = byId("filter", HTMLInputElement);
  #deltas = byId("deltas", HTMLInputElement);
  #count = byId("count", HTMLElement);
  /** What a filter is compared with, by row. @type {Map<HTMLElement, { text: string, type: string, step: number }>} */
  #rows = new Map();
  /** @type {Map<Exchange, HTMLElement>} */
  #exchanges = new Map();
  /** Rows that the next frame will add. @type {HTMLElement[]} */
  #fresh = [];

  constructor() {
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    for (const control of [this.#filter, this.#deltas]) {
      control.addEventListener("input", () => this.#applyFilter([...this.#rows.keys()]));
    }
  }

  /** Arrow keys, Home and End go from row to row. @param {KeyboardEvent} event */
  #move(event) {
    const { key, altKey, target } = event;
    const rows = [...this.#list.querySelectorAll("summary")].filter((row) => row.checkVisibility());
    const here = rows.findIndex((row) => row === target);
    const to = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: rows.length - 1 }[key];
    if (to === undefined || here < 0 || altKey) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
  }

  clear() {
    this.#rows.clear();
    this.#exchanges.clear();
    this.#fresh = [];
    this.#list.replaceChildren();
    this.#showCount();
  }

  /** A request was sent, or its response is there. @param {Exchange} exchange */
  showExchange(exchange) {
    const { method, path, status, problem } = exchange;
    const before = this.#exchanges.get(exchange);
    const row = before ?? element("li", "exchange");
    const request = details("", [
      element("b", "", method),
      element("span", "path", path.replace(/(threads\/)[^/]+/, "$1…")),
      element("span", problem ? "bad" : "", status ? String(status) : problem ? "failed" : "…"),
    ], () => [toCurl(exchange), ...(problem ? ["\n\n", createElement(JsonValue, { value: problem })] : [])]);
    const copy = button("Copy as curl", "quiet small", async () => {
      try {
        await navigator.clipboard.writeText(toCurl(exchange));
        copy.textContent = "Copied";
      } catch {
        // No clipboard, on plain http from another machine for one: there it is to be copied by hand.
        request.open = true;
      }
    });
    row.replaceChildren(request, copy);
    if (before) return;
    this.#toEnd();
    this.#exchanges.set(exchange, row);
    this.#add(row, { text: `${method} ${path} ${exchange.body}`, type: "", step: 0 });
  }

  /** @param {StepEvent} event @param {number} step @param {number | undefined} at */
  add(event, step, at) {
    const { seq, type, ...rest } = event;
    const text = JSON.stringify(rest);
    const row = details(`event ev-${type.split(".")[0]}`, [
      element("span", "seq", String(seq)),
      element("b", "", type),
      element("span", "preview", text.slice(1, PREVIEW)),
      element("span", "at", at === undefined ? "–" : `+${duration(at)}`),
    ], () => createElement(JsonValue, { value: event }));
    this.#add(element("li", "", row), { text: `${type} ${seq} ${text}`, type, step });
  }

  /** Marks the events of a step and scrolls to them. @param {number} step */
  select(step) {
    this.#flush();
    for (const [row, { step: of }] of this.#rows) row.classList.toggle("selected", of === step);
    const shown = this.#rows.entries().find(([row, { step: of }]) => of === step && !row.hidden);
    shown?.[0].scrollIntoView({ block: "start" });
  }

  /** @param {HTMLElement} row @param {{ text: string, type: string, step: number }} facts */
  #add(row, facts) {
    this.#rows.set(row, { ...facts, text: facts.text.toLowerCase() });
    if (this.#fresh.push(row) === 1) requestAnimationFrame(() => this.#flush());
  }

  /** One change of the page a frame, however fast events come. */
  #flush() {
    const rows = this.#fresh.splice(0);
    this.#list.append(...rows);
    for (const row of [...this.#rows.keys()].slice(0, -ROWS_LIMIT)) {
      this.#rows.delete(row);
      row.remove();
    }
    this.#applyFilter(rows);
  }

  /** @param {HTMLElement[]} rows */
  #applyFilter(rows) {
    const wanted = this.#filter.value.trim().toLowerCase();
    for (const row of rows) {
      const { text = "", type = "" } = this.#rows.get(row) ?? {};
      row.hidden = !text.includes(wanted) || (!this.#deltas.checked && type.endsWith(".delta"));
    }
    this.#showCount();
  }

  #showCount() {
    const all = [...this.#rows.keys()];
    const shown = all.filter((row) => !row.hidden).length;
    this.#count.textContent = shown === all.length ? count(shown) : `${count(shown)} of ${count(all.length)}`;
  }
}

/**
 * A row that opens; its body is made when it first does.
 *
 * @param {string} className @param {HTMLElement[]} summary @param {() => import("preact").ComponentChildren} body
 */
function details(className, summary, body) {
  const pre = element("pre", "json");
  const node = element("details", className, element("summary", "", ...summary), pre);
  node.addEventListener("toggle", () => {
    if (node.open) render(body(), pre);
  });
  return node;
}
