// ProviderError: a failure where it happens, classified by what the server wrote. to_model_error.ts makes of it what
// leaves the provider.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type ModelErrorCode, toModelErrorCode } from "../../../core/model/model_error.ts";
import { toId, toName, toObjects, toText } from "../json_fields.ts";
import { type ErrorWords, GENERIC_WORDS } from "./error_words.ts";
import { innerErrorIn, tellsRefusal, withInnerText } from "./inner_error.ts";
import { retryAfterIn } from "./retry_after.ts";

/** What is known of a failure where it happens; the model, the phase and the secrets are added later. */
export interface ProviderErrorFacts {
  /** HTTP status of the response. */
  readonly status?: number | undefined;
  /** The provider's `code`, else its `type`. */
  readonly providerCode?: string | undefined;
  /** The parameter that the model does not take, by its name on the wire (`reasoning.effort`). */
  readonly unsupported?: string | undefined;
  /** The parameter that is at fault, where the error names it and does not say why. */
  readonly suspected?: string | undefined;
  /** The words of a whole answer that the server has refused, because it has no call. */
  readonly answer?: string | undefined;
  /** The id under which the provider logs the request. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait before the next request, as the provider states them. */
  readonly retryAfterMs?: number | undefined;
  /** False when the provider forbids to send the request again. */
  readonly shouldRetry?: boolean | undefined;
  readonly cause?: unknown;
}

/** A failure inside a provider. It leaves `stream` as a ModelError. */
export class ProviderError extends Error {
  readonly code: ModelErrorCode;
  readonly facts: ProviderErrorFacts;

