// What is seldom looked at: the charts of tool use, the tables of selections, and apps of servers. `deno task playground` makes dist/tool_views.js of this
// module with all that it imports, and the page loads it with the first look.

/** @typedef {import("./api.js").ToolUsage} ToolUsage */
/** @typedef {import("./answers/find_answer.js").AnswerPlace} AnswerPlace */
/** @typedef {import("../../plugins/selection/monitoring/contract.ts").Share} Share */

import { drawApp } from "./apps/app_frame.js";
import { element } from "./dom.js";
import { callsChart, matrixChart } from "./panels/usage_charts.js";
import { count } from "./words.js";

/**
 * The app of a call, in its frame.
 *
 * @param {import("./api.js").AppView} app @param {import("./apps/app_frame.js").AppActions} actions @param {string} frameUrl
 */
export function appNode(app, actions, frameUrl) {
  return drawApp(app, actions, frameUrl);
}

/** Tools that the chart has a row for: those with alerts, then those with the most calls. */
const ROWS = 15;

/** @param {ToolUsage} use @returns {Node[]} */
export function useNodes(use) {
  const { weeks, months, variants, drift, partial, threadsRead } = use;
  const tools = toolsOf(use);
  const note = `Only ${
    count(threadsRead)
  } threads were read, the newest: numbers of weeks that are not counted yet are too small.`;
  return [
    ...(partial ? [element("p", "notice warn", note)] : []),
    element("h3", "", "Calls by week"),
    ...(tools.length === 0
      ? [element("p", "empty", "No call in these weeks.")]
      : [frame("Calls by week", callsChart(weeks, tools)), weeksTable(use)]),
    ...list(
      "Fell by more than the limit",
      weeks.flatMap(({ week, alerts }) =>
        alerts.map((
          { tool, before, calls },
        ) => [tool, `${count(before)} calls, then ${count(calls)} in ${week}`])
      ),
    ),
    ...months.toReversed().flatMap(({ month, selections, agreed, pairs }) => [
      element("h3", "", `Ranked first and called, ${month}`),
      element(
        "p",
        "words",
        `In ${count(agreed)} of ${
          count(selections)
        } selections the model first called what was ranked first.`,
      ),
      frame(`Matrix of ${month}`, matrixChart(pairs)),
    ]),
    ...list(
      "Offered and never called",
      drift.neverChosen.map(({ tool, offered }) => [tool, `offered in ${count(offered)} threads`]),
    ),
    ...list(
      "Called less often than before",
      drift.chosenLess.map((
        { tool, before, now },
      ) => [tool, `${percent(before)} of the threads that were offered it, then ${percent(now)}`]),
    ),
    ...(variants.length === 0 ? [] : [element("h3", "", "Variants of descriptions"), variantsTable(use)]),
  ];
}

/** The tools of the chart. @param {ToolUsage} use */
function toolsOf({ weeks }) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { tools } of weeks) {
    for (const { name, calls } of tools) sums.set(name, (sums.get(name) ?? 0) + calls);
  }
  const fell = new Set(weeks.flatMap(({ alerts }) => alerts.map(({ tool }) => tool)));
  return [...sums].filter(([, calls]) => calls > 0)
    .sort(([one, less], [other, more]) => Number(fell.has(other)) - Number(fell.has(one)) || more - less)
    .slice(0, ROWS).map(([name]) => name);
}

/** The same numbers as text, with what the bars do not show. @param {ToolUsage} use */
function weeksTable({ weeks, moreTools }) {
  const head = ["Week", "Tool", "Calls", "Failed", "Refused", "Offered", "Chosen"];
  const rows = weeks.toReversed().flatMap(({ week, tools }) =>
    tools.map((
      { name, calls, failed, refused, offered, chosen },
    ) => [week, name, ...[calls, failed, refused, offered, chosen].map(count)])
  );
  return element(
    "details",
    "",
    element("summary", "", "All numbers as a table"),
    frame("Numbers of each week", table(head, rows)),
    ...(moreTools === 0 ? [] : [element("p", "words", `${count(moreTools)} more tools are not shown.`)]),
  );
}

/** @param {ToolUsage} use */
function variantsTable({ variants }) {
  const head = ["Tool", "Variant", "Threads", "Called when offered", "Calls", "Completed"];
  const rows = variants.map((
    { tool, variant, threads, chosenRate, calls, successRate },
  ) => [tool, variant, count(threads), percent(chosenRate), count(calls), percent(successRate)]);
  return frame("Variants of descriptions", table(head, rows));
}

