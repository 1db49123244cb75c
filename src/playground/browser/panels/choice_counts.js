// The dialog with what was chosen over days: a bar for each row of GET /v1/analytics/choices, and the suggestions.

import { listSuggestions, readChoices } from "../api.js";
import { byId, element } from "../dom.js";
import { dollars } from "../words.js";

/** @typedef {import("../api.js").ChoiceCountsRow} ChoiceCountsRow */

const DAY_MS = 86_400_000;

/** @type {readonly import("../api.js").Dimension[]} */
const DIMENSIONS = ["day", "agent", "tool", "model", "policy"];

/** The dialog of the counts. */
export class ChoiceCounts {
  #dialog = byId("counts", HTMLDialogElement);
  #days = byId("counts-days", HTMLSelectElement);
  #by = byId("counts-by", HTMLSelectElement);
  #rows = byId("counts-rows", HTMLOListElement);
  #suggestions = byId("suggestions", HTMLUListElement);
  /** The newest request; an answer to an earlier one is dropped. */
  #asked = 0;

  constructor() {
    for (const select of [this.#days, this.#by]) select.addEventListener("change", () => void this.#load());
  }

  open() {
    this.#dialog.showModal();
    void this.#load();
  }

  async #load() {
    const asked = ++this.#asked;
    const to = Date.now();
    const days = { from: dayOf(to - (Number(this.#days.value) - 1) * DAY_MS), to: dayOf(to) };
    const by = DIMENSIONS.find((each) => each === this.#by.value) ?? "day";
    try {
      const [rows, suggestions] = await Promise.all([readChoices(days, by), listSuggestions(days)]);
      if (asked !== this.#asked) return;
      this.#rows.replaceChildren(...barsOf(rows, by));
      this.#suggestions.replaceChildren(...suggestions.map(suggestionItem));
      if (rows.length === 0) this.#rows.append(element("li", "empty", "No step on these days."));
      if (suggestions.length === 0) this.#suggestions.append(element("li", "empty", "None from these days."));
    } catch (error) {
      if (asked !== this.#asked) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#rows.replaceChildren(element("li", "notice bad", message));
      this.#suggestions.replaceChildren();
    }
  }
}

/** @param {number} at Epoch milliseconds. */
function dayOf(at) {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * The longest bar is that of the row with the most offers. A part of it is what was chosen, another what was violated.
 *
 * @param {readonly ChoiceCountsRow[]} rows
 * @param {import("../api.js").Dimension} by
 */
function barsOf(rows, by) {
  const most = Math.max(1, ...rows.map(wholeOf));
  return rows.map((row) => {
    const whole = wholeOf(row);
    const bar = element(
      "span",
      "count-bar",
      part("chosen", row.chosen, most),
      part("violated", row.violated, most),
    );
    bar.append(part("rest", Math.max(0, whole - row.chosen - row.violated), most));
    bar.ariaHidden = "true";
    const name = row[by] || "without a policy";
    return element(
      "li",
      "",
      element("strong", "", name),
      bar,
      element("span", "facts", factsOf(row).join(" · ")),
    );
  });
}

/** @param {ChoiceCountsRow} row */
function wholeOf({ plans, offered, chosen, violated }) {
  return Math.max(plans ?? offered, chosen + violated);
}

/** @param {string} name @param {number} count @param {number} most */
function part(name, count, most) {
  const node = element("span", name);
  node.style.inlineSize = `${100 * count / most}%`;
  return node;
}

/**
 * What a row counts, without what there was none of. Rows about tools have no plans.
 *
 * @param {ChoiceCountsRow} row
 */
function factsOf(row) {
  const { plans, offered, forced, chosen, violated, calls, latency } = row;
  const refused = row.refusedByPolicy + row.refusedByChoice + row.refusedByPeople + (row.refusedByApi ?? 0);
  const timed = latency.buckets.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(plans === undefined ? [] : [`${plans} plans`]),
    `${offered} offered`,
    `${chosen} chosen`,
    ...some(forced, "forced"),
    ...some(refused, "refused"),
    ...some(violated, "violated"),
    ...some(row.corrected, "corrected"),
    ...some(row.degraded, "degraded"),
    ...some(calls, "calls"),
    ...some(row.callsFailed, "calls failed"),
    ...(timed === 0 ? [] : [`${Math.round(latency.ms / timed)} ms on average`]),
    ...some(row.inputTokens, "tokens in"),
    ...cacheFacts(row),
    ...some(row.outputTokens, "tokens out"),
    ...(row.microDollars ? [`$${(row.microDollars / 1e6).toFixed(4)}`] : []),
  ];
}

/**
 * How much of the input the provider read from its cache, and what each kind of it cost.
 *
 * @param {ChoiceCountsRow} row
 */
function cacheFacts(row) {
  const { inputTokens, cachedTokens = 0, cacheWriteTokens, uncachedTokens, promptCuts } = row;
  if (!inputTokens) return [];
  const { cachedMicroDollars, cacheWriteMicroDollars, uncachedMicroDollars } = row;
  return [
    `${Math.round(100 * cachedTokens / inputTokens)} % from a cache${priceWords(cachedMicroDollars)}`,
    ...some(cacheWriteTokens, `written to it${priceWords(cacheWriteMicroDollars)}`),
    ...some(uncachedTokens, `uncached${priceWords(uncachedMicroDollars)}`),
    ...some(promptCuts, promptCuts === 1 ? "prompt cut" : "prompts cut"),
  ];
}

/** @param {number | undefined} microDollars */
function priceWords(microDollars) {
  return microDollars ? ` (${dollars(microDollars)})` : "";
}

/** @param {number | undefined} count @param {string} what */
function some(count, what) {
  return count ? [`${count.toLocaleString()} ${what}`] : [];
}

/** @param {import("../api.js").Suggestion} suggestion */
function suggestionItem({ message, evidence, days }) {
  const numbers = Object.entries(evidence).map(([name, count]) => `${name} ${count}`).join(" · ");
  const range = days.first === days.last ? days.first : `${days.first} to ${days.last}`;
  return element("li", "", element("span", "", message), element("span", "facts", `${numbers} · ${range}`));
}