  constructor(code: ModelErrorCode, message: string, facts: ProviderErrorFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/**
 * Reads an error object of the wire: `{message, code, type}`, a bare text, or FastAPI's `{detail}`. `facts` are known
 * from elsewhere, such as the status; `fallback` is the message of an error that has none.
 */
export type ErrorReader = (
  error: Json | undefined,
  facts: ProviderErrorFacts,
  fallback: string,
) => ProviderError;

/**
 * A reader that classifies by the words of a protocol, then by the generic ones, then by the status. The text has what a
 * gateway keeps of the server behind it.
 */
export function createErrorReader(words: ErrorWords): ErrorReader {
  const codes = new Map(Object.entries({ ...GENERIC_WORDS.codes, ...words.codes }));
  const texts = [...words.texts, ...GENERIC_WORDS.texts];
  return (error, facts, fallback) => {
    const wire = innermost(error);
    const message = toName(error) ?? toMessage(wire.message) ?? toMessage(wire.error) ??
      toMessage(wire.detail) ??
      fallback;
    // Anthropic names the cause in details; Google has a list there.
    const code = toId(wire.code) ?? (isJsonObject(wire.details) ? toId(wire.details.error_code) : undefined);
    const type = toName(wire.type);
    // OpenRouter puts an HTTP status where others have a word: {"error":{"code":502,"message":...}} inside a 200.
    const status = facts.status ?? [code, toId(wire.status_code), toId(wire.status)].flatMap(toStatus).at(0);
    const names = [code, type].filter((name) => name !== undefined);
    const outer = classify(status, names, message, codes, texts);
    const inner = innerErrorIn(wire);
    const whole = withInnerText(message, inner);
    // A refusal that a gateway passes on under a status of its own.
    const isRefusal = outer === "model_server" && status !== undefined && status >= 500 &&
      tellsRefusal(whole);
    const kind = isRefusal ? "model_invalid_request" : outer;
    const passes = kind === "model_rate_limit" || kind === "model_overloaded";
    return new ProviderError(kind, whole, {
      ...facts,
      status,
      providerCode: names[0],
      unsupported: readUnsupported(wire) ?? (inner === undefined ? undefined : readUnsupported(inner.error)),
      suspected: readSuspected(wire) ?? (inner === undefined ? undefined : readSuspected(inner.error)),
      retryAfterMs: facts.retryAfterMs ?? (passes ? retryAfterIn(message) : undefined),
    });
  };
}

/** Reads errors by the generic words alone. */
export const readGenericError: ErrorReader = createErrorReader({ codes: {}, texts: [] });

/** The parameter that an error object of OpenAI's form names as not supported; undefined for every other error. */
export function readUnsupported({ code, param }: JsonObject): string | undefined {
  return UNSUPPORTED.has(toText(code)) ? toName(param) : undefined;
}

/**
 * The parameter that is at fault by its name alone: servers that repeat OpenAI's form leave out the code, or have one that says
 * nothing. What the text names counts before it.
 *
 * | code | param | message | parameter |
 * |---|---|---|---|
 * | none, or one that says nothing | tool_choice, tool_choice.function | any | tool_choice: no choice that is sent is wrong |
 * | none, or one that says nothing | tools | any | none: the schema of one tool may be meant |
 * | none, or one that says nothing | temperature | "... is not supported" | temperature |
 * | none, or one that says nothing | temperature | "must be at most 2" | none |
 * | any other, such as invalid_type | any | any | none |
 */
function readSuspected({ code, param, message, detail }: JsonObject): string | undefined {
  const name = toName(param);
  if (name === undefined) return readRefusedField(detail);
  if (!SAYS_NOTHING.has(toId(code)?.toLowerCase() ?? "")) return undefined;
  if (/^tool_choice\b/.test(name)) return "tool_choice";
  return name !== "tools" && REFUSING.test(toText(message).slice(0, 1000)) ? name : undefined;
}

/** Of OpenAI's form, where a server has no word for what is wrong. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "",
  "400",
  "422",
  "bad_request",
  "invalid_request",
  "invalid_request_error",
  "badrequesterror",
  "invalid_parameter",
  "invalid_parameter_error",
  "invalid_value",
]);

const REFUSING =
  /unsupported|(?:not|n't) (?:be )?(?:support|permit|allow|accept|available)|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields)/i;

// FastAPI's checks name the field by its path: {loc: ["body", "tool_choice"], type: "extra_forbidden"}.
function readRefusedField(detail: Json | undefined): string | undefined {
  const fields = toObjects(detail).flatMap(({ loc, type }) => {
    const [place, field, ...within] = Array.isArray(loc) ? loc : [];
    const name = place === "body" ? toName(field) : undefined;
    const isWhole = within.length === 0 && type === "extra_forbidden";
    return name === "tool_choice" || (name !== undefined && name !== "tools" && isWhole) ? [name] : [];
  });
  return fields.at(0);
}

// {error: {error: {message}}}, {error: [{message}]}, {errors: [{message}]}: gateways wrap what they got.
function innermost(error: Json | undefined): JsonObject {
  let wire = firstObject(error);
  for (let depth = 0; depth < 3 && wire.message === undefined; depth++) {
    const inner = firstObject(wire.error ?? wire.errors);
    if (Object.keys(inner).length === 0) break;
    wire = { ...wire, error: null, errors: null, ...inner };
  }
  return wire;
}

function firstObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : toObjects(value).at(0) ?? {};
}

const UNSUPPORTED: ReadonlySet<string> = new Set([
  "unsupported_value",
  "unsupported_parameter",
  "unknown_parameter",
]);

// FastAPI's checks repeat the input, which is the user's and may read like a refusal: only `loc` and `msg` are read.
function toMessage(value: Json | undefined): string | undefined {
  if (typeof value !== "object" || value === null) return toName(value);
  const checks = toObjects(isJsonObject(value) ? value.detail : value).flatMap(({ loc, msg }) => {
    const place = Array.isArray(loc) ? `${loc.join(".")}: ` : "";
    return toText(msg) === "" ? [] : [place + toText(msg)];
  });
  return checks.length === 0 ? JSON.stringify(value) : checks.join("; ");
}

function toStatus(code: string | undefined): number[] {
  return code !== undefined && /^[45]\d\d$/.test(code) ? [Number(code)] : [];
}

function classify(
  status: number | undefined,
  names: readonly string[],
  message: string,
  codes: ReadonlyMap<string, ModelErrorCode>,
  texts: ErrorWords["texts"],
): ModelErrorCode {
  for (const name of [...names.map((name) => `${status} ${name}`), ...names]) {
    const code = codes.get(name);
    if (code) return code;
  }
  const text = texts.find(([pattern]) => pattern.test(message));
  if (text && (status === undefined || (status >= 400 && status < 500))) return text[1];
  if (status !== undefined) return toModelErrorCode(status);
  return names.includes("invalid_request_error") ? "model_invalid_request" : "model_server";
}
