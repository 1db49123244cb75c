// The facets of a thread, by which a list of threads finds it besides its status and its time. A store keeps them as texts
// (core/store/thread_filter.ts).

import type { JsonObject } from "./json.ts";
import type { ThreadNeed } from "./state.ts";
import { splitWords } from "./text/words.ts";

/** What a thread is found by. */
export interface ThreadFacets {
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  /** Its texts, numbers and booleans are found, by what they are as a text. */
  readonly metadata?: JsonObject | undefined;
  /** Names of tools that the thread has planned calls of. */
  readonly tools?: readonly string[] | undefined;
  /** The ways in of its inputs, without the part after a colon: `steps`, `schedule`. */
  readonly doors?: readonly string[] | undefined;
  /** The code of the failure that its last step ended with. */
  readonly error?: string | undefined;
  /** What the thread needs of a person since its last step. `person`: any of it but a retry. */
  readonly needs?: ThreadNeed | "person" | undefined;
  /** The title that it has by its first input, or a part of one: the words of it are found. */
  readonly title?: string | undefined;
  /** The chat that the thread is a branch of. */
  readonly chat?: string | undefined;
}

/**
 * Most facets of one kind that a thread has: every commit writes them. The first of its metadata that can be found are, and the
 * first tools, doors, and words of a title.
 */
export const FACET_LIMITS = { metadata: 32, tool: 128, door: 16, word: 16 } as const;

/** Most characters of a value in metadata that is found. */
export const FACET_VALUE_LIMIT = 256;

/** The facets as the texts that a store keeps. */
export function toFacetTexts(facets: ThreadFacets): string[] {
  const { user, agent, metadata = {}, tools = [], doors = [], error, needs, title, chat } = facets;
  return [
    ...toTexts("user", [user]),
    ...toTexts("agent", [agent]),
    ...Object.entries(metadata).flatMap(metadataTexts).slice(0, FACET_LIMITS.metadata),
    ...toTexts("tool", tools).slice(0, FACET_LIMITS.tool),
    ...toTexts("door", doors.map(toDoorName)).slice(0, FACET_LIMITS.door),
    ...toTexts("error", [error]),
    ...toTexts("needs", [needs]),
    ...title === undefined ? [] : titleTexts(title),
    ...toTexts("chat", [chat]),
  ];
}

/** The ways in of the inputs of a thread with these texts, the oldest first. */
export function doorsIn(texts: readonly string[]): readonly string[] {
  return texts.filter(createKindTest("door")).map((text) => text.slice(toPrefix("door").length));
}

/** True of the texts of a thread whose last step has left this need. */
export function hasNeed(texts: readonly string[], need: ThreadNeed): boolean {
  return toTexts("needs", [need]).every((text) => texts.includes(text));
}

/** The texts that a thread with this title is found by. */
export function titleTexts(title: string): string[] {
  return toTexts("word", splitWords(title)).slice(0, FACET_LIMITS.word);
}

/** The texts of a fork whose title by its first input, and whose chat, are others. */
export function withTitleOfFork(
  known: readonly string[],
  { title, chat }: Pick<ThreadFacets, "title" | "chat">,
): readonly string[] {
  const others = known.filter((text) => !createKindTest("word")(text) && !createKindTest("chat")(text));
  return [...others, ...toFacetTexts({ title, chat })];
}

/** True of the texts of a branch of this chat. */
export function isOfChat(texts: readonly string[] | undefined, chat: string | undefined): boolean {
  return toTexts("chat", [chat]).some((text) => texts?.includes(text));
}

/**
 * The texts of a thread whose last step has ended: those that it had, but for the error and the need, and its new facts. The same list where that
 * is nothing, as behind most steps.
 */
export function withFacetTexts(
  known: readonly string[],
  { tools = [], doors = [], error, needs, title }:
    & Pick<ThreadFacets, "tools" | "doors" | "error" | "title">
    & { readonly needs?: ThreadNeed | undefined },
): readonly string[] {
  const kept = known.some(isOfLastStep) ? known.filter((text) => !isOfLastStep(text)) : known;
  const fresh = [
    ...added(kept, "tool", tools),
    ...added(kept, "door", doors.map(toDoorName)),
    ...toTexts("error", [error]),
    ...toTexts("needs", needs === undefined || needs === "retry" ? [needs] : [needs, "person"]),
    ...title === undefined || kept.some(createKindTest("word")) ? [] : titleTexts(title),
  ];
  return fresh.length === 0 ? kept : [...kept, ...fresh];
}

/** The texts of a thread that begins where another one is, with no failure yet. */
export function withoutError(
  known: readonly string[],
  needs: ThreadNeed | undefined,
): readonly string[] {
  return withFacetTexts(known, { needs });
}

function isOfLastStep(text: string): boolean {
  return isError(text) || isNeed(text);
}

function added(known: readonly string[], kind: "tool" | "door", values: readonly string[]): string[] {
  const fresh = toTexts(kind, values).filter((text) => !known.includes(text));
  if (fresh.length === 0) return [];
  return fresh.slice(0, Math.max(0, FACET_LIMITS[kind] - known.filter(createKindTest(kind)).length));
}

type Kind = "user" | "agent" | "tool" | "door" | "error" | "needs" | "word" | "chat";

function toPrefix(kind: Kind): string {
  return `${kind}=`;
}

function createKindTest(kind: Kind): (text: string) => boolean {
  const prefix = toPrefix(kind);
  return (text) => text.startsWith(prefix);
}

const [isError, isNeed] = [createKindTest("error"), createKindTest("needs")];

function toTexts(kind: Kind, values: readonly (string | undefined)[]): string[] {
  const known = values.filter((value) => value !== undefined);
  return Array.from(new Set(known), (value) => toPrefix(kind) + escape(value));
}

function metadataTexts([key, value]: [string, unknown]): string[] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const text = String(value);
  return text.length > FACET_VALUE_LIMIT ? [] : [`metadata.${JSON.stringify(key)}=${escape(text)}`];
}

/** The way in without the id behind it. */
function toDoorName(door: string): string {
  return door.split(":", 1)[0] ?? door;
}

/** As inside of a JSON text: without control characters and lone surrogates, and no two values alike. */
function escape(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
