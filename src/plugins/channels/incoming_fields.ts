// What several platforms have in the same form: the text of a button, names of files, and words that are quoted with them.

import type { IncomingFile } from "./channel.ts";

/** What the text of a button begins with, before what it decides about. */
const APPROVE = "approve:";
const DENY = "deny:";

/** The text of a button that decides about a call, by which `readDecision` knows it. */
export function writeDecision(approved: boolean, call: string): string {
  return `${approved ? APPROVE : DENY}${call}`;
}

/** What a button decides; undefined for one of another app. */
export function readDecision(
  text: string,
): { readonly approved: boolean; readonly call: string } | undefined {
  const prefix = [APPROVE, DENY].find((each) => text.startsWith(each));
  if (prefix === undefined) return undefined;
  return { approved: prefix === APPROVE, call: text.slice(prefix.length) };
}

/**
 * The name of a file as a part of an input may have it.
 *
 * @example
 * ```ts
 * import { toFileName } from "./incoming_fields.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toFileName("a/dot\n.png"), "a_dot_.png");
 * assert.equal(toFileName("x".repeat(254) + "🙂"), "x".repeat(254) + "\ufffd");
 * ```
 */
export function toFileName(name: string): string {
  return name.replaceAll(/[/\\\p{Cc}]/gu, "_").slice(0, 255).toWellFormed();
}

/** The words of a message that is quoted, with the names of its files. */
export function withFiles(words: string, files: readonly Pick<IncomingFile, "name">[]): string {
  return [words, ...files.map(({ name }) => `[file ${name}]`)].filter((line) => line !== "").join("\n");
}
