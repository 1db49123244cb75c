// A picture of a thread: an SVG of spans on an axis of time. A pure function of what the API shows of the thread: the same views give
// the same bytes.

import { Axis } from "./axis.ts";
import { buildSpans, type Span, type ThreadTrace } from "./spans.ts";
import { STYLE } from "./style.ts";
import { durationText, escapeXml, fit, shortDuration } from "./text.ts";

/** Sizes in pixels; the picture is as high as it has rows. */
const WIDTH = 1040;
const LEFT = 20;
const LABELS = 56;
const CHART = 270;
const CHART_WIDTH = 440;
const DETAILS = 726;
const TOP = 92;
const ROW = 24;
const BAR = 12;
const FOOT = 44;

/** Characters that the columns have room for. */
const LABEL_CHARACTERS = 29;
const DETAIL_CHARACTERS = 48;

/** Most rows: of a longer picture, as many of its beginning as of its end. */
const MOST_ROWS = 240;

/** Room at the end of the axis for what has not ended. */
const OPEN_WIDTH = 36;

/** The least width of a bar. */
const LEAST = 2;

/** The media type of a picture. */
export const SVG = "image/svg+xml";

/**
 * The picture as text of an SVG document, which has no script, loads nothing, and is for light and dark pages.
 *
 * @example
 * ```ts
 * import { drawTrace } from "./draw.ts";
 * import assert from "node:assert/strict";
 *
 * const thread = {
 *   id: "t1",
 *   agent: "demo",
 *   status: "waiting" as const,
 *   version: 0,
 *   length: 0,
 *   metadata: {},
 *   createdAt: "2026-01-01T00:00:00.000Z",
 *   updatedAt: "2026-01-01T00:00:00.000Z",
 *   counters: { steps: 0, calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, wallMs: 0, microDollars: 0 },
 * };
 * const svg = drawTrace({ thread, calls: [], running: false, entries: [], omitted: 0, phases: [] });
 * assert.match(svg, /^<svg [^]*No entries yet\.[^]*<\/svg>\n$/);
 * ```
 */
export function drawTrace(trace: ThreadTrace): string {
  const spans = buildSpans(trace);
  const rows = limitSpans(spans);
  const isOpen = rows.some(({ kind, tone }) => tone === "open" && kind !== "note");
  const axis = new Axis(listBusy(rows), isOpen ? CHART_WIDTH - OPEN_WIDTH : CHART_WIDTH);
  const height = TOP + ROW * Math.max(1, rows.length) + FOOT;
  const bottom = TOP + ROW * rows.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" ` +
    `role="img" aria-labelledby="trace-title trace-desc">`,
    `<title id="trace-title">${escapeXml(formatTitle(trace))}</title>`,
    `<desc id="trace-desc">${escapeXml(describe(trace, spans))}</desc>`,
    STYLE,
    clip("trace-labels", LABELS, CHART - 8 - LABELS, height),
    clip("trace-details", DETAILS, WIDTH - 8 - DETAILS, height),
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    ...drawHead(trace, spans, axis),
    ...(rows.length === 0 ? [text("dim", LEFT, TOP + 16, "No entries yet.")] : drawGrid(axis, bottom)),
    ...rows.flatMap((span, index) => [...drawRow(span, isFirst(rows, index), TOP + ROW * index, axis)]),
    ...legend(rows, height - 16),
    "</svg>\n",
  ].join("\n");
}

function limitSpans(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MOST_ROWS) return spans;
  const half = MOST_ROWS / 2;
  const last = spans.slice(-half);
  const at = last[0]?.from ?? 0;
  const left = spans.length - MOST_ROWS;
  const note: Span = {
    kind: "note",
    tone: "open",
    label: `${left} rows`,
    detail: "are left out here",
    from: at,
    to: at,
    depth: 0,
    version: undefined,
    callId: undefined,
  };
  return [...spans.slice(0, half), note, ...last];
}

/** A wait is not drawn to scale: its two ends alone are on the axis. */
function listBusy(rows: readonly Span[]) {
  return rows.flatMap(({ kind, from, to }) =>
    kind === "wait" || kind === "phase" ? [{ from, to: from }, { from: to, to }] : [{ from, to }]
  );
}

// The head
// ---------------------------------------------------------------------------------------------------------------

function formatTitle({ thread: { id, agent, status } }: ThreadTrace): string {
  return `Thread ${id} of agent ${agent}: ${status}`;
}

function describe({ thread: { counters, error } }: ThreadTrace, spans: readonly Span[]): string {
  const failed = spans.filter(({ kind, tone }) => kind === "tool" && tone === "bad").length;
  const open = spans.filter(({ kind, tone }) => kind === "wait" && tone === "open").length;
  return [
    `${countText(counters.steps, "step")} and ${countText(counters.calls, "call")} of tools.`,
    ...(failed > 0 ? [`${countText(failed, "call")} failed.`] : []),
    ...(open > 0 ? [`${countText(open, "call")} still to end.`] : []),
    ...(error === undefined ? [] : [`It failed with ${error.code}.`]),
    "Each row is an input, an answer of a model, a call or a wait, from left to right in time.",
  ].join(" ");
}

