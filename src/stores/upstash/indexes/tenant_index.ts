// A tenant's index of threads: a sorted set by time of creation. The headers are the truth: the name of a thread
// without a header is left out of the list and removed, and every begin that may create a thread enters its name
// again.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { AgentError } from "../../../core/error.ts";
import type { Store } from "../../../core/store.ts";
import type { ListedThread } from "../../../core/store/thread.ts";
import { Reader, readHeader } from "../replies.ts";
import { type Command, type UpstashClient, WRONG_TYPE } from "../client.ts";
import { fromKeyPart, ThreadKeys, toKeyPart } from "../keys.ts";
import { HEADER_FIELDS, THREAD_SETS } from "../layout.ts";
import { parseCursor, ThreadSet, toCursor } from "./thread_set.ts";

/** The index of one tenant, and the lists that are read from it. */
export class TenantIndex {
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #tenant: string;
  readonly #set: ThreadSet;
  readonly #indexed: ThreadSet;

  constructor(client: UpstashClient, prefix: string, tenant: string) {
    this.#client = client;
    this.#prefix = prefix;
    this.#tenant = tenant;
    this.#set = new ThreadSet(client, prefix, tenant, THREAD_SETS.all);
    this.#indexed = new ThreadSet(client, prefix, tenant, THREAD_SETS.indexed);
  }

  /** The key of the set. */
  get key(): string {
    return this.#set.key;
  }

  /** The key of the set of those whose facets are kept: as large as the other one, unless a Treadle that keeps none has made threads. */
  get indexedKey(): string {
    return this.#indexed.key;
  }

  /** Removes threads from the index. */
  leave(...threads: string[]): Command[] {
    const members = threads.map(toKeyPart);
    return [this.#set.key, this.#indexed.key].map((key) => (pipeline) => pipeline.zrem(key, ...members));
  }

  /**
   * Two requests a page, the names and then their headers; more only when names are stale.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  async page(...[page]: PageParameters): ReturnType<Store["list"]> {
    const threads: ListedThread[] = [];
    let last = parseCursor(page.cursor);
    for (;;) {
      const wanted = page.limit - threads.length;
      const found = await this.#set.members(last, wanted + 1, "newest");
      const candidates = found.slice(0, wanted);
      // A member that is no name has no thread.
      const names = candidates.flatMap(({ member }) => fromKeyPart(member) ?? []);
      const listed = await this.read(names);
      const stale = names.filter((_, place) => listed[place] === undefined);
      if (stale.length > 0) await this.#client.pipeline("list", this.leave(...stale));
      threads.push(...listed.filter((thread) => thread !== undefined));
      last = candidates.at(-1);
      if (found.length <= wanted || last === undefined) return { threads };
      if (threads.length === page.limit) return { threads, cursor: toCursor(last) };
    }
  }

  /** The threads of these names, undefined for one without a header. One request. */
  async read(names: readonly string[]): Promise<(ListedThread | undefined)[]> {
    if (names.length === 0) return [];
    const answers = await this.#client.probe(
      "list",
      names.flatMap((thread) => {
        const { header, inbox, lease } = new ThreadKeys(this.#prefix, { tenant: this.#tenant, thread });
        return [
          (pipeline: Pipeline) => pipeline.hmget(header, ...HEADER_FIELDS),
          (pipeline: Pipeline) => pipeline.llen(inbox),
          (pipeline: Pipeline) => pipeline.exists(lease),
        ];
      }),
    );
    const isStale = (fields: unknown) => Array.isArray(fields) && fields.every((field) => field === null);
    return names.map((thread, place): ListedThread | undefined => {
      const fields = answers[3 * place];
      if (isStale(fields)) return undefined;
      const size = answers[3 * place + 1];
      if (fields === WRONG_TYPE || size === WRONG_TYPE) {
        return { thread, header: null, waiting: 0, running: false };
      }
      const running = answers[3 * place + 2] === 1;
      return { thread, ...readListedHeader(thread, fields), waiting: Number(size), running };
    });
  }
}

/** Null when the header cannot be read. */
function readListedHeader(thread: string, fields: unknown): Pick<ListedThread, "header" | "isNewer"> {
  try {
    return { header: readHeader(new Reader("list", fields), thread) };
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return { header: null };
    if (error instanceof AgentError && error.code === "schema_unsupported") {
      return { header: null, isNewer: true };
    }
    throw error;
  }
}

type PageParameters = Parameters<Store["list"]> extends [string, ...infer Rest] ? Rest : never;
