// A regular expression of JavaScript (flag u) as a tree. Its syntax is checked by the RegExp of the runtime first, so what is read here
// is well-formed, and a class of characters keeps its source: the runtime decides which characters are in it.

import { PatternUnusable } from "./pattern_unusable.ts";

/** A part of an expression. */
export type PatternNode =
  /** One character: of a class by its source, or the code point itself. */
  | { readonly type: "char"; readonly source: string; readonly code: number | undefined }
  | { readonly type: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly type: "either"; readonly forms: readonly PatternNode[] }
  | { readonly type: "repeat"; readonly item: PatternNode; readonly least: number; readonly most: number }
  | { readonly type: "place"; readonly kind: Place }
  | { readonly type: "look"; readonly item: PatternNode; readonly behind: boolean; readonly wanted: boolean }
  | { readonly type: "group"; readonly item: PatternNode; readonly index: number }
  | { readonly type: "again"; readonly group: number };

/** Where an assertion without width holds. */
export type Place = "start" | "end" | "edge" | "inside";

/** A whole expression. */
export interface PatternTree {
  readonly root: PatternNode;
  /** True where a part repeats what a group has matched, which no automaton can decide. */
  readonly repeatsGroups: boolean;
}

/** Most groups inside each other. */
const MOST_DEPTH = 200;

/** @throws {PatternUnusable} */
export function parsePattern(source: string): PatternTree {
  return new Parser(source).parse();
}

class Parser {
  readonly #text: string;
  #at = 0;
  #groups = 0;
  #depth = 0;
  readonly #names = new Map<string, number>();
  /** Groups that are named before they are read. */
  #repeats = false;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PatternTree {
    this.#readNames();
    const root = this.#either();
    if (this.#at < this.#text.length) throw new PatternUnusable(`has an unexpected ")"`);
    return { root, repeatsGroups: this.#repeats };
  }

  /** The numbers of named groups, which may be repeated before they stand. */
  #readNames(): void {
    let groups = 0;
    let inClass = false;
    for (let at = 0; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === "\\") at++;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "(" && !inClass) {
        const name = /^\(\?<([^=!>][^>]*)>/.exec(this.#text.slice(at, at + 200))?.[1];
        if (name !== undefined) this.#names.set(name, ++groups);
        else if (this.#text[at + 1] !== "?") groups++;
      }
    }
  }

  #either(): PatternNode {
    if (++this.#depth > MOST_DEPTH) {
      throw new PatternUnusable(`has groups nested deeper than ${MOST_DEPTH}`);
    }
    const forms = [this.#sequence()];
    while (this.#take("|")) forms.push(this.#sequence());
    this.#depth--;
    const [only] = forms;
    return forms.length === 1 && only !== undefined ? only : { type: "either", forms };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#at < this.#text.length && !"|)".includes(this.#peek())) items.push(this.#quantified());
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { type: "sequence", items };
  }

  #quantified(): PatternNode {
    const item = this.#atom();
    const bounds = this.#quantifier();
    if (bounds === undefined) return item;
    this.#take("?"); // how much is tried first changes no outcome
    return { type: "repeat", item, ...bounds };
  }

  #quantifier(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Infinity };
    if (this.#take("+")) return { least: 1, most: Infinity };
    if (this.#take("?")) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(this.#text.slice(this.#at, this.#at + 64));
    if (counted === null) return undefined;
    const [whole, least, comma, most] = counted;
    this.#at += whole.length;
    const from = Number(least);
    return { least: from, most: comma === "" ? from : most === "" ? Infinity : Number(most) };
  }

  #atom(): PatternNode {
    switch (this.#peek()) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      case "^":
        this.#at++;
        return { type: "place", kind: "start" };
      case "$":
        this.#at++;
        return { type: "place", kind: "end" };
      case ".":
        this.#at++;
        return { type: "char", source: ".", code: undefined };
      default: {
        const code = this.#text.codePointAt(this.#at) ?? 0;
        const source = String.fromCodePoint(code);
        this.#at += source.length;
        return { type: "char", source, code };
      }
    }
  }

  #group(): PatternNode {
    this.#at++;
    const node = this.#groupInside();
    if (!this.#take(")")) throw new PatternUnusable("has a group without an end");
    return node;
  }

  #groupInside(): PatternNode {
    if (this.#take("?:")) return this.#either();
    if (this.#take("?=")) return { type: "look", behind: false, wanted: true, item: this.#either() };
    if (this.#take("?!")) return { type: "look", behind: false, wanted: false, item: this.#either() };
    if (this.#take("?<=")) return { type: "look", behind: true, wanted: true, item: this.#either() };
    if (this.#take("?<!")) return { type: "look", behind: true, wanted: false, item: this.#either() };
    const index = ++this.#groups;
    if (this.#take("?<")) this.#at = this.#text.indexOf(">", this.#at) + 1;
    else if (this.#peek() === "?") throw new PatternUnusable("has a group of a kind that is not known");
    return { type: "group", index, item: this.#either() };
  }

  #class(): PatternNode {
    const from = this.#at;
    for (this.#at++; this.#peek() !== "]"; this.#at++) {
      if (this.#at >= this.#text.length) throw new PatternUnusable("has a class without an end");
      if (this.#peek() === "\\") this.#at++;
    }
    this.#at++;
    return { type: "char", source: this.#text.slice(from, this.#at), code: undefined };
  }

  #escape(): PatternNode {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    if (rest.startsWith("\\b") || rest.startsWith("\\B")) {
      this.#at += 2;
      return { type: "place", kind: rest.startsWith("\\b") ? "edge" : "inside" };
    }
    const again = /^\\(?:([1-9]\d*)|k<([^>]*)>)/.exec(rest);
    if (again !== null) {
      this.#at += again[0].length;
      this.#repeats = true;
      const [, number, name = ""] = again;
      const group = number === undefined ? this.#names.get(name) : Number(number);
      if (group === undefined) throw new PatternUnusable("repeats a group that it does not have");
      return { type: "again", group };
    }
    const [source] = ESCAPE.exec(rest) ?? [""];
    if (source === "") throw new PatternUnusable("has an escape that is not known");
    this.#at += source.length;
    return { type: "char", source, code: undefined };
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }
}

/** One escape with all that belongs to it; two halves of a surrogate pair are one character. */
const ESCAPE =
  /^\\(?:u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^])/u;
