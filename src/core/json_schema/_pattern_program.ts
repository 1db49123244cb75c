// The tree of a pattern as a list of instructions.

import type { PatternNode, Place } from "./_pattern_syntax.ts";
import { PatternUnusable } from "./pattern_unusable.ts";

/** Whether a code point belongs to a class. */
export type Matcher = (code: number) => boolean;

/** One move. Without a target of its own, the next instruction follows. */
export type Instruction =
  | { readonly op: "char"; readonly matches: Matcher; readonly back: boolean }
  /** One class again and again, forwards. */
  | { readonly op: "run"; readonly matches: Matcher; readonly least: number; readonly most: number }
  /** Each target is tried, the first one first. */
  | { readonly op: "split"; readonly targets: readonly number[] }
  | { readonly op: "jump"; readonly target: number }
  | { readonly op: "place"; readonly kind: Place }
  /** The instructions up to `next` match from here, or do not. */
  | { readonly op: "look"; readonly wanted: boolean; readonly next: number }
  | { readonly op: "save"; readonly slot: number }
  /** The loop has moved since the slot was saved. */
  | { readonly op: "moved"; readonly slot: number }
  | { readonly op: "again"; readonly group: number; readonly back: boolean }
  | { readonly op: "match" };

/** Most instructions: counted repetitions are written out. */
export const MOST_INSTRUCTIONS = 10_000;

/** @throws {PatternUnusable} */
export function toProgram(root: PatternNode, keepsGroups: boolean, most: number): readonly Instruction[] {
  return new Emitter(keepsGroups, most).emitAll(root);
}

class Emitter {
  readonly #program: Instruction[] = [];
  readonly #matchers = new Map<string, Matcher>();
  /** Only where a part repeats a group: else no outcome depends on what groups hold. */
  readonly #keepsGroups: boolean;
  readonly #most: number;
  /** Slots of loops follow those of groups. */
  #loops = 0;

  constructor(keepsGroups: boolean, most: number) {
    this.#keepsGroups = keepsGroups;
    this.#most = most;
  }

  emitAll(root: PatternNode): readonly Instruction[] {
    this.#emit(root, false);
    this.#add({ op: "match" });
    return this.#program;
  }

  #emit(node: PatternNode, back: boolean): void {
    switch (node.type) {
      case "char":
        return void this.#add({ op: "char", matches: this.#matcherOf(node), back });
      case "sequence":
        for (const item of back ? node.items.toReversed() : node.items) this.#emit(item, back);
        return;
      case "either":
        return this.#either(node.forms, back);
      case "repeat":
        return this.#repeat(node, back);
      case "place":
        return void this.#add({ op: "place", kind: node.kind });
      case "look": {
        const at = this.#add({ op: "match" });
        this.#emit(node.item, node.behind);
        this.#add({ op: "match" });
        return this.#set(at, { op: "look", wanted: node.wanted, next: this.#program.length });
      }
      case "group":
        if (!this.#keepsGroups) return this.#emit(node.item, back);
        this.#add({ op: "save", slot: 2 * node.index + (back ? 1 : 0) });
        this.#emit(node.item, back);
        this.#add({ op: "save", slot: 2 * node.index + (back ? 0 : 1) });
        return;
      case "again":
        return void this.#add({ op: "again", group: node.group, back });
    }
  }

  #either(forms: readonly PatternNode[], back: boolean): void {
    const split = this.#add({ op: "match" });
    const targets: number[] = [];
    const ends: number[] = [];
    for (const form of forms) {
      targets.push(this.#program.length);
      this.#emit(form, back);
      ends.push(this.#add({ op: "match" }));
    }
    this.#set(split, { op: "split", targets });
    for (const end of ends) this.#set(end, { op: "jump", target: this.#program.length });
  }

  #repeat({ item, least, most }: PatternNode & { readonly type: "repeat" }, back: boolean): void {
    if (item.type === "char" && !back) {
      return void this.#add({ op: "run", matches: this.#matcherOf(item), least, most });
    }
    for (let count = 0; count < least; count++) this.#emit(item, back);
    if (most === Infinity) return this.#loop(item, back);
    const exits: number[] = [];
    for (let count = least; count < most; count++) {
      exits.push(this.#add({ op: "match" }));
      this.#emit(item, back);
    }
    for (const at of exits) this.#set(at, { op: "split", targets: [at + 1, this.#program.length] });
  }

  #loop(item: PatternNode, back: boolean): void {
    const head = this.#add({ op: "match" });
    const slot = FIRST_LOOP_SLOT + this.#loops++;
    if (this.#keepsGroups) this.#add({ op: "save", slot });
    this.#emit(item, back);
    if (this.#keepsGroups) this.#add({ op: "moved", slot });
    this.#add({ op: "jump", target: head });
    this.#set(head, { op: "split", targets: [head + 1, this.#program.length] });
  }

  #add(instruction: Instruction): number {
    if (this.#program.length >= this.#most) {
      throw new PatternUnusable(`has more than ${this.#most} steps with its repetitions written out`);
    }
    return this.#program.push(instruction) - 1;
  }

  #set(at: number, instruction: Instruction): void {
    this.#program[at] = instruction;
  }

  #matcherOf({ source, code }: PatternNode & { readonly type: "char" }): Matcher {
    if (code !== undefined) return (other) => other === code;
    const known = this.#matchers.get(source);
    if (known !== undefined) return known;
    const matcher = classMatcher(source);
    this.#matchers.set(source, matcher);
    return matcher;
  }
}

/** Behind the slots of as many groups as instructions allow. */
const FIRST_LOOP_SLOT = 2 * MOST_INSTRUCTIONS;

const ASCII = 128;

/** The runtime's reading of one class; it reads an ASCII character once. */
function classMatcher(source: string): Matcher {
  let expression: RegExp | undefined;
  const read = (code: number) => (expression ??= new RegExp(source, "u")).test(String.fromCodePoint(code));
  const ascii = new Int8Array(ASCII);
  return (code) => {
    if (code >= ASCII) return read(code);
    if (ascii[code] === 0) ascii[code] = read(code) ? 1 : -1;
    return ascii[code] === 1;
  };
}
