// What the model was given in a step, from the record of the thread: its entry names the agent's definition and the first entry
// of the window; the export has the definition, the history the entries.

/** @typedef {import("../../../core/contract/entries.ts").EntryView} EntryView */
/** @typedef {import("../../../core/record.ts").RequestRecord} RequestRecord */
/** @typedef {{ name: string, description: string, parameters: object }} ToolOffer */
/** @typedef {{ instructions?: string, tools?: ToolOffer[], settings?: object }} Definition */
/** @typedef {{ model: string, record: RequestRecord | undefined, definition: Definition | undefined, summary: string | undefined, entries: EntryView[] }} ModelInput */

import { exportLines, readHistory } from "../api.js";

/** Entries of one read. */
const PAGE = 200;

/**
 * The input of the plan that a version committed; undefined when that commit has no plan.
 *
 * @param {string} thread @param {number} version
 * @returns {Promise<ModelInput | undefined>}
 */
export async function readModelInput(thread, version) {
  const { entries, planned } = await entriesUntil(thread, version);
  const plan = entries[planned];
  if (plan?.type !== "assistant") return undefined;
  const before = entries.slice(0, planned);
  const { start = 0, pins = [] } = plan.record ?? {};
  const digest = plan.record &&
    entries.slice(0, planned + 1).flatMap((entry) =>
      "record" in entry && entry.record?.definition !== undefined ? [entry.record.definition] : []
    ).at(-1);
  const window = before.filter((entry, index) =>
    entry.type !== "summary" && (index >= start || pins.includes(index))
  );
  return {
    model: plan.model,
    record: plan.record,
    definition: digest === undefined ? undefined : await readDefinition(thread, digest),
    summary: start === 0 ? undefined : before.findLast((entry) => entry.type === "summary")?.text,
    entries: window,
  };
}

/** The history up to a version, and the index of its plan. @param {string} thread @param {number} version */
async function entriesUntil(thread, version) {
  /** @type {EntryView[]} */
  const entries = [];
  for (let after = /** @type {number | null} */ (0); after !== null;) {
    const page = await readHistory(thread, after, PAGE);
    entries.push(...page.entries);
    after = (page.entries.at(-1)?.version ?? Infinity) > version ? null : page.next;
  }
  return {
    entries,
    planned: entries.findIndex((entry) => entry.type === "assistant" && entry.version === version),
  };
}

/** The blob that a digest names: in base64url there, in hex here. @param {string} thread @param {string} digest */
async function readDefinition(thread, digest) {
  const bytes = atob(digest.replaceAll("-", "+").replaceAll("_", "/"));
  const id = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  for await (const line of exportLines(thread)) {
    if (line.type === "blob" && line.id === id) return /** @type {Definition} */ (JSON.parse(line.text));
  }
  return undefined;
}
