// From the exceptions of @upstash/redis, the error replies of Redis and malformed answers to errors of the store. No
// message and no cause contains the token, the command that was sent, or the hash and the line of a script.

import { AgentError } from "../../core/error.ts";

/** Why a request has no result: Redis refused it, or no answer of Redis came. */
export type Failure =
  | { readonly type: "refused"; readonly error: string }
  | {
    readonly type: "lost";
    readonly message: string;
    readonly repeatable: boolean;
    readonly cause?: unknown;
  };

/** The error of an answer that has neither `result` nor `error`. */
export const NO_RESULT = "an answer without a result";

/**
 * The failure of a request.
 *
 * @param thrown What a method of the package's `Redis` rejected with.
 */
export function toFailure(thrown: unknown): Failure {
  const { name, message } = thrown instanceof Error ? thrown : new Error("not an error");
  switch (name) {
    case "UpstashError": {
      const error = withoutCommand(message);
      if (!/^(undefined|null|\[object Object\])$/.test(error)) return toRefusal(error);
      return { type: "lost", message: "its answer did not come from Redis.", repeatable: true };
    }
    case "UpstashJSONParseError":
      return { type: "lost", message: "its answer was not JSON.", repeatable: true };
    case "TimeoutError":
    case "AbortError":
      return { type: "lost", message: "it did not answer in time.", repeatable: false, cause: thrown };
    default:
      if (message === "Request did not return a result") return { type: "refused", error: NO_RESULT };
      return { type: "lost", message: "the request failed.", repeatable: true, cause: thrown };
  }
}

/** The package appends the whole command, with every argument, to an error of status 400 and above. */
function withoutCommand(message: string): string {
  return message.split(", command was: ", 1)[0] ?? "";
}

function toRefusal(error: string): Failure {
  if (isTransient(error)) return { type: "lost", message: `${withoutScript(error)}.`, repeatable: true };
  return { type: "refused", error };
}

/**
 * Errors of a database that starts, stops, fails over or is over a limit of requests, as Redis, Upstash and the bridge
 * write them. An internal error leaves open what was done.
 */
const TRANSIENT =
  /^(LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|READONLY|(ERR )?internal (server )?error)|cannot be reached|connection|unavailable|timed? ?out|(requests?|bandwidth|concurrent).*limit/i;

function isTransient(error: string): boolean {
  return TRANSIENT.test(error) && !/max request size/i.test(error);
}

/** True for the error of a command whose key has a value of another type. */
export function isWrongType(error: string): boolean {
  return error.startsWith("WRONGTYPE");
}

/** Redis at `maxmemory` without eviction; a database of Upstash at the data size of its plan. */
const FULL = /\bOOM command not allowed|DB capacity quota exceeded/i;

/**
 * Unauthorized and Forbidden are errors of Upstash, the others codes of Redis. NOPERM is the error of a read-only
 * token.
 */
const ACCESS = /^(unauthorized|forbidden|wrongpass|noauth|noperm)/i;

/** How a script names what it found to be illegal, before it wrote anything; CHECKS in lua/functions.ts. */
const CORRUPT = /\bCORRUPT (\w+)/;

/**
 * The AgentError of an error reply: store_unavailable, store_full, store_failed, or store_corrupt with the part that is illegal in
 * `details.part`: the thread is not known here.
 *
 * @param error What Redis answered.
 * @param name The script or the operation that was refused.
 */
export function toReplyError(error: string, name: string): AgentError {
  if (isTransient(error)) return unavailable(`${withoutScript(error)}.`);
  if (FULL.test(error)) {
    return new AgentError(
      "store_full",
      `The database is full and refused ${name}: delete threads, or raise its limit.`,
    );
  }
  if (ACCESS.test(error)) {
    return new AgentError(
      "store_failed",
      "The database refused the token; check UPSTASH_REDIS_REST_TOKEN, which must not be the read-only one.",
    );
  }
  const [, part] = CORRUPT.exec(error) ?? [];
  if (part !== undefined) {
    return new AgentError("store_corrupt", `What is stored cannot be read: the ${part} is illegal.`, {
      details: { part },
    });
  }
  return new AgentError(
    "store_failed",
    `The store refused ${name}: ${withoutScript(error)}. See the database's log.`,
  );
}

/** The error of an answer of a shape that no script has. */
export function malformedReply(name: string): AgentError {
  return new AgentError("store_failed", `The store answered ${name} in a shape that Treadle does not know.`);
}

/**
 * The error `store_unavailable`.
 *
 * @param message A sentence about the request, for the caller.
 */
export function unavailable(message: string, cause?: unknown): AgentError {
  return new AgentError("store_unavailable", `The store cannot be reached: ${message} Try again.`, {
    cause,
    retryAfterMs: 1000,
  });
}

/**
 * The error without where in a script it happened, and without a long tail.
 * Redis 7 appends `script: <hash>, on @user_script:17.`, earlier ones prepend
 * `Error running script (call to f_<hash>): @user_script:17:`.
 */
function withoutScript(error: string): string {
  return error
    .replace(/Error running script \(call to f_[0-9a-f]{40}\): /, "")
    .replace(/,? ?script: [0-9a-f]{40}, on .*$/, "")
    .replace(/@?user_script: ?\d+: ?-?/g, "")
    .slice(0, 200)
    .replace(/[.\s]+$/, "");
}
