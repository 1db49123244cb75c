// What the model was given in a step, from the record of the thread: its entry names the agent's definition and the first entry
// of the window; the export has the definition, the history the entries.

import type { EntryView } from "../../../core/contract/entries.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { RequestRecord } from "../../../core/record.ts";
import { ENTRIES_READ, readHistory } from "../api/api.ts";
import { exportLines } from "../api/export_lines.ts";

/** What the record keeps of the agent. */
interface Definition {
  readonly instructions?: string;
  readonly tools?: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  }[];
  readonly settings?: JsonObject;
}

/** The input of a plan. What the record does not have is undefined. */
export interface ModelInput {
  readonly model: string;
  readonly record: RequestRecord | undefined;
  readonly definition: Definition | undefined;
  readonly summary: string | undefined;
  readonly entries: readonly EntryView[];
}

/** The input of the plan that a version committed; undefined when that commit has no plan. */
export async function readModelInput(thread: string, version: number): Promise<ModelInput | undefined> {
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

/** The history up to a version, and the index of its plan. */
async function entriesUntil(thread: string, version: number) {
  const entries: EntryView[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof readHistory>> = await readHistory(thread, after, ENTRIES_READ);
    entries.push(...page.entries);
    after = (page.entries.at(-1)?.version ?? Infinity) > version ? null : page.next;
  }
  return {
    entries,
    planned: entries.findIndex((entry) => entry.type === "assistant" && entry.version === version),
  };
}

/** The blob that a digest names: in base64url there, in hex here. */
async function readDefinition(thread: string, digest: string): Promise<Definition | undefined> {
  const bytes = atob(digest.replaceAll("-", "+").replaceAll("_", "/"));
  const id = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  for await (const line of exportLines(thread)) {
    if (line.type === "blob" && line.id === id && line.text !== undefined) return JSON.parse(line.text);
  }
  return undefined;
}
