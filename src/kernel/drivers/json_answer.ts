// The one JSON object of an answer, or why there is none.

import { isJsonObject, type Json, type JsonObject, parseUntrustedJson } from "../../core/json.ts";
import { ANSWER_LIMIT, AnswerScanner } from "./react/answer_scanner.ts";

/** An object as the model wrote it, and its value. */
export type JsonAnswer =
  | { readonly type: "object"; readonly text: string; readonly value: JsonObject }
  /** One or two sentences for the model. */
  | { readonly type: "problem"; readonly problem: string };

const TWICE = "A key stands twice in the JSON object. Write each key once.";
const FORM = "Write exactly one JSON object, as the instructions describe it.";

/** The object of an answer that was scanned whole. */
export function jsonAnswerIn({ objects, text, isOpen, isTooLong }: AnswerScanner): JsonAnswer {
  if (isTooLong) return none(`The answer is longer than ${ANSWER_LIMIT} characters. Write less.`);
  if (text.trim() === "") return none(`The answer is empty. ${FORM}`);
  const [first] = objects;
  if (objects.length > 1 || (first !== undefined && isOpen)) {
    return none(`The answer has more than one JSON object. ${FORM}`);
  }
  if (isOpen) return none(`The JSON object is not closed. ${FORM}`);
  if (first === undefined) return none(`The answer has no JSON object at the beginning of a line. ${FORM}`);
  if (first.hasDuplicate) return none(TWICE);
  const value = parseUntrustedJson(first.text);
  if (!isJsonObject(value)) return none(`The JSON object is not valid JSON. ${FORM}`);
  if (membersIn(first.text) !== countMembers(value)) return none(TWICE);
  return { type: "object", text: first.text, value };
}

/** Members as they are written: each has a colon outside of texts. */
function membersIn(json: string): number {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, "").split(":").length - 1;
}

/** Members that are left when of two with one key the last one counts. */
function countMembers(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>(
    (sum, member) => sum + countMembers(member),
    Array.isArray(value) ? 0 : inner.length,
  );
}

/** The object of a text. */
export function readJsonAnswer(text: string): JsonAnswer {
  const scanner = new AnswerScanner(undefined, "text");
  scanner.feed(text);
  return jsonAnswerIn(scanner);
}

function none(problem: string): JsonAnswer {
  return { type: "problem", problem };
}
