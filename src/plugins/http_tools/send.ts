// The request of one call: signed, bounded in time and size, and sent again where that does no harm.

import { isHeader } from "../../agents/http_tool/check.ts";
import { AgentError } from "../../core/error.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { mayHaveArrived } from "../../core/outbound/fetch_once.ts";
import type { Deferred } from "../../core/tool/deferred.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { Effect, ToolContext } from "../../core/tool.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { signMessage } from "../../outbound/sign.ts";
import { type ReadCall, readResponse, readRetryAfter } from "./response.ts";

/** How the requests of a tool are sent. */
export interface SendOptions {
  readonly name: string;
  readonly url: string;
  readonly method: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string | { readonly env: string; readonly prefix?: string }>>;
  readonly hosts: readonly string[];
  readonly effect: Effect;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxResponseBytes: number;
  readonly callback: boolean;
}

/** A call, or a question about one that is deferred. */
export type Asked = { readonly args: JsonObject } | { readonly poll: { readonly ref: Json } };

const FIRST_WAIT_MS = 250;

/** Milliseconds that are left for the answer of the tool. */
const MARGIN_MS = 100;

/**
 * Sends the call and reads the response.
 *
 * @throws {ToolError} what the server or the network made of it
 */
export async function sendCall(
  options: SendOptions,
  asked: Asked,
  context: ToolContext,
): Promise<Json | Deferred> {
  const isPoll = "poll" in asked;
  const deadline = Date.now() + options.timeoutMs - MARGIN_MS;
  const body = JSON.stringify({
    call: { id: context.callId, name: options.name, args: "args" in asked ? asked.args : undefined },
    poll: isPoll ? asked.poll : undefined,
    thread: context.thread,
    agent: context.agent,
    attempt: context.attempt,
    user: context.user,
    deadline: new Date(deadline).toISOString(),
    callbackUrl: options.callback && !isPoll ? await context.callbackUrl() : undefined,
  });
  const repeatable = isPoll || options.effect !== "once";
  for (let tries = 0;; tries += 1) {
    const outcome = await attempt(options, { body, deadline, isPoll }, context);
    if (outcome.type === "read") return outcome.value;
    const { failure, unsent, retryAfterMs = FIRST_WAIT_MS * 2 ** tries } = outcome;
    const mayRepeat = (repeatable || unsent) && tries < options.retries && outcome.passing;
    if (!mayRepeat || Date.now() + retryAfterMs >= deadline || context.signal.aborted) {
      throw isPoll && outcome.passing ? new ToolError("retryable", failure.message) : failure;
    }
    await wait(retryAfterMs, context.signal);
  }
}

type Attempt =
  | { readonly type: "read"; readonly value: Json | Deferred }
  | {
    readonly type: "failed";
    readonly failure: ToolError;
    /** It may end otherwise when it is sent again. */
    readonly passing: boolean;
    /** No connection was made. */
    readonly unsent: boolean;
    readonly retryAfterMs?: number;
  };

/** What the attempts of a call have in common. */
interface Sent {
  readonly body: string;
  readonly deadline: number;
  readonly isPoll: boolean;
}

async function attempt(options: SendOptions, sent: Sent, context: ToolContext): Promise<Attempt> {
  const { body, deadline } = sent;
  const { url, method, hosts, maxResponseBytes, effect } = options;
  const headers = await buildHeaders(options, sent, context);
  if (context.outbound === undefined) throw new ToolError("failed", "This deployment sends no requests.");
  const send = createOutbound(context.outbound);
  const timeoutMs = Math.max(1, deadline - Date.now());
  let response: Response;
  let text: string;
  try {
    const init = { method, headers, body, signal: context.signal };
    response = await send(url, init, { timeoutMs, maxBytes: maxResponseBytes, redirects: 0, hosts });
    text = await response.text();
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    return {
      type: "failed",
      failure: new ToolError("failed", thrown.message, { cause: thrown }),
      passing: thrown.retryable,
      unsent: thrown.code === "outbound_failed" && !mayHaveArrived(thrown),
    };
  }
  const call: ReadCall = { name: options.name, effect };
  const read = readResponse(response, text, call, context);
  if (!(read instanceof ToolError)) return { type: "read", value: read };
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers, Date.now()) ?? read.retryAfterMs;
  return {
    type: "failed",
    failure: read,
    passing: status === 408 || status === 429 || status >= 500 && status !== 501,
    unsent: false,
    retryAfterMs,
  };
}

async function buildHeaders(
  { headers, secrets, name }: SendOptions,
  { body, deadline, isPoll }: Sent,
  { env, callId, traceContext }: ToolContext,
): Promise<Record<string, string>> {
  const read = (variable: string): string => {
    const value = env[variable];
    if (typeof value === "string" && value !== "") return value;
    throw new ToolError("failed", `Tool ${name} needs the environment variable ${variable}.`);
  };
  const own = Object.entries(headers).map(([key, given]) => {
    const value = typeof given === "string" ? given : `${given.prefix ?? ""}${read(given.env)}`;
    // The error of the platform would show the value, which may be a secret.
    if (isHeader(key, value)) return [key.toLowerCase(), value] as const;
    throw new ToolError("failed", `Tool ${name} has a header ${key} that HTTP does not allow.`);
  });
  // Each poll has a new id: a receiver that drops a repeated id, or repeats its answer to a key, must see another request.
  const id = isPoll ? `${callId}_${crypto.randomUUID()}` : callId;
  const signed = secrets.length === 0
    ? {}
    : await signMessage({ id, at: Date.now(), body }, secrets.map(read));
  const sent: Record<string, string> = {
    ...Object.fromEntries(own),
    ...traceContext,
    accept: "application/json",
    "content-type": "application/json",
    "treadle-deadline": new Date(deadline).toISOString(),
    ...signed,
  };
  if (!isPoll) sent["idempotency-key"] = callId;
  return sent;
}

/** Ends early, without an error, when the call is stopped. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  if (either.aborted) return;
  await new Promise((resolve) => either.addEventListener("abort", resolve, { once: true }));
}
