// A sorted set of a tenant's threads, by a time: what its two indexes share. Members are the names as parts of keys.

import { cursorInvalid } from "../../../core/store/errors.ts";
import type { UpstashClient } from "../client.ts";
import { toKeyPart } from "../keys.ts";
import { LIST } from "../lua/thread.ts";
import { Reader } from "../replies.ts";

/** A thread in the set; the score is its time in epoch milliseconds, as text. */
export interface Member {
  readonly member: string;
  readonly score: string;
}

/** One set of one tenant. It has the hash tag of the tenant's other keys and not the threads', so no script of a thread can touch it. */
export class ThreadSet {
  readonly key: string;
  readonly #client: UpstashClient;

  /** `letter` is the last part of the key. */
  constructor(client: UpstashClient, prefix: string, tenant: string, letter: "a" | "f" | "i") {
    this.#client = client;
    this.key = `${prefix}:{${toKeyPart(tenant)}}:${letter}`;
  }

  /** Members behind `last`, by time and then by name, at most `count`. One request. */
  async members(last: Member | undefined, count: number, order: "newest" | "oldest"): Promise<Member[]> {
    const answer = await this.#client.run(
      LIST.call({
        keys: { index: this.key },
        args: { count, oldest: order === "oldest" ? 1 : 0 },
        moreArgs: last === undefined ? [] : [last.score, last.member],
      }),
    );
    const reader = new Reader("list", answer);
    const found: Member[] = [];
    while (reader.more) found.push({ member: reader.text(), score: String(reader.number()) });
    return found;
  }
}

/** The cursor behind a member: `<score>~<member>`. */
export function toCursor({ score, member }: Member): string {
  return `${score}~${member}`;
}

/**
 * The member before a cursor; undefined without a cursor.
 *
 * @throws {AgentError} invalid_request
 */
export function parseCursor(cursor: string | undefined): Member | undefined {
  if (cursor === undefined) return undefined;
  const [, score, member] = /^(\d{1,16})~([\w.%-]+)$/.exec(cursor) ?? [];
  if (score !== undefined && member !== undefined) return { score, member };
  throw cursorInvalid();
}
