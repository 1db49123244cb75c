// The one place that talks to Upstash: its REST protocol over fetch, scripts by hash, repeated requests, and errors that
// carry neither the token nor what was sent.
//
// The protocol (https://upstash.com/docs/redis/features/restapi): POST / takes one command as a JSON array and answers
// {"result"} or, with status 400, {"error"}; POST /pipeline takes an array of them and answers an array of those. Strings
// come as they are, because nothing here asks for base64.

import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, parseJson } from "../../core/json.ts";
import { LOCKING_LINE, type Script } from "./lua/script.ts";
import { wireBytes } from "./text.ts";

/** Bytes of a request on the wire at most; Upstash refuses above 1 MB on its smallest plan. */
export const REQUEST_BYTES = 900_000;

/**
 * Waits between the attempts of a request whose answer did not come. Scripts are re-entrant, so repeating is safe, and it
 * cannot be switched off: Deno's fetch itself sends a POST again whose connection died before the head of the response.
 */
const RETRY_DELAYS_MS = [50, 250];

/** Whether a database takes the locking form of the scripts, by URL: asked once per isolate. */
const lockingByUrl = new Map<string, boolean>();

/** A command of Redis: its name and its arguments. */
export type Command = readonly [name: string, ...args: string[]];

/** One call of a script. */
export interface ScriptCall {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

type Answer = { readonly result: Json } | { readonly error: string };

export class UpstashClient {
  readonly #url: string;
  readonly #token: string;
  readonly #requestTimeoutMs: number;
  /** What the last answer said of the writes before it: shown to a replica, reads wait for them. */
  #syncToken: string | undefined;

  constructor(options: { url: string; token: string; requestTimeoutMs: number }) {
    this.#url = checkUrl(options.url);
    this.#token = checkToken(options.token);
    this.#requestTimeoutMs = options.requestTimeoutMs;
  }

