// A response of the server that runs a tool, as the output of the call, a result that comes later, or a failure.

import {
  isJsonObject,
  type Json,
  type JsonObject,
  MAX_JSON_DEPTH,
  nestsDeeper,
  parseJson,
} from "../../core/json.ts";
import type { Deferred } from "../../core/tool/deferred.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { Effect, ToolContext } from "../../core/tool.ts";

/** The call that a response belongs to. */
export interface ReadCall {
  readonly name: string;
  readonly effect: Effect;
}

/** What the response comes to; the failure is returned. */
export function readResponse(
  response: Response,
  text: string,
  { name, effect }: ReadCall,
  context: Pick<ToolContext, "defer">,
): Json | Deferred | ToolError {
  const { status } = response;
  const type = readMediaType(response.headers);
  const json = isJson(type) ? parseJson(text) : undefined;
  if (status < 200 || status > 299) return readFailure(response, json);
  if (text === "") return null;
  const what = effect === "pure"
    ? {}
    : { hint: "It may have happened: check before you make the call again." };
  if (isJson(type)) {
    if (json === undefined) return new ToolError("failed", `The server of ${name} sent broken JSON.`, what);
    if (nestsDeeper(json, MAX_JSON_DEPTH)) {
      return new ToolError(
        "failed",
        `The server of ${name} sent JSON nested deeper than ${MAX_JSON_DEPTH} levels.`,
        what,
      );
    }
    if (status !== 202 || !isJsonObject(json) || !isJsonObject(json.defer)) return json;
    return deferCall(json.defer, name, context, what);
  }
  if (type.startsWith("text/")) return text;
  return new ToolError("failed", `The server of ${name} sent ${type || "no media type"}, not JSON.`, what);
}

/** Milliseconds of the header Retry-After, in seconds or as a date; undefined without it. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function deferCall(
  { ref, pollAfterMs, expiresInMs, detach }: JsonObject,
  name: string,
  context: Pick<ToolContext, "defer">,
  what: { readonly hint?: string },
): Deferred | ToolError {
  try {
    return context.defer({
      ref: ref ?? null,
      expiresInMs: typeof expiresInMs === "number" ? expiresInMs : undefined,
      pollAfterMs: typeof pollAfterMs === "number" ? pollAfterMs : undefined,
      detach: detach === true || undefined,
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it has another form";
    return new ToolError("failed", `The server of ${name} defers the call wrongly: ${why}`, {
      ...what,
      cause,
    });
  }
}

/** Kinds that a problem may name; the others are found by the executor. */
const KINDS = [
  "invalid_arguments",
  "retryable",
  "context_required",
  "rate_limited",
  "fatal",
  "failed",
] as const;

function readFailure({ status, headers }: Response, json: Json | undefined): ToolError {
  const problem = isJsonObject(json) ? json : {};
  const kind = KINDS.find((known) => known === problem.kind) ?? toErrorKind(status);
  const retryAfterMs = typeof problem.retryAfterMs === "number"
    ? Math.max(0, problem.retryAfterMs)
    : readRetryAfter(headers, Date.now());
  const said = [problem.detail, problem.title, problem.message].find((each) => typeof each === "string");
  return new ToolError(
    kind,
    typeof said === "string" && said !== "" ? said : `The server responded ${status}.`,
    {
      hint: typeof problem.hint === "string" ? problem.hint : undefined,
      retryAfterMs,
    },
  );
}

function toErrorKind(status: number): typeof KINDS[number] {
  if (status === 400 || status === 422) return "invalid_arguments";
  return status === 429 ? "rate_limited" : "failed";
}

function readMediaType(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  return type.trim();
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}
