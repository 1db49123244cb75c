// Finds the JSON objects in an answer while it arrives: alone, in a code fence, or between lines of prose.

import { type AnswerKind, ObjectReader, type ValueSinks } from "./object_reader.ts";

/** Most characters of an answer that are read. */
export const ANSWER_LIMIT = 256 * 1024;

/** Most objects that are kept; two are one too many. */
const MOST_OBJECTS = 8;

/** A whole object of an answer. */
export interface FoundObject {
  readonly text: string;
  /** Where it begins in the answer. */
  readonly start: number;
  /** One of its keys stands twice. */
  readonly hasDuplicate: boolean;
}

/**
 * Scans an answer. An object counts where it begins a line, also behind an opening code fence; one inside a sentence is a
 * quotation and does not count. The values of the first object go to the sinks as they come.
 *
 * @example
 * ```ts
 * import { AnswerScanner } from "./answer_scanner.ts";
 * import assert from "node:assert/strict";
 *
 * const scanner = new AnswerScanner({ thought: () => {}, answer: () => {} }, "text");
 * for (const piece of ["I look it up:\n{", '"type":"call_', 'tool"}\nThat is all.']) scanner.feed(piece);
 * assert.deepEqual(scanner.objects.map(({ text }) => text), ['{"type":"call_tool"}']);
 * ```
 */
export class AnswerScanner {
  readonly #answerKind: AnswerKind;
  readonly #objects: FoundObject[] = [];
  #sinks: ValueSinks | undefined;
  #text = "";
  #isTooLong = false;
  /** The object that is open, and where it begins. */
  #reader: ObjectReader | undefined;
  #start = 0;
  /** The beginning of the line up to here, without blanks; an object counts when nothing or a fence stands there. */
  #line = "";

  constructor(sinks: ValueSinks | undefined, answerKind: AnswerKind) {
    this.#sinks = sinks;
    this.#answerKind = answerKind;
  }

  /** The whole objects, in order. */
  get objects(): readonly FoundObject[] {
    return this.#objects;
  }

  /** The answer so far, up to {@link ANSWER_LIMIT} characters. */
  get text(): string {
    return this.#text;
  }

  /** An object has begun and not ended. */
  get isOpen(): boolean {
    return this.#reader !== undefined;
  }

  /** The answer is longer than {@link ANSWER_LIMIT} characters. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Takes the next piece of the answer. */
  feed(piece: string): void {
    if (this.#isTooLong) return;
    const start = this.#text.length;
    if (start + piece.length > ANSWER_LIMIT) {
      this.#isTooLong = true;
      return;
    }
    this.#text += piece;
    for (let index = 0; index < piece.length; index++) this.#take(piece.charAt(index), start + index);
    this.#reader?.flush();
  }

  #take(char: string, at: number): void {
    if (this.#reader === undefined) {
      if (char === "{" && OPENS.test(this.#line)) this.#open(at);
      else return this.#outside(char);
    }
    if (this.#reader?.take(char) !== true) return;
    this.#reader.flush();
    if (this.#objects.length < MOST_OBJECTS) {
      const { hasDuplicate } = this.#reader;
      const start = this.#start;
      this.#objects.push({ text: this.#text.slice(start, at + 1), start, hasDuplicate });
    }
    this.#reader = undefined;
  }

  #open(at: number): void {
    this.#reader = new ObjectReader(this.#sinks, this.#answerKind);
    this.#sinks = undefined;
    this.#start = at;
  }

  #outside(char: string): void {
    if (char === "\n") this.#line = "";
    else if (this.#line.length < LINE_LENGTH && char.trim() !== "") this.#line += char;
  }
}

/** What may stand before an object on its line: nothing, or a fence with the name of a language. A second object may follow. */
const OPENS = /^(?:```\w*)?$/;

/** Longer than any fence. */
const LINE_LENGTH = 16;
