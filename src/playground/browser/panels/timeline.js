// The steps of the thread as rows on one axis: each request begins at its left end.

/** @typedef {import("../trace.js").StepTrace} StepTrace */

import { byId, element } from "../dom.js";
import { choiceWords, countNames, duration, outcomeWords, tokens } from "../words.js";

/** What each part of a step is called. */
const PARTS = { begin: "begin", act: "act", wait: "first token", plan: "plan", commit: "commit" };

/** The chart of the steps; a selected step is marked in the transcript too. */
export class Timeline {
  #list = byId("steps", HTMLOListElement);
  #half = byId("axis-half", HTMLElement);
  #end = byId("axis-end", HTMLElement);
  /** @type {Map<StepTrace, Row>} */
  #rows = new Map();
  #scale = 0;
  /** The row that the next frame scrolls to. @type {Row | undefined} */
  #newest;
  #onSelect;
  /** @type {StepTrace | undefined} */
  selected;

  /** @param {(step: StepTrace) => void} onSelect */
  constructor(onSelect) {
    this.#onSelect = onSelect;
    this.clear();
  }

  clear() {
    this.#rows.clear();
    this.#list.replaceChildren();
    this.selected = undefined;
    this.#setScale(0);
  }

  /** @param {StepTrace} step @param {number} now */
  show(step, now) {
    let row = this.#rows.get(step);
    if (row === undefined) {
      row = new Row(() => this.select(step));
      this.#rows.set(step, row);
      this.#list.append(row.element);
    }
    const wasOver = row.isOver;
    row.draw(step, now);
    // At its start and, grown to its full height, at its end.
    if (row.isOver !== wasOver) this.#revealSoon(row);
    const end = step.until(now);
    if (end > this.#scale) this.#setScale(end);
  }

  /** Once a frame, however many steps come: each scroll needs a layout of the whole list. @param {Row} row */
  #revealSoon(row) {
    if (this.#newest === undefined) {
      requestAnimationFrame(() => {
        this.#newest?.reveal();
        this.#newest = undefined;
      });
    }
    this.#newest = row;
  }

  /** @param {StepTrace} step */
  select(step) {
    this.selected = step;
    for (const [each, row] of this.#rows) row.select(each === step);
    this.#rows.get(step)?.reveal();
    this.#onSelect(step);
  }

  /** Selects the step that is so many rows further on, and gives it the focus. @param {number} distance */
  move(distance) {
    const steps = [...this.#rows.keys()];
    const from = this.selected ? steps.indexOf(this.selected) : distance < 0 ? steps.length : -1;
    const step = steps[Math.min(steps.length - 1, Math.max(0, from + distance))];
    if (step === undefined) return;
    this.select(step);
    this.#rows.get(step)?.focus();
  }

  /** @param {number} ms The length of the axis. */
  #setScale(ms) {
    this.#scale = ms;
    this.#list.style.setProperty("--scale", String(ms || 1));
    this.#half.textContent = ms ? duration(ms / 2) : "";
    this.#end.textContent = ms ? duration(ms) : "";
  }
}

class Row {
  #title = element("span", "row-title");
  #total = element("span", "row-total");
  #track = element("span", "track");
  #lanes = element("span", "lanes");
  #facts = element("span", "row-facts");
  #more = element("dl", "row-more");
  #button = element(
    "button",
    "row",
    element("span", "row-head", this.#title, this.#total),
    this.#track,
    this.#lanes,
    this.#facts,
  );
  element = element("li", "", this.#button, this.#more);

  /** @param {() => void} onClick */
  constructor(onClick) {
    this.#button.type = "button";
    this.#button.addEventListener("click", onClick);
    this.select(false);
  }

  /** @param {boolean} selected */
  select(selected) {
    this.#button.ariaPressed = String(selected);
    this.#more.hidden = !selected;
  }

  /** Undefined before it is drawn. @type {boolean | undefined} */
  isOver;

  /** All of it if it fits, its head in any case. */
  reveal() {
    for (const node of [this.element, this.#button]) node.scrollIntoView({ block: "nearest" });
  }

  focus() {
    this.#button.focus({ preventScroll: true });
  }

  /** @param {StepTrace} step @param {number} now */
  draw(step, now) {
    const { choice, usage, version, tools, planned, result, outcome, restarts } = step;
    const spans = step.spans(now);
    this.isOver = result !== "";
    this.element.className = result === "" ? "live" : /^(done|open|waiting)$/.test(result) ? "" : "bad";
    const did = [
      ...(tools.length > 0 ? [`act ${countNames(tools.map(({ name }) => name))}`] : []),
      ...(planned.length > 0 ? [`plan ${countNames(planned)}`] : usage ? ["plan the answer"] : []),
    ];
    this.#title.replaceChildren(element("b", "", `Step ${step.number}`), ` ${did.join(" → ")}`);
    this.#total.textContent = duration(step.until(now) - step.from);
    this.#track.replaceChildren(...spans.map(({ part, from, to }) => bar(part, from, to)));
    this.#lanes.replaceChildren(
      ...tools.flatMap(({ name, from, to = now }) =>
        from === undefined ? [] : [
          element(
            "span",
            "lane",
            bar("tool", from, Math.max(from, to)),
            bar("name", from, Math.max(from, to), name),
          ),
        ]
      ),
    );
    this.#facts.textContent = [
      ...(version ? [`v${version}`] : []),
      ...(result === "" || result === "open" ? [] : [result]),
      ...(usage ? [tokens(usage)] : []),
      ...(choice
        ? [`${choiceWords(choice.requested)} → ${JSON.stringify(choice.sent)} ${choice.enforcement}`]
        : []),
      ...(outcome && outcome.type !== "satisfied" ? [outcomeWords(outcome)] : []),
    ].join(" · ");
    this.#more.replaceChildren(
      ...spans.flatMap(({ part, from, to }) => fact(PARTS[part], duration(to - from))),
      ...tools.flatMap(({ name, ms }) => fact(name, duration(ms))),
      ...(choice
        ? [
          ...fact("model", step.model),
          ...fact("choice requested", `${choiceWords(choice.requested)}, by ${choice.source}`),
          ...fact("choice sent", JSON.stringify(choice.sent)),
          ...fact("tools sent", choice.toolsSent.join(", ") || "none"),
          ...fact("enforcement", `${choice.enforcement}: ${choice.because}`),
          ...restarts.flatMap((because) => fact("asked again", because)),
          ...(outcome ? fact("outcome", outcomeWords(outcome)) : []),
        ]
        : []),
    );
  }
}

/** @param {string} kind @param {number} from @param {number} to @param {string} [label] */
function bar(kind, from, to, label = "") {
  const node = element("span", `bar-${kind}`, label);
  node.style.setProperty("--from", String(from));
  node.style.setProperty("--to", String(to));
  return node;
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return [element("dt", "", name), element("dd", "", value)];
}
