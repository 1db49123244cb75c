// Runs foreign regular expressions in a number of steps that grows with the pattern and the text, and not with the ways to match:
// every place of the pattern meets every place of the text at most once. A pattern with a backreference is matched by backtracking, within
// the budget.

import { Lru } from "../lru.ts";
import type { Budget } from "./budget.ts";
import { parsePattern } from "./_pattern_syntax.ts";
import { type Instruction, MOST_INSTRUCTIONS, toProgram } from "./_pattern_program.ts";
import { PatternUnusable } from "./pattern_unusable.ts";

/** A pattern that can be run. */
export interface Pattern {
  readonly program: readonly Instruction[];
  readonly repeatsGroups: boolean;
}

/** Most UTF-16 units of a pattern. */
export const MOST_PATTERN = 10_000;

const compiled = new Lru<Pattern>(500);

/**
 * A pattern of JavaScript (flag u), of at most so many instructions: counted repetitions are written out.
 *
 * @throws {PatternUnusable} it is no regular expression, or too large
 *
 * @example
 * ```ts
 * import { Budget } from "./budget.ts";
 * import { compilePattern, matchesPattern } from "./pattern.ts";
 * import assert from "node:assert/strict";
 *
 * const pattern = compilePattern("^(a+)+$");
 * assert(matchesPattern(pattern, "aaa", new Budget(100)));
 * assert(!matchesPattern(pattern, "a".repeat(40) + "!", new Budget(1_000)));
 * ```
 */
export function compilePattern(source: string, most: number = MOST_INSTRUCTIONS): Pattern {
  const known = compiled.get(source);
  if (known !== undefined && known.program.length <= most) return known;
  if (source.length > MOST_PATTERN) throw new PatternUnusable(`is longer than ${MOST_PATTERN} characters`);
  try {
    new RegExp(source, "u");
  } catch {
    throw new PatternUnusable("is no regular expression of JavaScript (flag u)");
  }
  const { root, repeatsGroups } = parsePattern(source);
  const pattern = { program: toProgram(root, repeatsGroups, most), repeatsGroups };
  compiled.set(source, pattern);
  return pattern;
}

/**
 * True where some part of the text matches.
 *
 * @throws {BudgetSpent}
 */
export function matchesPattern({ program, repeatsGroups }: Pattern, text: string, budget: Budget): boolean {
  const run = new Run(program, text, repeatsGroups, budget);
  const isAnchored = isStart(program[0]);
  for (let at = 0; at <= text.length; at += widthAt(text, at)) {
    if (run.matchesFrom(0, at, NO_GROUPS) !== undefined) return true;
    if (isAnchored) return false;
  }
  return false;
}

function isStart(first: Instruction | undefined): boolean {
  return first?.op === "place" && first.kind === "start";
}

type Groups = ReadonlyMap<number, number>;

const NO_GROUPS: Groups = new Map();

/** A way that is left to try: from an instruction at a place, and then at each earlier place down to `low`. */
interface Way {
  readonly pc: number;
  readonly at: number;
  readonly low: number;
  readonly groups: Groups;
}

/** Of a run of one class without a most: the lowest start, the lowest place behind it that was tried, and where the run ends. */
interface Stretch {
  readonly from: number;
  readonly low: number;
  readonly end: number;
}

const NOWHERE: readonly [number, number] = [1, 0];

class Run {
  readonly #program: readonly Instruction[];
  readonly #text: string;
  readonly #repeatsGroups: boolean;
  readonly #budget: Budget;
  readonly #seen = new Set<number>();
  readonly #stretches = new Map<number, Stretch>();

  constructor(program: readonly Instruction[], text: string, repeatsGroups: boolean, budget: Budget) {
    this.#program = program;
    this.#text = text;
    this.#repeatsGroups = repeatsGroups;
    this.#budget = budget;
  }

