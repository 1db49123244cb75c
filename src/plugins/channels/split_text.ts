// A long text as several messages: cut between paragraphs, lines or words, with each block of code whole in its own marks.

/** A line that begins or ends a block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,}).*$/;

/** Room for the marks that are added where a block of code is cut. */
const MARKS = 64;

/**
 * The parts of a text, each of at most `longest` UTF-16 code units; a text that fits is one part.
 *
 * @example
 * ```ts
 * import { splitText } from "./split_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(splitText("One.\n\nTwo.", 200), ["One.\n\nTwo."]);
 * const [first = "", second = ""] = splitText("~~~js\n" + "a();\n".repeat(100) + "~~~", 300);
 * assert.ok(first.endsWith("a();\n~~~") && second.startsWith("~~~js\na();"));
 * ```
 */
export function splitText(text: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const at = findCut(rest, longest - MARKS);
    const head = rest.slice(0, at).trimEnd();
    const fence = findOpenFence(head);
    parts.push(fence === undefined ? head : `${head}\n${fence.marks}`);
    const tail = rest.slice(at).replace(/^\n+/, "");
    // A line of code keeps its spaces; marks that close the block at once are left out with those that opened it.
    rest = fence === undefined ? tail.trimStart() : `${fence.line}\n${tail}`;
  }
  if (rest.trim() !== "") parts.push(rest);
  return parts;
}

/** The place of the last paragraph, line or word that begins in the second half of what fits; else in the middle of a word. */
function findCut(text: string, longest: number): number {
  for (const gap of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(gap, longest);
    if (at > longest / 2) return at;
  }
  return /[\ud800-\udbff]$/.test(text.slice(0, longest)) ? longest - 1 : longest;
}

/** The line that has begun a block of code which the text does not end, and its marks. */
function findOpenFence(text: string): { readonly line: string; readonly marks: string } | undefined {
  let open: { line: string; marks: string } | undefined;
  for (const line of text.split("\n")) {
    const marks = FENCE.exec(line)?.[1];
    if (marks === undefined) continue;
    if (open === undefined) open = { line: line.slice(0, MARKS / 2), marks };
    else if (marks.startsWith(open.marks) && line.trim() === marks) open = undefined;
  }
  return open;
}
