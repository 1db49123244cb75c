// Whether a request that is about to go out is what the log of its thread gives. It is written once more by a reader that has nothing of
// the session's caches: the entries are read from the store again, and those of the step come through their stored texts. A cached
// text that is not what a rendering of the entries gives is found here.

import type { SummaryForm, Turn } from "../../core/driver.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { ModelRequest, Provider } from "../../core/model/provider.ts";
import { withStream } from "../../core/model/with_stream.ts";
import { writeEntry } from "../history/codec.ts";
import { firstDifferenceInBodies } from "../history/first_difference.ts";
import { ReadHistory } from "../history/read_history.ts";
import { unpackText } from "../stored_history/blobs.ts";
import { readMedium } from "../stored_history/read_medium.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";

/** What a step's requests are compared by. */
type FreshDeps = Pick<RuntimeDeps, "store" | "log" | "driver">;

/** What a request is written from, behind what is stored. */
export interface WrittenFrom {
  /** What the step has made since it has read the history. */
  readonly made: readonly Entry[];
  /** Of a summary. */
  readonly form?: SummaryForm | undefined;
  /** How many entries the request is written from, from the window's first on; absent for all. */
  readonly count?: number | undefined;
  /** A turn of the step from another history. */
  turn(history: ReadHistory): Turn;
}

/** Entries of one read. */
const PAGE = 200;

/** Compares the requests of one step. */
export class FreshRequests {
  readonly #session: Session;
  readonly #deps: FreshDeps;
  readonly #isStrict: boolean;
  #stored: Promise<ReadHistory> | undefined;
  readonly #comparing: Promise<void>[] = [];

  /** `isStrict`: a request that differs is not sent. Else it is sent, and the log has the first difference. */
  constructor(session: Session, isStrict: boolean, deps: FreshDeps) {
    this.#session = session;
    this.#isStrict = isStrict;
    this.#deps = deps;
  }

  /** Comparisons under way beside the answers of the model; none of them rejects. */
  get comparing(): readonly Promise<void>[] {
    return this.#comparing;
  }

  /**
   * The provider, whose requests are compared with what the log gives.
   *
   * @throws {AgentError} request_differs - by its `stream`, when the comparison is strict
   */
  guard(provider: Provider, from: WrittenFrom): Provider {
    return withStream(provider, async (request, io) => {
      const isLeftOut = !this.#isStrict && request.media !== undefined; // its media would be in memory twice
      if (isLeftOut) return await provider.stream(request, io);
      const writing = this.#write(request, provider, from);
      if (this.#isStrict) {
        const fresh = await writing;
        const onRequest = (body: string, api?: string) => {
          const words = fresh === undefined ? undefined : findDifference(fresh, body);
          if (words !== undefined) throw this.#differs(words);
          io.onRequest?.(body, api);
        };
        return await provider.stream(request, { ...io, onRequest });
      }
      let resolve = (_body: string | undefined) => {};
      const sent = new Promise<string | undefined>((settle) => resolve = settle);
      this.#comparing.push(this.#compare(writing, sent));
      const onRequest = (body: string, api?: string) => {
        resolve(body);
        io.onRequest?.(body, api);
      };
      try {
        return await provider.stream(request, { ...io, onRequest });
      } finally {
        resolve(undefined); // no request was made
      }
    });
  }

  async #compare(writing: Promise<string | undefined>, sent: Promise<string | undefined>): Promise<void> {
    const { log } = this.#deps;
    const { ref: { tenant, thread }, agent } = this.#session;
    const facts = { thread, tenant, agent: agent.name };
    try {
      const [fresh, body] = await Promise.all([writing, sent]);
      const words = fresh === undefined || body === undefined ? undefined : findDifference(fresh, body);
      if (words !== undefined) log("warn", "request differs from its log", { ...facts, difference: words });
    } catch (thrown) {
      const { code } = toAgentError(thrown);
      log("info", "a request was not compared with its log", { ...facts, code });
    }
  }

  #differs(words: string): AgentError {
    const { thread } = this.#session.ref;
    return new AgentError(
      "request_differs",
      `The request of thread ${thread} was not sent, because its log gives another one: ${words}.`,
    );
  }

  /** The body as the log gives it; undefined where the driver sends none. */
  async #write(
    { settings: { maxOutputTokens } }: ModelRequest,
    provider: Provider,
    { made, form, count, turn }: WrittenFrom,
  ): Promise<string | undefined> {
    const { ref, agent } = this.#session;
    const { store } = this.#deps;
    const stored = await (this.#stored ??= this.#read());
    const whole = stored.append(made.map(writeEntry));
    const { start, knownTask } = stored;
    const history = count === undefined
      ? whole
      : new ReadHistory(start, whole.texts.slice(0, count), knownTask);
    let body: string | undefined;
    const writer = withStream(provider, async (request) => {
      const settings = { ...request.settings, maxOutputTokens }; // a budget may have set it
      body = await provider.body({ ...request, settings });
      throw new Written();
    });
    const media: Turn["media"] = { read: (blob) => readMedium(ref, blob, store) };
    const fresh = { ...turn(history), provider: writer, media };
    const driver = this.#deps.driver(agent.driver);
    try {
      await (form === undefined ? driver.plan(fresh, () => {}) : driver.summarize(fresh, form));
    } catch (thrown) {
      if (body === undefined) throw thrown; // a driver ends with what its provider throws, in words of its own perhaps
    }
    return body;
  }

  async #read(): Promise<ReadHistory> {
    const { header: { length }, history: { start, knownTask, pinned } } = this.#session;
    const [texts, pins] = await Promise.all([
      this.#texts(start, length),
      Promise.all(pinned.map(async ({ index }) => {
        const [text = ""] = await this.#texts(index, index + 1);
        return { index, text };
      })),
    ]);
    return new ReadHistory(start, texts, knownTask, pins);
  }

  /** The whole texts of the entries [from, to) of the store. */
  async #texts(from: number, to: number): Promise<readonly string[]> {
    const { ref } = this.#session;
    const { store } = this.#deps;
    const texts: string[] = [];
    while (from + texts.length < to) {
      const after = from + texts.length;
      const page = await store.history(ref, { after, limit: Math.min(PAGE, to - after) });
      if (page === undefined || page.entries.length === 0) {
        throw new AgentError("thread_unknown", `Thread ${ref.thread} has no entry ${after} any more.`);
      }
      for (const text of page.entries) texts.push(await unpackText(store, ref, text));
    }
    return texts;
  }
}

/** Where a body is not the one that the log gives, in words without any of its content; undefined where it is. */
function findDifference(fresh: string, body: string): string | undefined {
  if (fresh === body) return undefined;
  const found = firstDifferenceInBodies(fresh, body) ?? firstDifferenceInBodies(body, fresh);
  if (found !== undefined) return found.words;
  let at = 0;
  while (at < fresh.length && fresh[at] === body[at]) at++;
  return `the bodies differ from character ${at} on`;
}

/** Ends a driver at its first request. */
class Written extends Error {}
