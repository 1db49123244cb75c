// The facets of a thread: what a list of threads finds it by, besides its status and its time. A store keeps them as texts
// (core/store/thread_filter.ts).

import type { JsonObject } from "./json.ts";

/** What a thread is found by. */
export interface ThreadFacets {
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  /** Its texts, numbers and booleans are found, by what they are as a text. */
  readonly metadata?: JsonObject | undefined;
  /** Names of tools that the thread has planned calls of. */
  readonly tools?: readonly string[] | undefined;
  /** The ways in of its inputs, without what stands behind a colon: `steps`, `schedule`. */
  readonly doors?: readonly string[] | undefined;
  /** The code of the failure that its last step ended with. */
  readonly error?: string | undefined;
}

/**
 * Most facets of one kind that a thread has: every commit writes them. The first of its metadata that can be found are, and the
 * first tools and doors.
 */
export const FACET_LIMITS = { metadata: 32, tool: 128, door: 16 } as const;

/** Most characters of a value in metadata that is found. */
export const FACET_VALUE_LIMIT = 256;

/** The facets as the texts that a store keeps. */
export function toFacetTexts(facets: ThreadFacets): string[] {
  const { user, agent, metadata = {}, tools = [], doors = [], error } = facets;
  return [
    ...textsOf("user", [user]),
    ...textsOf("agent", [agent]),
    ...Object.entries(metadata).flatMap(metadataTexts).slice(0, FACET_LIMITS.metadata),
    ...textsOf("tool", tools).slice(0, FACET_LIMITS.tool),
    ...textsOf("door", doors.map(wayOf)).slice(0, FACET_LIMITS.door),
    ...textsOf("error", [error]),
  ];
}

/** The texts of a thread whose last step has ended: those that it had, but for the error, and what has come to it. */
export function withFacetTexts(
  known: readonly string[],
  { tools = [], doors = [], error }: Pick<ThreadFacets, "tools" | "doors" | "error">,
): readonly string[] {
  const kept = known.filter((text) => !text.startsWith(prefixOf("error")));
  const all = [
    ...added(kept, "tool", tools, FACET_LIMITS.tool),
    ...added(kept, "door", doors.map(wayOf), FACET_LIMITS.door),
    ...textsOf("error", [error]),
  ];
  return [...kept, ...all];
}

/** The texts of a thread that begins where another one is, with no failure yet. */
export function withoutError(known: readonly string[]): readonly string[] {
  return withFacetTexts(known, {});
}

function added(known: readonly string[], kind: Kind, values: readonly string[], limit: number): string[] {
  const count = known.filter((text) => text.startsWith(prefixOf(kind))).length;
  return textsOf(kind, values).filter((text) => !known.includes(text)).slice(0, Math.max(0, limit - count));
}

type Kind = "user" | "agent" | "tool" | "door" | "error";

function prefixOf(kind: Kind): string {
  return `${kind}=`;
}

function textsOf(kind: Kind, values: readonly (string | undefined)[]): string[] {
  const known = values.filter((value) => value !== undefined);
  return Array.from(new Set(known), (value) => prefixOf(kind) + escape(value));
}

function metadataTexts([key, value]: [string, unknown]): string[] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const text = String(value);
  return text.length > FACET_VALUE_LIMIT ? [] : [`metadata.${JSON.stringify(key)}=${escape(text)}`];
}

/** The way in without the id behind it. */
function wayOf(door: string): string {
  return door.split(":", 1)[0] ?? door;
}

/** As inside of a JSON text: without control characters and lone surrogates, and no two values alike. */
function escape(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
