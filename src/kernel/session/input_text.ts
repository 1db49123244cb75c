// An input as the inbox of a thread holds it.

import { textOfParts } from "../../core/content/part.ts";
import type { RunTerms, UserEntry } from "../../core/entry.ts";
import type { Origin } from "../../core/record.ts";
import { newId } from "../../core/text/id.ts";
import type { Redactor } from "../hooks/redaction.ts";
import { redactEntry } from "../redaction/redact_entries.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { NewInput } from "../request.ts";
import { toStoredParts } from "./stored_media.ts";

/** What an input comes with. */
export interface InputTerms {
  readonly origin?: Origin | undefined;
  readonly pin?: true | undefined;
  readonly run?: RunTerms;
  readonly queued?: true | undefined;
  readonly resultOf?: string | undefined;
  /** Of the thread's agent. */
  readonly redactor?: Redactor | undefined;
}

/**
 * The text of an inbox for an input whose media are stored; `at` in epoch milliseconds.
 *
 * @throws {AgentError} plugin_failed
 */
export function inputText(
  input: NewInput,
  at: number,
  { origin, pin, run, queued, resultOf, redactor }: InputTerms,
  { random }: Pick<RuntimeDeps, "random">,
): string {
  const entry: UserEntry = {
    type: "user",
    id: newId("entry", random),
    at,
    version: 0,
    ...toContent(input),
    ...origin,
    pin,
    run,
    queued,
    resultOf,
  };
  return JSON.stringify(redactor === undefined ? entry : redactEntry(entry, redactor));
}

function toContent(input: NewInput): Pick<UserEntry, "text" | "parts"> {
  if (typeof input === "string") return { text: input };
  const parts = toStoredParts(input);
  return { text: textOfParts(parts), parts: parts.some(({ type }) => type !== "text") ? parts : undefined };
}
