// The requests of the Upstash store: scripts by their hash, pipelines of commands, and requests sent again when no
// answer came. @upstash/redis carries them; errors.ts has the errors.

import type { Pipeline, Redis } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import { jsonBytes } from "../../core/text/json_bytes.ts";
import { isWrongType, malformedReply, NO_RESULT, toFailure, toReplyError, unavailable } from "./errors.ts";
import type { ScriptCall } from "./lua/script.ts";
import type { LimitedRedis, RunRequest } from "./redis.ts";
import { hashOfScript } from "./script_hash.ts";

/** Bytes of a request on the wire at most; Upstash refuses above 1 MB on its smallest plan. */
const REQUEST_BYTES = 900_000;

/**
 * Waits between the attempts of a request whose answer did not come. Scripts are re-entrant, so repeating is safe,
 * and it cannot be switched off: Deno's fetch itself sends a POST again whose connection died before the head of the
 * response.
 */
const RETRY_DELAYS_MS = [50, 250];

/** Adds one command to a pipeline, as in `(pipeline) => pipeline.hget(key, "len")`. */
export type Command = (pipeline: Pipeline) => unknown;

/** Commands in the request of a script. Their results are dropped, and they may fail. */
export interface Beside {
  readonly before?: readonly Command[];
  readonly behind?: readonly Command[];
}

/** What {@link UpstashClient.probe} returns for a command whose key has a value of another type. */
export const WRONG_TYPE = Symbol("wrong type");

/** What Redis answered to a request or to one command of a pipeline. */
type Reply<T = unknown> = { readonly result: T } | { readonly error: string };

/** Whether a database takes the locking form of the scripts. True until it refuses that form. */
interface KeyLocking {
  supported: boolean;
}

/** By URL: all stores of an isolate share what the first request to a database found. */
const lockingByUrl = new Map<string, KeyLocking>();

/** Sends the requests of one store. */
export class UpstashClient {
  readonly #redis: Redis;
  readonly #locking: KeyLocking;
  readonly #turns: Turns;
  readonly #limited: RunRequest;

  /**
   * @param redis A client that answers as Redis does: without automatic deserialization.
   * @param run How its requests are run.
   * @param url Of the database; undefined when only the client has it.
   * @param maxRequests Requests at the same time.
   */
  constructor({ redis, run }: LimitedRedis, url?: string, maxRequests = Infinity) {
    this.#redis = redis;
    this.#limited = run;
    this.#locking = getLocking(url);
    this.#turns = new Turns(maxRequests);
  }

  /**
   * Runs a script by its hash, and by its text when Redis does not have it, with the commands beside it.
   *
   * @returns What the script returned: null, numbers, texts and lists of these.
   * @throws {AgentError} store_unavailable when no answer came.
   * @throws {AgentError} store_full when the database has no room.
   * @throws {AgentError} store_failed when Redis refused the script, or the request would be too large.
   */
  async run(call: ScriptCall, beside: Beside = {}): Promise<unknown> {
    checkRequest([call]);
    const { script } = call;
    const locking = this.#locking.supported;
    const text = locking ? script.locking : script.source;
    const known = await this.#run("evalsha", await hashOfScript(text), call, beside);
    if (!isRefused(known, /^NOSCRIPT/)) return requireResult(known, script.name);

    const loaded = await this.#run("eval", text, call, beside);
    // Redis 7: "Unexpected flag in script shebang"; older ones cannot compile the line.
    if (locking && isRefused(loaded, /shebang|allow-key-locking|compiling script/i)) {
      this.#locking.supported = false;
      return this.run(call, beside);
    }
    return requireResult(loaded, script.name);
  }

  /**
   * Runs scripts in their order, with the commands before the first and behind the last, in one request. A script that Redis
   * does not have is then run alone by its text; it may so run behind the others.
   *
   * @returns What each script returned.
   * @throws {AgentError} As `run` does, when all have run, for the first that failed.
   */
  async runAll(calls: readonly ScriptCall[], { before = [], behind = [] }: Beside = {}): Promise<unknown[]> {
    checkRequest(calls);
    const locking = this.#locking.supported;
    const sent = await Promise.all(calls.map(async ({ script, keys, args }) => {
      const hash = await hashOfScript(locking ? script.locking : script.source);
      return (pipeline: Pipeline) => pipeline.evalsha(hash, [...keys], [...args]);
    }));
    const replies = requireResult(
      await this.#pipeline([...before, ...sent, ...behind]),
      calls.map(toName).join(),
    ).slice(before.length);
    const results: (() => unknown)[] = [];
    for (const [place, call] of calls.entries()) {
      const reply = replies[place] ?? { error: NO_RESULT };
      if (isRefused(reply, /^NOSCRIPT/)) results.push(await settle(this.run(call)));
      else results.push(() => requireResult(reply, toName(call)));
    }
    return results.map((result) => result());
  }

