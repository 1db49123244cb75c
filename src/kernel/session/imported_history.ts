// The history that a caller imports: clients of stateless APIs send the whole conversation with every request. It waits in the inbox
// of the new thread as one text, so a step that vanishes loses nothing, and the first commit appends its entries.

import { AgentError } from "../../core/error.ts";
import type { Entry, UserEntry } from "../../core/entry.ts";
import { BROUGHT, isBrought } from "../../core/history/brought.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { RandomBytes } from "../../core/ports.ts";
import { newId } from "../../core/text/id.ts";
import type { Redactor } from "../hooks/redaction.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readEntry } from "../history/codec.ts";
import { travelBytes } from "../stored_history/blobs.ts";
import { redactEntry } from "../redaction/redact_entries.ts";
import type { StepRequest } from "../request.ts";
import { toInput } from "./run_state.ts";
import { toStoredEntry } from "./stored_media.ts";

/** Model of the answers that a caller writes: no model of this deployment has given them. */
export const CALLER = "caller/history";

/** Most bytes of an imported history as JSON within JSON, as of the inputs of one request. */
const HISTORY_BYTES = 512 * 1024;

/** What an inbox holds: the imported history, then the inputs. */
export interface ReadInbox {
  readonly imported: readonly Entry[];
  readonly inputs: readonly UserEntry[];
}

/**
 * The history of a request as one text of an inbox; none without a history.
 *
 * @throws {AgentError} body_too_large, plugin_failed
 */
export function writeImported(
  { history = [] }: Pick<StepRequest, "history">,
  redactor: Redactor | undefined,
): readonly string[] {
  if (history.length === 0) return [];
  const stored = history.map(toStoredEntry);
  const entries = redactor === undefined ? stored : stored.map((entry) => redactEntry(entry, redactor));
  const text = JSON.stringify({ type: "history", entries });
  if (travelBytes(text) <= HISTORY_BYTES) return [text];
  throw new AgentError(
    "body_too_large",
    `The conversation has more than ${HISTORY_BYTES / 1024} KB; send a shorter one.`,
  );
}

/**
 * The texts of an inbox.
 *
 * @throws {AgentError} store_failed - a text is an entry, and neither an input nor a history
 * @throws {AgentError} store_corrupt - a text is no entry
 */
export function readInbox(texts: readonly string[], ref: ThreadRef): ReadInbox {
  const imported: Entry[] = [];
  const inputs: UserEntry[] = [];
  for (const text of texts) {
    try {
      if (text.startsWith(HISTORY)) imported.push(...readEntries(JSON.parse(text)));
      else inputs.push(toInput(text, ref));
    } catch (thrown) {
      if (thrown instanceof AgentError && thrown.code === "store_failed") throw thrown;
      throw storeCorrupt(ref.thread, "inbox", thrown);
    }
  }
  return { imported, inputs };
}

/** How the text of a history begins; that of an input begins with another type. */
const HISTORY = '{"type":"history"';

function readEntries(value: Json): Entry[] {
  const entries = isJsonObject(value) && Array.isArray(value.entries) ? value.entries : [];
  return entries.map((entry) => readEntry(JSON.stringify(entry)));
}

/** The index of the entry that begins the run of an imported history: its last input, or its last entry. */
export function startOfRun(imported: readonly Entry[]): number {
  const last = imported.findLastIndex(({ type }) => type === "user");
  return last < 0 ? imported.length - 1 : last;
}

/** The id of an entry of an imported history: it is told by it from those that a step of the thread has made. */
export function newImportedId(random: RandomBytes): string {
  return newId("entry", random).replace("entry_", BROUGHT);
}

/** The entries without those of an imported history. */
export function withoutImported<T extends { readonly id: string }>(entries: readonly T[]): readonly T[] {
  return entries.filter((entry) => !isBrought(entry));
}