function countText(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function* drawHead({ thread }: ThreadTrace, spans: readonly Span[], axis: Axis): Generator<string> {
  const { id, agent, status, counters, createdAt } = thread;
  const cost = counters.microDollars > 0 ? ` · $${(counters.microDollars / 1e6).toFixed(4)}` : "";
  const facts = `${countText(counters.steps, "step")} · ${countText(counters.calls, "call")} · ` +
    `${counters.inputTokens} → ${counters.outputTokens} tokens${cost}` +
    (spans.length === 0 ? "" : ` · ${durationText(axis.end - axis.start)}`);
  yield text("title", LEFT, 32, fit(`${agent} · ${id}`, 90));
  yield `<text class="status ${status}" x="${WIDTH - LEFT}" y="32" text-anchor="end">${
    escapeXml(status)
  }</text>`;
  yield text("dim", LEFT, 52, fit(facts, 110));
  yield `<text class="dim" x="${WIDTH - LEFT}" y="52" text-anchor="end">${escapeXml(createdAt)}</text>`;
}

function* drawGrid(axis: Axis, bottom: number): Generator<string> {
  let free = -Infinity;
  let last = "";
  for (const { at, x } of axis.ticks(6)) {
    const place = CHART + x;
    yield `<path class="grid" d="M${round(place)} ${TOP - 6}V${bottom}"/>`;
    // Two words beside each other are not readable, and none stands in a break or twice.
    const word = durationText(at - axis.start);
    const isInGap = axis.gaps.some((gap) => Math.abs(gap.x + gap.width / 2 - x) < gap.width / 2 + 12);
    if (place < free || isInGap || word === last) continue;
    free = place + 14 + word.length * 7;
    last = word;
    yield `<text class="tick" x="${round(place)}" y="${TOP - 12}" text-anchor="middle">${word}</text>`;
  }
  for (const { from, to, x, width } of axis.gaps) {
    const left = CHART + x;
    yield `<rect class="gap" x="${round(left)}" y="${TOP - 6}" width="${width}" height="${
      bottom - TOP + 6
    }"/>`;
    yield `<text class="tick" x="${round(left + width / 2)}" y="${TOP - 12}" text-anchor="middle">+${
      shortDuration(to - from)
    }</text>`;
  }
}

// Rows
// ---------------------------------------------------------------------------------------------------------------

/** True for the first row of a step of the thread itself. */
function isFirst(rows: readonly Span[], index: number): boolean {
  const { depth, version } = rows[index] ?? {};
  if (depth !== 0 || version === undefined) return false;
  let before = index - 1;
  while (before >= 0 && rows[before]?.depth !== 0) before--;
  return rows[before]?.version !== version;
}

function* drawRow(span: Span, isFirst: boolean, y: number, axis: Axis): Generator<string> {
  const { version, label, detail, depth, kind, tone } = span;
  const base = y + 16;
  if (isFirst) {
    yield `<path class="rule" d="M${LEFT} ${y}H${WIDTH - LEFT}"/>`;
    yield text("version", LEFT, base, `v${version}`);
  }
  const indent = depth * 14;
  const name = fit(label, LABEL_CHARACTERS - 2 * depth);
  yield text(kind === "input" ? "dim in-labels" : "in-labels", LABELS + indent, base, name);
  yield mark(span, y, axis);
  yield text(
    tone === "bad" ? "bad-text in-details" : "dim in-details",
    DETAILS,
    base,
    fit(detail, DETAIL_CHARACTERS),
  );
}

function mark({ kind, tone, from, to }: Span, y: number, axis: Axis): string {
  const x = CHART + axis.xOf(from);
  const middle = y + ROW / 2;
  if (kind === "input") {
    return `<path class="input" d="M${round(x)} ${middle - 5}l5 5l-5 5l-5 -5z"/>`;
  }
  if (kind === "note") return `<circle class="note ${tone}" cx="${round(x)}" cy="${middle}" r="4"/>`;
  const right = tone === "open" ? CHART + CHART_WIDTH : CHART + axis.xOf(to);
  const width = Math.max(LEAST, right - x);
  const left = Math.min(x, CHART + CHART_WIDTH - LEAST);
  const radius = Math.min(3, width / 2);
  return `<rect class="${kind} ${tone}" x="${round(left)}" y="${middle - BAR / 2}" width="${
    round(width)
  }" height="${BAR}" ` +
    `rx="${round(radius)}"/>`;
}

const LEGEND: readonly { word: string; class: string; has: (span: Span) => boolean }[] = [
  { word: "model", class: "plan", has: ({ kind }) => kind === "plan" },
  { word: "tool", class: "tool", has: ({ kind, tone }) => kind === "tool" && tone === "good" },
  { word: "phase", class: "phase", has: ({ kind }) => kind === "phase" },
  { word: "waits", class: "wait", has: ({ kind }) => kind === "wait" },
  { word: "not as asked", class: "tool warn", has: ({ kind, tone }) => isBar(kind) && tone === "warn" },
  { word: "failed", class: "tool bad", has: ({ kind, tone }) => isBar(kind) && tone === "bad" },
];

function isBar(kind: Span["kind"]): boolean {
  return kind === "plan" || kind === "tool";
}

/** What the colours of the picture mean: of those that it has. */
function* legend(rows: readonly Span[], y: number): Generator<string> {
  let x = CHART;
  for (const { word, class: kind, has } of LEGEND) {
    if (!rows.some(has)) continue;
    yield `<rect class="${kind}" x="${x}" y="${y - 9}" width="16" height="10" rx="2"/>`;
    yield text("dim", x + 22, y, word);
    x += 40 + word.length * 7;
  }
}

/** Nothing of a column is drawn beyond it, however wide its characters are. */
function clip(id: string, x: number, width: number, height: number): string {
  return `<clipPath id="${id}"><rect x="${x}" y="0" width="${width}" height="${height}"/></clipPath>`;
}

function text(kind: string, x: number, y: number, words: string): string {
  return words === "" ? "" : `<text class="${kind}" x="${x}" y="${y}">${escapeXml(words)}</text>`;
}

/** One decimal place, so that the text does not depend on how a division is rounded. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
