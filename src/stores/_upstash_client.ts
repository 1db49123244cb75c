// The one place that talks to Upstash: @upstash/redis with its traps closed, scripts by hash, repeated requests, and errors
// that carry neither the token nor what was sent.

import { Redis } from "@upstash/redis/cloudflare";
import { AgentError } from "../core/error.ts";
import { LOCKING_LINE, type Script } from "./_lua/script.ts";
import { wireBytes } from "./_upstash_text.ts";

/** Bytes of a request on the wire at most; Upstash refuses above 1 MB on its smallest plan. */
export const REQUEST_BYTES = 900_000;

/** Waits between the attempts of a request whose answer did not come. Scripts are re-entrant, so repeating is safe. */
const RETRY_DELAYS_MS = [50, 250];

/** Whether a database takes the locking form of the scripts, by URL: asked once per isolate. */
const lockingByUrl = new Map<string, boolean>();

/** One call of a script. */
export interface ScriptCall {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/** Commands of one pipeline, in order. */
export type Pipeline = ReturnType<Redis["pipeline"]>;

type Answer = { readonly result: unknown } | { readonly error: string };

export class UpstashClient {
  readonly #redis: Redis;
  readonly #url: string;

  constructor(options: { url: string; token: string; requestTimeoutMs: number }) {
    this.#url = checkUrl(options.url);
    this.#redis = new Redis({
      url: this.#url,
      token: checkToken(options.token),
      enableAutoPipelining: false, // one bad argument shifts the results of other callers
      automaticDeserialization: false, // "42" would become 42
      responseEncoding: false, // base64 adds a third to every read
      enableTelemetry: false,
      retry: { retries: 0 }, // ours also covers answers that were cut and 5xx
      signal: () => AbortSignal.timeout(options.requestTimeoutMs), // a static signal resolves to garbage
    });
  }

  /** Runs a script; with `also` in one pipeline, the script first. Answers what the script returned. */
  async run(call: ScriptCall, also?: (pipeline: Pipeline) => void): Promise<unknown> {
    checkRequest(call);
    const locking = lockingByUrl.get(this.#url) ?? true;
    const { script } = call;
    const known = await this.#send(call, also, { sha1: locking ? script.lockingSha1 : script.sha1 });
    if (!isError(known, /^NOSCRIPT/)) return resultOf(known, script.name);

    const loaded = await this.#send(call, also, {
      source: locking ? LOCKING_LINE + script.source : script.source,
    });
    // Redis 7: "Unexpected flag in script shebang"; older ones cannot compile the line.
    if (locking && isError(loaded, /shebang|allow-key-locking|compiling script/i)) {
      lockingByUrl.set(this.#url, false);
      return this.run(call, also);
    }
    return resultOf(loaded, script.name);
  }

  /** Sends plain commands in one request; fails when one of them fails. */
  async pipeline(name: string, build: (pipeline: Pipeline) => void): Promise<unknown[]> {
    const answers = await this.#pipeline(build);
    return answers.map((answer) => resultOf(answer, name));
  }

  async ping(): Promise<void> {
    resultOf(await attempt(async () => ({ result: await this.#redis.ping() })), "ping");
  }

  async #send(
    { keys, args }: ScriptCall,
    also: ((pipeline: Pipeline) => void) | undefined,
    form: { sha1: string } | { source: string },
  ): Promise<Answer> {
    if (also === undefined) {
      return await attempt(async () => ({
        result: "sha1" in form
          ? await this.#redis.evalsha<string[], unknown>(form.sha1, [...keys], [...args])
          : await this.#redis.eval<string[], unknown>(form.source, [...keys], [...args]),
      }));
    }
    const [answer] = await this.#pipeline((pipeline) => {
      if ("sha1" in form) pipeline.evalsha(form.sha1, [...keys], [...args]);
      else pipeline.eval(form.source, [...keys], [...args]);
      also(pipeline);
    });
    return answer ?? { error: "an empty answer" };
  }

  async #pipeline(build: (pipeline: Pipeline) => void): Promise<Answer[]> {
    const answer = await attempt(async () => {
      const pipeline = this.#redis.pipeline();
      build(pipeline);
      return { result: await pipeline.exec({ keepErrors: true }) };
    });
    if ("error" in answer) return [answer];
    const results = answer.result;
    if (!Array.isArray(results)) throw nonsense("pipeline");
    return results.map(({ result, error }: { result: unknown; error?: string }) =>
      error === undefined ? { result } : { error }
    );
  }
}

/** Sends until an answer comes; an error that Redis answered is an answer. */
async function attempt(send: () => Promise<{ result: unknown }>): Promise<Answer> {
  for (let sent = 0;; sent++) {
    const outcome = await send().catch(toFailure);
    if (!(outcome instanceof Failure)) return outcome;
    const delayMs = RETRY_DELAYS_MS[sent];
    if (!outcome.repeatable || delayMs === undefined) {
      throw unavailable(outcome.message, outcome.cause);
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
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

/** The client puts the whole command into its messages: everything behind the first words goes. */
function toFailure(thrown: unknown): Failure | Answer {
  if (!(thrown instanceof Error)) return new Failure("an unknown failure.", true, thrown);
  if (thrown.name === "UpstashJSONParseError") return new Failure("its answer was not JSON.", true);
  if (thrown.name === "UpstashError") {
    const error = (thrown.message.split(", command was: ", 1)[0] ?? "").slice(0, 200);
    return isTransient(error) ? new Failure(`${error}.`, true) : { error };
  }
  if (thrown.message === "Request did not return a result") return { error: "an answer without a result" };
  if (thrown.name === "TimeoutError") return new Failure("it did not answer in time.", false, thrown);
  return new Failure("the request failed.", true, thrown);
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
export function nonsense(name: string): AgentError {
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
