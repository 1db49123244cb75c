// Texts with places of webhook templates: parsed once, filled for each event. No code is evaluated.

import type { Json } from "../json.ts";
import { parsePointer, valueAt } from "./pointer.ts";

/** What a delivery says about itself, as places name it. */
export interface DeliveryFacts {
  readonly trigger: string;
  readonly id: string;
  readonly event: string | undefined;
}

/** Most places of a text: each may insert a whole payload. */
const MOST_PLACES = 64;

/** Names behind `#`. */
const FACTS = ["event", "id", "trigger"] as const;

type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "fact"; readonly fact: typeof FACTS[number]; readonly otherwise: string | undefined }
  | { readonly type: "value"; readonly keys: readonly string[]; readonly otherwise: string | undefined };

/** A text with places, parsed. */
export type PlacedText = readonly Part[];

/** A text, or what is wrong with it and how it is written. */
export type ParsedText =
  | { readonly ok: true; readonly text: PlacedText }
  | { readonly ok: false; readonly detail: string; readonly fix: string };

/**
 * Parses a text with places.
 *
 * @example
 * ```ts
 * import { fill, parseText } from "./text.ts";
 * import assert from "node:assert/strict";
 *
 * const parsed = parseText("Issue {/issue/number}: {/issue/title|without a title} {{#}}");
 * assert.ok(parsed.ok);
 * const delivery = { trigger: "github", id: "d1", event: "issues.opened" };
 * assert.equal(fill(parsed.text, { issue: { number: 7 } }, delivery), "Issue 7: without a title {#}");
 * assert.equal(fill(parsed.text, {}, delivery), undefined);
 * ```
 */
export function parseText(text: string): ParsedText {
  const parts: Part[] = [];
  let places = 0;
  for (const [piece] of text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (piece === "{" || piece === "}") {
      return { ok: false, detail: `has a ${piece} alone`, fix: `write ${piece}${piece} for a brace.` };
    }
    if (piece === "{{" || piece === "}}") parts.push({ type: "text", text: piece.charAt(0) });
    else if (!piece.startsWith("{")) parts.push({ type: "text", text: piece });
    else {
      const place = parsePlace(piece.slice(1, -1));
      if (place === undefined) {
        const fix = "write {/a/json/pointer}, {/pointer|text in its place}, {#event}, {#id} or {#trigger}.";
        return { ok: false, detail: `has ${piece}, which is no place`, fix };
      }
      parts.push(place);
      places += 1;
    }
  }
  if (places > MOST_PLACES) {
    return { ok: false, detail: `has ${places} places`, fix: `write at most ${MOST_PLACES}.` };
  }
  return { ok: true, text: parts };
}

function parsePlace(place: string): Part | undefined {
  const bar = place.indexOf("|");
  const name = bar < 0 ? place : place.slice(0, bar);
  const otherwise = bar < 0 ? undefined : place.slice(bar + 1);
  if (name.startsWith("#")) {
    const fact = FACTS.find((each) => each === name.slice(1));
    return fact && { type: "fact", fact, otherwise };
  }
  const keys = parsePointer(name);
  return keys && { type: "value", keys, otherwise };
}

/** The text with its places filled; undefined when a value is missing or null and no text stands in its place. */
export function fill(text: PlacedText, payload: Json, delivery: DeliveryFacts): string | undefined {
  let filled = "";
  for (const part of text) {
    const piece = part.type === "text" ? part.text : findValue(part, payload, delivery) ?? part.otherwise;
    if (piece === undefined) return undefined;
    filled += piece;
  }
  return filled;
}

function findValue(
  part: Exclude<Part, { type: "text" }>,
  payload: Json,
  delivery: DeliveryFacts,
): string | undefined {
  if (part.type === "fact") return delivery[part.fact];
  const value = valueAt(payload, part.keys);
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
