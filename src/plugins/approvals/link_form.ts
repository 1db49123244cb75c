// The form of the page of a link: its fields as an answer.

import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../../core/json.ts";
import { check } from "../../core/problems.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { WaitingCall } from "../../core/contract/calls.ts";
import { approvalForm } from "./schemas.ts";
import { assertStorable, parseStrictJson } from "../../http/strict_json.ts";

/** The texts of the form as they were typed. */
export interface Entered {
  readonly reason?: string | undefined;
  readonly args?: string | undefined;
  readonly answer?: string | undefined;
}

/** What a submitted form says. */
export interface Submitted extends Entered {
  readonly approved: boolean;
}

/** The parts of an answer that a form gives. */
export interface FormAnswer {
  readonly approved: boolean;
  readonly reason?: string;
  readonly args?: JsonObject;
  readonly answer?: Json;
}

/**
 * The texts of a form. A browser sends a line break as CR LF; it becomes LF.
 *
 * @throws {AgentError} invalid_request
 */
export function readFields(fields: Readonly<Record<string, string>>): Submitted {
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replaceAll("\r\n", "\n")]),
  );
  assertStorable(texts);
  const checked = check(approvalForm, texts);
  if (checked.ok) {
    const { decision, ...entered } = checked.value;
    return { approved: decision === "approve", ...entered };
  }
  const wrong = checked.problems.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join("; ");
  throw new AgentError("invalid_request", `The form does not fit: ${wrong}.`);
}

/**
 * The answer of a form about a call. Arguments that are those of the call are no others; a denial has neither arguments nor an
 * answer.
 *
 * @throws {AgentError} invalid_request
 */
export function toFormAnswer(
  { approved, reason = "", args, answer }: Submitted,
  { approval, args: planned, answer: schema }: WaitingCall,
): FormAnswer {
  const other = approved && args !== undefined ? toArguments(args) : undefined;
  const isSame = other === undefined || canonicalJson(other) === canonicalJson(planned);
  return {
    approved,
    reason: reason.trim() || undefined,
    args: isSame ? undefined : other,
    answer: approved && approval.asks ? toAnswer(answer ?? "", schema) : undefined,
  };
}

function toArguments(text: string): JsonObject {
  const json = parseField(text, "The arguments are not JSON");
  if (isJsonObject(json)) return json;
  throw new AgentError("invalid_request", 'The arguments are not a JSON object, such as {"amount": 5}.');
}

/** A text where the schema is one of texts; else JSON. */
function toAnswer(text: string, schema: JsonSchema | undefined): Json {
  if (schema?.type === "string") return text;
  return parseField(text, 'The answer is not JSON (text is written in quotes, such as "yes")');
}

function parseField(text: string, what: string): Json {
  try {
    return parseStrictJson(text);
  } catch (cause) {
    if (!(cause instanceof AgentError)) throw cause;
    const details = cause.problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
    const why = details.length > 0 ? details.join(" ") : cause.message;
    throw new AgentError("invalid_request", `${what}: ${why}`, { cause });
  }
}