  /** What the groups hold after a match; undefined without one. */
  matchesFrom(pc: number, at: number, groups: Groups): Groups | undefined {
    const ways: Way[] = [{ pc, at, low: at, groups }];
    for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
      if (way.low < way.at) ways.push({ ...way, at: before(this.#text, way.at) });
      const matched = this.#follow(way, ways);
      if (matched !== undefined) return matched;
    }
    return undefined;
  }

  #follow({ pc, at, groups }: Way, ways: Way[]): Groups | undefined {
    for (;;) {
      this.#budget.spend(1);
      const step = this.#program[pc];
      if (step === undefined) return undefined;
      switch (step.op) {
        case "match":
          return groups;
        case "char": {
          const code = step.back ? codeBefore(this.#text, at) : this.#text.codePointAt(at);
          if (code === undefined || !step.matches(code)) return undefined;
          at += (step.back ? -1 : 1) * (code > 0xffff ? 2 : 1);
          pc++;
          break;
        }
        case "run": {
          const [low, high] = this.#stretch(pc, step, at);
          if (low > high) return undefined;
          if (low < high) ways.push({ pc: pc + 1, at: before(this.#text, high), low, groups });
          at = high;
          pc++;
          break;
        }
        case "split": {
          if (!this.#repeatsGroups && !this.#isNew(pc, at)) return undefined;
          for (let index = step.targets.length - 1; index > 0; index--) {
            ways.push({ pc: step.targets[index] ?? 0, at, low: at, groups });
          }
          this.#budget.spend(step.targets.length >> 3);
          pc = step.targets[0] ?? 0;
          break;
        }
        case "jump":
          pc = step.target;
          break;
        case "place":
          if (!this.#holds(step.kind, at)) return undefined;
          pc++;
          break;
        case "look": {
          const inside = new Run(this.#program, this.#text, this.#repeatsGroups, this.#budget);
          const found = inside.matchesFrom(pc + 1, at, groups);
          if ((found !== undefined) !== step.wanted) return undefined;
          groups = found ?? groups;
          pc = step.next;
          break;
        }
        case "save":
          this.#budget.spend(groups.size);
          groups = new Map(groups).set(step.slot, at);
          pc++;
          break;
        case "moved":
          if (groups.get(step.slot) === at) return undefined;
          pc++;
          break;
        case "again": {
          const held = this.#textOfGroup(step.group, groups);
          const from = step.back ? at - held.length : at;
          this.#budget.spend(held.length >> 4);
          if (from < 0 || !this.#text.startsWith(held, from)) return undefined;
          at = step.back ? from : at + held.length;
          pc++;
          break;
        }
      }
    }
  }

  /** True the first time that an instruction meets a place: a second time ends as the first did. */
  #isNew(pc: number, at: number): boolean {
    const key = pc * (this.#text.length + 1) + at;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** The lowest and the highest place behind a run of one class that were not tried yet; NOWHERE without one. */
  #stretch(
    pc: number,
    { matches, least, most }: Instruction & { readonly op: "run" },
    at: number,
  ): readonly [number, number] {
    const remembers = most === Infinity && !this.#repeatsGroups;
    const known = remembers ? this.#stretches.get(pc) : undefined;
    if (known !== undefined && at >= known.from && at <= known.end) return NOWHERE;
    let end = at;
    let low = least === 0 ? at : -1;
    for (let count = 0; count < most;) {
      if (known !== undefined && low >= 0 && end >= known.from && end <= known.end) {
        this.#stretches.set(pc, { from: at, low, end: known.end });
        return low < known.low ? [low, before(this.#text, known.low)] : NOWHERE;
      }
      const code = this.#text.codePointAt(end);
      if (code === undefined || !matches(code)) break;
      end += code > 0xffff ? 2 : 1;
      if (++count === least) low = end;
      if (count % 4 === 0) this.#budget.spend(1);
    }
    if (low < 0) return NOWHERE;
    if (remembers) this.#stretches.set(pc, { from: at, low, end });
    return [low, end];
  }

  #holds(kind: string, at: number): boolean {
    switch (kind) {
      case "start":
        return at === 0;
      case "end":
        return at === this.#text.length;
      default: {
        const isEdge = isWord(this.#text[at - 1]) !== isWord(this.#text[at]);
        return isEdge === (kind === "edge");
      }
    }
  }

  #textOfGroup(group: number, groups: Groups): string {
    const from = groups.get(2 * group);
    const end = groups.get(2 * group + 1);
    return from === undefined || end === undefined ? "" : this.#text.slice(from, end);
  }
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /^\w$/.test(char);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** The place of the character before a place. */
function before(text: string, at: number): number {
  return at - ((codeBefore(text, at) ?? 0) > 0xffff ? 2 : 1);
}

function codeBefore(text: string, at: number): number | undefined {
  if (at <= 0) return undefined;
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? pair : text.charCodeAt(at - 1);
}
