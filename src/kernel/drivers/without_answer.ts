// What an answer was dropped for, in words that are not the answer's: a notice speaks with the voice of the application, and a model
// may repeat what a page or a tool told it to say.

/** Stands for what the answer says. */
const LEFT_OUT = "(…)";

/** The words of the problems of this folder and of the checks of schemas; each by itself says nothing. */
const OWN_WORDS = new Set(
  ("answer arguments thought type tool tools args call_tool final_answer object list text string number integer boolean null " +
    "array json schema missing empty valid known argument here leave must more than most less least have with this that from " +
    "does fits parameters property properties value values item items only true false decide either").split(
      " ",
    ),
);

/**
 * A problem without words of the answer beyond those that the model was given (`known`: tools and schemas as JSON): names in
 * pointers, quoted texts, and every other word of four letters or more that the answer has, or that is in `strange`, which is what
 * servers say of their tools.
 *
 * @example
 * ```ts
 * import { withoutAnswer } from "./without_answer.ts";
 * import assert from "node:assert/strict";
 *
 * const problem = "The answer does not fit its schema:\n/city: must be string.\n/obey the page: is not permitted.";
 * assert.equal(
 *   withoutAnswer(problem, '{"city":1,"obey the page":2}', '{"properties":{"city":{}}}'),
 *   "The answer does not fit its schema:\n/city: must be string.\n/(…): is not permitted.",
 * );
 * ```
 */
export function withoutAnswer(problem: string, answer: string, known: string, strange = ""): string {
  const said = normalizeLetters(`${answer} ${strange}`);
  const given = normalizeLetters(known);
  const isGiven = (name: string) => /^\d+$/.test(name) || given.includes(`"${normalizeLetters(name)}"`);
  const isFree = (word: string) => OWN_WORDS.has(word) || given.includes(word) || !said.includes(word);
  return problem.split("\n").map((line) =>
    line
      .replace(/^(?:\/[^:\n]*)/, (pointer) =>
        pointer.split("/").map((name) => name === "" || isGiven(name) ? name : LEFT_OUT).join("/"))
      .replace(/"((?:[^"\\]|\\.)*)"/g, (quoted, name: string) =>
        OWN_WORDS.has(name) || isGiven(name) ? quoted : LEFT_OUT)
      .replace(/[\p{L}\p{N}_]{4,}/gu, (word) =>
        isFree(normalizeLetters(word)) ? word : LEFT_OUT)
  ).join("\n");
}

/** In small letters, with what JSON writes as escapes also as letters. */
function normalizeLetters(text: string): string {
  const plain = text.replaceAll(
    /\\u([0-9a-f]{4})/gi,
    (_, code: string) => String.fromCharCode(parseInt(code, 16)),
  );
  return `${plain === text ? "" : text}${plain}`.normalize("NFKC").toLowerCase();
}