/** `62 % (48 to 74 %)` @param {Share} share */
function percent({ value, low, high }) {
  if (value === null || low === null || high === null) return "none";
  const [share, from, to] = [value, low, high].map((each) => Math.round(100 * each));
  return `${share} % (${from} to ${to} %)`;
}

/** @param {string} title @param {readonly string[][]} rows A name and words each. */
function list(title, rows) {
  if (rows.length === 0) return [];
  const items = rows.map(([name = "", words = ""]) =>
    element("li", "", element("strong", "", name), element("span", "facts", words))
  );
  return [element("h3", "", title), element("ul", "counts-rows", ...items)];
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const cells = head.map((words) => {
    const cell = element("th", "", words);
    cell.scope = "col";
    return cell;
  });
  return element(
    "table",
    "",
    element("thead", "", element("tr", "", ...cells)),
    element(
      "tbody",
      "",
      ...rows.map((row) => element("tr", "", ...row.map((words) => element("td", "", words)))),
    ),
  );
}

/** What may be wider than the window scrolls by itself, with the keyboard too. @param {string} label @param {Node} content */
function frame(label, content) {
  const node = element("div", "chart-frame", content);
  node.role = "region";
  node.ariaLabel = label;
  node.tabIndex = 0;
  return node;
}

/**
 * How tools were selected for an answer; nothing where they were not.
 *
 * @param {AnswerPlace} place
 * @returns {HTMLElement[]}
 */
export function selectionNodes(place) {
  const { decisions = [], called = [] } = selectionsAt(place) ?? {};
  return decisions.map((decision) => {
    const { by, query, selector, candidates, threshold, selected, categories = [] } = decision;
    const scores = new Map(candidates);
    const names = [...new Set([...scores.keys(), ...selected])];
    const facts = [
      `by ${selector}`,
      ...(threshold === undefined ? [] : [`not below ${threshold}`]),
      ...(categories.length === 0 ? [] : [`about ${categories.join(", ")}`]),
    ];
    const title = by === "search" ? "Tools found by a search" : "Tools selected from the input";
    return element(
      "section",
      "selection",
      element("h3", "", title),
      element("p", "selection-query", query),
      element("p", "", facts.join(" · ")),
      names.length === 0
        ? element("p", "", "No tool was looked at.")
        : tableOf(names, { scores, selected, called }),
      element("p", "", calledWords(called)),
    );
  });
}

/** The two tools of the bridge. They are no tools of a catalogue. */
const BRIDGE = ["search_tools", "call_tool"];

/**
 * The selections that stand beside an answer, and the tools that the model has called under them, in order: in this answer and behind
 * it, up to the next selection or the next input. Undefined where nothing was selected.
 *
 * @param {AnswerPlace} place
 */
function selectionsAt({ entries, index }) {
  const entry = entries[index];
  if (entry?.type !== "assistant" || entry.selections === undefined) return undefined;
  const behind = entries.slice(index + 1);
  const end = behind.findIndex((each) =>
    each.type === "assistant"
      ? each.selections !== undefined
      : each.type === "user" && each.resultOf === undefined
  );
  const answers = [entry, ...end < 0 ? behind : behind.slice(0, end)];
  const called = answers.flatMap((each) => each.type === "assistant" ? each.blocks : [])
    .flatMap((block) => block.type === "call" && !BRIDGE.includes(block.name) ? [block.name] : []);
  return { decisions: entry.selections, called: [...new Set(called)] };
}

/**
 * @param {readonly string[]} names
 * @param {{ scores: ReadonlyMap<string, number>, selected: readonly string[], called: readonly string[] }} of
 */
function tableOf(names, { scores, selected, called }) {
  const head = element("tr", "", ...["Tool", "Score", "Selected", "Called"].map(headCell));
  const rows = names.map((name) => {
    const row = element("tr", selected.includes(name) ? "taken" : "");
    const title = element("th", "", name);
    title.scope = "row";
    const place = selected.indexOf(name);
    row.append(
      title,
      element("td", "number", scores.get(name)?.toString() ?? "none"),
      element("td", "", place < 0 ? "" : `${place + 1}.`),
      element("td", "", called.includes(name) ? "called" : ""),
    );
    return row;
  });
  return element(
    "table",
    "",
    element("thead", "", head),
    element("tbody", "", ...rows),
  );
}

/** @param {string} words */
function headCell(words) {
  const cell = element("th", "", words);
  cell.scope = "col";
  return cell;
}

/** @param {readonly string[]} called */
function calledWords(called) {
  return called.length === 0
    ? "The model then called no tool."
    : `The model then called ${called.join(", ")}.`;
}
