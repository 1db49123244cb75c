// A YAML text and where its parts stand, so that every error can point at a line.

import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
} from "yaml";
import type { Json } from "../../core/json.ts";
import { type SyntaxFinding, syntaxFinding } from "./syntax.ts";

/** Keys and indexes that lead to a value. */
export type Path = readonly PropertyKey[];

/** A place in a text. */
export interface Position {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** An error of the YAML itself, at its place. */
export interface YamlError extends Position, SyntaxFinding {}

/** Most nodes that aliases may expand to: enough for shared settings, and a bound for alias bombs. */
const ALIASES_ALLOWED = 100;

/** A parsed text, or why it is none. Duplicate keys, unknown tags, more than one document and alias bombs are errors. */
export class YamlText {
  readonly errors: readonly YamlError[];
  readonly value: Json | undefined;
  readonly #document: Document | undefined;
  readonly #lines = new LineCounter();

  constructor(text: string) {
    const documents = parseAllDocuments(text, {
      version: "1.2",
      schema: "core",
      strict: true,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      lineCounter: this.#lines,
    });
    const [first, second] = Array.isArray(documents) ? documents : [];
    this.#document = first;
    const errors: YamlError[] = [...first?.errors ?? [], ...first?.warnings ?? []]
      .map(({ code, message, pos }) => ({ ...syntaxFinding(code, message), ...this.#at(pos[0]) }));
    if (first === undefined || isNothing(first.contents)) {
      const fix = "write an agent: metadata and spec.";
      errors.push({ message: "The file is empty.", fix, line: 1, column: 1 });
    }
    if (second !== undefined) {
      errors.push({
        message: "A file holds one agent, without `---` inside.",
        fix: "remove the `---`, or move what follows it to a file of its own.",
        ...this.#at(second.range[0]),
      });
    }
    if (errors.length === 0) this.value = this.#read(errors);
    this.errors = errors;
  }

  /** Where the value at `path` stands; for what is missing, where its nearest parent stands. */
  positionOf(path: Path): Position {
    return this.#at(this.#offsetOf(path, "value"));
  }

  /** Where the last key of `path` stands. */
  positionOfKey(path: Path): Position {
    return this.#at(this.#offsetOf(path, "key"));
  }

  #read(errors: YamlError[]): Json | undefined {
    const document = this.#document;
    if (document === undefined) return undefined;
    visit(document, {
      Alias: (_, alias, above) => {
        const place = this.#at(findStart(alias) ?? 0);
        const { source } = alias;
        const target = alias.resolve(document);
        if (target === undefined) {
          errors.push({
            message: `No anchor &${source} stands before this alias.`,
            fix: `write &${source} before the value it stands for, or put text that begins with * in quotes.`,
            ...place,
          });
        } else if (above.some((parent) => parent === target)) {
          errors.push({
            message:
              `The alias *${source} stands inside its own anchor &${source}, so the value would contain itself.`,
            fix: "write the value out instead of the alias.",
            ...place,
          });
        }
      },
    });
    if (errors.length > 0) return undefined;
    try {
      return document.toJS({ maxAliasCount: ALIASES_ALLOWED });
    } catch {
      errors.push({
        message: `Aliases repeat more than ${ALIASES_ALLOWED} values.`,
        fix: "write the values out.",
        line: 1,
        column: 1,
      });
      return undefined;
    }
  }

  #offsetOf(path: Path, part: "key" | "value"): number {
    let node: unknown = this.#document?.contents;
    let offset = findStart(node) ?? 0;
    for (const [depth, step] of path.entries()) {
      if (isAlias(node) && this.#document !== undefined) node = node.resolve(this.#document);
      const child: unknown = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
        : isSeq(node)
        ? node.items[Number(step)]
        : undefined;
      if (child === undefined) break;
      const wantsKey = part === "key" && depth === path.length - 1;
      const next: unknown = isPair(child) ? child.value : child;
      offset = (isPair(child) && (wantsKey || findStart(next) === undefined)
        ? findStart(child.key)
        : findStart(next)) ??
        offset;
      node = next;
    }
    return offset;
  }

  #at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function isNothing(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

function findStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** `spec.planner.config.tool_descriptions[1].name` */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? String(step) : `${text}.${String(step)}`,
    "",
  );
}
