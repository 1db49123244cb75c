// SHA-256 by node:crypto, on runtimes that have it: 6 us of CPU time for 4,000 characters and 70 us for 100,000, where the portable
// one takes 30 and 260. Of a long text what it shares with one before it is not hashed again: the request of a step begins as the one
// before it.

import type { Hash } from "node:crypto";
import type { Sha256 } from "../core/ports.ts";
import { sha256 } from "../core/text/sha256.ts";

/** Loading node:crypto takes 10 to 25 ms of CPU time: it begins when the first step of an isolate waits for its model. */
const LOAD_AFTER_MS = 20;

/** Digests by the portable code until node:crypto is loaded; the first call begins to load it. */
export function nodeSha256(): Sha256 {
  let digest: Sha256 = (text) => {
    digest = sha256;
    setTimeout(() => void load(), LOAD_AFTER_MS);
    return sha256(text);
  };
  const load = async () => {
    const { createHash } = await import("node:crypto");
    const long = new LongDigests(() => createHash("sha256"));
    digest = (text) =>
      text.length < 2 * STRIDE ? createHash("sha256").update(text).digest("base64url") : long.digest(text);
  };
  return (text) => digest(text);
}

/** Characters between two marks of a long text. */
const STRIDE = 32_768;

/** Characters of the texts that are kept; the last one is, whatever its length. */
const MOST_CHARACTERS = 8_388_608;

/** The state of a hash behind the first characters of a text. */
interface Mark {
  readonly at: number;
  readonly hash: Hash;
}

interface LongText {
  readonly text: string;
  /** In the order of their places. */
  readonly marks: readonly Mark[];
}

class LongDigests {
  readonly #create: () => Hash;
  /** The newest last. */
  #known: readonly LongText[] = [];

  constructor(create: () => Hash) {
    this.#create = create;
  }

  digest(text: string): string {
    const { marks, from } = this.#goOn(text);
    const { at, hash } = marks.at(-1) ?? { at: 0, hash: this.#create() };
    let place = at;
    const running = hash.copy();
    const fresh: Mark[] = [];
    while (text.length - place > STRIDE) {
      const end = place + STRIDE;
      let next = end;
      while (isHighSurrogate(text.charCodeAt(next - 1))) next++; // a character stays whole, in a text that goes on otherwise, too
      running.update(text.slice(place, next));
      fresh.push({ at: place = next, hash: running.copy() });
    }
    this.#keep({ text, marks: [...marks, ...fresh] }, from);
    return running.update(text.slice(place)).digest("base64url");
  }

  /** The marks up to which a text that is known begins in the same way. */
  #goOn(text: string): { readonly marks: readonly Mark[]; readonly from: LongText | undefined } {
    for (const known of this.#known.toReversed()) {
      let [shared, place] = [0, 0];
      for (const { at } of known.marks) { // from mark to mark, since each character is to be compared once
        if (text.slice(place, at) !== known.text.slice(place, at)) break;
        place = at;
        shared++;
      }
      if (shared > 0) return { marks: known.marks.slice(0, shared), from: known };
    }
    return { marks: [], from: undefined };
  }

  /** Another text goes on from the newest alone: what it was made from is dropped. */
  #keep(text: LongText, from: LongText | undefined): void {
    let left = MOST_CHARACTERS - text.text.length;
    const others = this.#known.filter((known) => known !== from).toReversed().filter((known) => {
      left -= known.text.length;
      return left >= 0;
    });
    this.#known = [...others.toReversed(), text];
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