  /**
   * Sends commands in one request.
   *
   * @param name The operation, for error messages.
   * @returns One result for each command.
   * @throws {AgentError} store_unavailable, store_full or store_failed when one of them fails.
   */
  async pipeline(name: string, commands: readonly Command[]): Promise<unknown[]> {
    const answers = requireResult(await this.#pipeline(commands), name);
    return answers.map((answer) => requireResult(answer, name));
  }

  /**
   * Sends commands in one request, as `pipeline` does; a key of another type than its command expects is no error.
   *
   * @returns One result for each command, or {@link WRONG_TYPE}.
   * @throws {AgentError} store_unavailable, store_full or store_failed when a command fails for another reason.
   */
  async probe(name: string, commands: readonly Command[]): Promise<unknown[]> {
    const answers = requireResult(await this.#pipeline(commands), name);
    return answers.map((answer) => {
      return "error" in answer && isWrongType(answer.error) ? WRONG_TYPE : requireResult(answer, name);
    });
  }

  /** @throws {AgentError} store_unavailable or store_failed when Redis does not answer. */
  async ping(): Promise<void> {
    requireResult(await this.#send(() => this.#redis.exec(["PING"])), "ping");
  }

  /**
   * `exec` sends at once, where `evalsha` of a client with automatic pipelining waits for the commands of other
   * callers.
   */
  async #run(
    form: "eval" | "evalsha",
    text: string,
    { keys, args }: ScriptCall,
    { before = [], behind = [] }: Beside,
  ): Promise<Reply> {
    if (before.length + behind.length === 0) {
      return await this.#send(() => this.#redis.exec([form, text, keys.length, ...keys, ...args]));
    }
    const script: Command = (pipeline) => pipeline[form](text, [...keys], [...args]);
    const answers = await this.#pipeline([...before, script, ...behind]);
    if ("error" in answers) return answers;
    return answers.result[before.length] ?? { error: NO_RESULT };
  }

  /** An error as the whole answer: Redis refused the request and ran none of the commands. */
  async #pipeline(commands: readonly Command[]): Promise<Reply<Reply[]>> {
    const pipeline = this.#redis.pipeline();
    for (const add of commands) add(pipeline);
    const answers = await this.#send(() => pipeline.exec({ keepErrors: true }));
    if ("error" in answers) return answers;
    if (answers.result.length !== commands.length) throw malformedReply("pipeline");
    return {
      result: answers.result.map(({ result, error = NO_RESULT }) =>
        result === undefined ? { error } : { result }
      ),
    };
  }

  /** Sends until an answer comes; an error that Redis answers is an answer. */
  async #send<T>(request: () => Promise<T>): Promise<Reply<T>> {
    for (let sent = 0;; sent++) {
      try {
        return { result: await this.#turns.run(() => this.#limited(request)) };
      } catch (thrown) {
        const failure = toFailure(thrown);
        if (failure.type === "refused") return failure;
        const delayMs = RETRY_DELAYS_MS[sent];
        if (!failure.repeatable || delayMs === undefined) throw unavailable(failure.message, failure.cause);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }
}

/** Requests in their order, so many at the same time. */
class Turns {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(request: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve)); // the turn of the one before
    try {
      return await request();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

function getLocking(url: string | undefined): KeyLocking {
  const locking = (url === undefined ? undefined : lockingByUrl.get(url)) ?? { supported: true };
  if (url !== undefined) lockingByUrl.set(url, locking);
  return locking;
}

function toName({ script }: ScriptCall): string {
  return script.name;
}

/** The result of a promise, or a throw of its error, for later. */
async function settle<T>(promise: Promise<T>): Promise<() => T> {
  try {
    const result = await promise;
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function isRefused(answer: Reply, pattern: RegExp): boolean {
  return "error" in answer && pattern.test(answer.error);
}

function requireResult<T>(answer: Reply<T>, name: string): T {
  if ("error" in answer) throw toReplyError(answer.error, name);
  return answer.result;
}

/**
 * Fails for what the database would refuse or the encoding would change, with a reason that its answer would not
 * have.
 */
function checkRequest(calls: readonly ScriptCall[]): void {
  let characters = 0;
  for (const { script, args } of calls) {
    const ill = args.findIndex((arg) => !arg.isWellFormed());
    if (ill >= 0) {
      throw new AgentError(
        "store_failed",
        `Argument ${ill} of ${script.name} holds a lone surrogate; write texts with JSON.stringify.`,
      );
    }
    characters += args.reduce((sum, arg) => sum + arg.length, 0);
  }
  if (characters * 6 < REQUEST_BYTES / 2) return; // six bytes is the longest escape
  const bytes = calls.reduce((sum, { script, keys, args }) => {
    return [...keys, ...args].reduce(
      (part, arg) => part + jsonBytes(arg) + 3,
      sum + script.source.length + 200,
    );
  }, 0);
  if (bytes <= REQUEST_BYTES) return;
  throw new AgentError(
    "store_failed",
    `${
      calls.map(toName).join(" with ")
    } would send ${bytes} bytes, more than ${REQUEST_BYTES}: put large texts into blobs.`,
  );
}