  /** Runs a script; with `also` in one pipeline, the script first. Answers what the script returned. */
  async run(call: ScriptCall, also: readonly Command[] = []): Promise<unknown> {
    checkRequest(call);
    const locking = lockingByUrl.get(this.#url) ?? true;
    const { script } = call;
    const sha1 = locking ? script.lockingSha1 : script.sha1;
    const known = await this.#run(["EVALSHA", sha1], call, also);
    if (!isError(known, /^NOSCRIPT/)) return resultOf(known, script.name);

    const source = locking ? LOCKING_LINE + script.source : script.source;
    const loaded = await this.#run(["EVAL", source], call, also);
    // Redis 7: "Unexpected flag in script shebang"; older ones cannot compile the line.
    if (locking && isError(loaded, /shebang|allow-key-locking|compiling script/i)) {
      lockingByUrl.set(this.#url, false);
      return this.run(call, also);
    }
    return resultOf(loaded, script.name);
  }

  /** Sends plain commands in one request; fails when one of them fails. */
  async pipeline(name: string, commands: readonly Command[]): Promise<unknown[]> {
    const answers = await this.#pipeline(commands);
    return answers.map((answer) => resultOf(answer, name));
  }

  async ping(): Promise<void> {
    resultOf(toAnswer(await this.#send("/", ["PING"])), "ping");
  }

  async #run(form: Command, { keys, args }: ScriptCall, also: readonly Command[]): Promise<Answer> {
    const command: Command = [...form, String(keys.length), ...keys, ...args];
    if (also.length === 0) return toAnswer(await this.#send("/", command));
    const [answer] = await this.#pipeline([command, ...also]);
    return answer ?? { error: "an empty answer" };
  }

  async #pipeline(commands: readonly Command[]): Promise<Answer[]> {
    const answers = await this.#send("/pipeline", commands);
    if (!Array.isArray(answers)) return [toAnswer(answers)]; // refused as a whole
    if (answers.length !== commands.length) throw malformedReply("pipeline");
    return answers.map(toAnswer);
  }

  /** Sends until an answer comes; an error that Redis answered is an answer. */
  async #send(path: string, request: Command | readonly Command[]): Promise<Json> {
    const body = JSON.stringify(request);
    for (let sent = 0;; sent++) {
      const outcome = await this.#exchange(path, body);
      if (!(outcome instanceof Failure)) return outcome;
      const delayMs = RETRY_DELAYS_MS[sent];
      if (!outcome.repeatable || delayMs === undefined) throw unavailable(outcome.message, outcome.cause);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** One HTTP request. What is no answer of Redis is a {@link Failure}, never thrown. */
  async #exchange(path: string, body: string): Promise<Json | Failure> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#token}`,
      "content-type": "application/json",
      ...(this.#syncToken === undefined ? {} : { "upstash-sync-token": this.#syncToken }),
    };
    const signal = AbortSignal.timeout(this.#requestTimeoutMs);
    try {
      const response = await fetch(this.#url + path, { method: "POST", headers, body, signal });
      const answer = parseJson(await response.text());
      if (answer === undefined) return new Failure("its answer was not JSON.", true);
      this.#syncToken = response.headers.get("upstash-sync-token") ?? this.#syncToken;
      const error = errorOf(answer);
      if (error === undefined && !response.ok) return new Failure(`it answered ${response.status}.`, true);
      return error !== undefined && isTransient(error) ? new Failure(`${error}.`, true) : answer;
    } catch (cause) {
      if (signal.aborted) return new Failure("it did not answer in time.", false, cause);
      return new Failure("the request failed.", true, cause);
    }
  }
}

/** No answer came, or none that came from Redis. */
class Failure {
  constructor(
    readonly message: string,
    readonly repeatable: boolean,
    readonly cause: unknown = undefined,
  ) {}
}

function toAnswer(item: Json): Answer {
  const error = errorOf(item);
  if (error !== undefined) return { error };
  if (isJsonObject(item) && item.result !== undefined) return { result: item.result };
  return { error: "an answer without a result" };
}

/** The error that Redis answered, without a long tail. */
function errorOf(item: Json): string | undefined {
  return isJsonObject(item) && typeof item.error === "string" ? item.error.slice(0, 200) : undefined;
}

/** Errors of a database that is on its way up, down or over its limits, in words of Redis, Upstash and the bridge. */
const TRANSIENT =
  /^(LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|READONLY)|cannot be reached|connection|unavailable|timed? ?out|(requests?|bandwidth|concurrent).*limit/i;

function isTransient(error: string): boolean {
  return TRANSIENT.test(error) && !/max request size/i.test(error);
}

function unavailable(message: string, cause?: unknown): AgentError {
  return new AgentError("store_unavailable", `The store cannot be reached: ${message} Try again.`, {
    cause,
    retryAfterMs: 1000,
  });
}

function isError(answer: Answer, pattern: RegExp): boolean {
  return "error" in answer && pattern.test(answer.error);
}

function resultOf(answer: Answer, name: string): unknown {
  if ("result" in answer) return answer.result;
  if (isTransient(answer.error)) throw unavailable(`${answer.error}.`);
  // Upstash says Unauthorized, its older databases WRONGPASS.
  if (/^(unauthorized|wrongpass)/i.test(answer.error)) {
    throw new AgentError("store_failed", "The database refused the token; check UPSTASH_REDIS_REST_TOKEN.");
  }
  throw new AgentError("store_failed", `The store refused ${name}: ${answer.error}. See the database's log.`);
}

/** The store answered a shape that no script of ours has. */
export function malformedReply(name: string): AgentError {
  return new AgentError("store_failed", `The store answered ${name} in a shape that Treadle does not know.`);
}

/** What would be refused or changed on its way fails here, where the reason is known. */
function checkRequest({ script, keys, args }: ScriptCall): void {
  const ill = args.findIndex((arg) => !arg.isWellFormed());
  if (ill >= 0) {
    throw new AgentError(
      "store_failed",
      `Argument ${ill} of ${script.name} holds a lone surrogate, which has no UTF-8; write texts with JSON.stringify.`,
    );
  }
  const characters = args.reduce((sum, arg) => sum + arg.length, 0);
  if (characters * 6 < REQUEST_BYTES / 2) return; // six bytes is the longest escape
  const bytes = [...keys, ...args].reduce((sum, arg) => sum + wireBytes(arg) + 3, script.source.length + 200);
  if (bytes <= REQUEST_BYTES) return;
  throw new AgentError(
    "store_failed",
    `${script.name} would send ${bytes} bytes, more than ${REQUEST_BYTES}: put large texts into blobs.`,
  );
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new AgentError(
      "config_invalid",
      "UPSTASH_REDIS_REST_URL must be the REST URL of the database, such as https://name.upstash.io, without user, query or fragment.",
    );
  }
  return text.replace(/\/+$/, "");
}

function checkToken(token: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new AgentError(
    "config_invalid",
    "UPSTASH_REDIS_REST_TOKEN must be the REST token of the database, without blanks or line breaks.",
  );
}
