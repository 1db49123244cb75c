// A tenant's index of threads: a sorted set by time of creation. The headers are the truth: the name of a thread
// without a header is left out of the list and removed, and every begin that may create a thread enters its name
// again.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import { cursorInvalid } from "../../core/store/errors.ts";
import type { ListedThread, ThreadHeader } from "../../core/store/thread.ts";
import { LIST } from "./lua/thread.ts";
import { Reader, readHeader } from "./replies.ts";
import { type Command, type UpstashClient, WRONG_TYPE } from "./client.ts";
import { fromKeyPart, ThreadKeys, toKeyPart } from "./keys.ts";
import { HEADER_FIELDS } from "./layout.ts";

/** The index of one tenant, and the lists that are read from it. */
export class TenantIndex {
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #tenant: string;

  constructor(client: UpstashClient, prefix: string, tenant: string) {
    this.#client = client;
    this.#prefix = prefix;
    this.#tenant = tenant;
  }

  /** Another hash tag than the threads': no script can touch both. */
  get #key(): string {
    return `${this.#prefix}:{${toKeyPart(this.#tenant)}}:i`;
  }

  /** Enters a thread: a command for the request of the script that may create it. */
  enter(thread: string, createdAt: number): Command {
    const member = toKeyPart(thread);
    return (pipeline) => pipeline.zadd(this.#key, { nx: true }, { score: createdAt, member });
  }

  /** Removes threads from the index. */
  leave(...threads: string[]): Command {
    return (pipeline) => pipeline.zrem(this.#key, ...threads.map(toKeyPart));
  }

  /**
   * Two requests a page, the names and then their headers; more only when names are stale.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  async page(...[page]: PageParameters): ReturnType<Store["list"]> {
    const threads: ListedThread[] = [];
    let last = page.cursor === undefined ? undefined : parseCursor(page.cursor);
    for (;;) {
      const wanted = page.limit - threads.length;
      const answer = await this.#client.run(
        LIST.call({
          keys: { index: this.#key },
          args: { count: wanted + 1, oldest: 0 },
          moreArgs: last === undefined ? [] : [last.score, last.member],
        }),
      );
      const found = readIndexPage(new Reader("list", answer));
      const candidates = found.slice(0, wanted);
      threads.push(...await this.#headers(candidates.map(({ member }) => fromKeyPart(member))));
      last = candidates.at(-1);
      if (found.length <= wanted || last === undefined) return { threads };
      if (threads.length === page.limit) return { threads, cursor: `${last.score}~${last.member}` };
    }
  }

  async #headers(names: readonly string[]): Promise<ListedThread[]> {
    if (names.length === 0) return [];
    const answers = await this.#client.probe(
      "list",
      names.flatMap((thread) => {
        const { header, inbox } = new ThreadKeys(this.#prefix, { tenant: this.#tenant, thread });
        return [
          (pipeline: Pipeline) => pipeline.hmget(header, ...HEADER_FIELDS),
          (pipeline: Pipeline) => pipeline.llen(inbox),
        ];
      }),
    );
    const isStale = (fields: unknown) => Array.isArray(fields) && fields.every((field) => field === null);
    const stale = names.filter((_, place) => isStale(answers[2 * place]));
    if (stale.length > 0) await this.#client.pipeline("list", [this.leave(...stale)]);
    return names.flatMap((thread, place) => {
      const fields = answers[2 * place];
      if (isStale(fields)) return [];
      const size = answers[2 * place + 1];
      if (fields === WRONG_TYPE || size === WRONG_TYPE) return [{ thread, header: null, waiting: 0 }];
      return [{ thread, header: headerOf(thread, fields), waiting: Number(size) }];
    });
  }
}

/** Null when the header cannot be read. */
function headerOf(thread: string, fields: unknown): ThreadHeader | null {
  try {
    return readHeader(new Reader("list", fields), thread);
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return null;
    throw error;
  }
}

type PageParameters = Parameters<Store["list"]> extends [string, ...infer Rest] ? Rest : never;

/** A page of LIST: members and scores in turn. */
export function readIndexPage(reader: Reader): { member: string; score: string }[] {
  const found: { member: string; score: string }[] = [];
  while (reader.more) found.push({ member: reader.text(), score: String(reader.number()) });
  return found;
}

/**
 * A cursor is `<score>~<name in the index>` of the last thread of the previous page.
 *
 * @throws {AgentError} invalid_request
 */
export function parseCursor(cursor: string): { score: string; member: string } {
  const [, score, member] = /^(\d{1,16})~([\w.%-]+)$/.exec(cursor) ?? [];
  if (score !== undefined && member !== undefined) return { score, member };
  throw cursorInvalid();
}
