// The media of inputs that wait in an inbox: no commit refers to them yet, so their blobs live for a day.

import type { MediaPart, Part, TextPart } from "../../core/content/part.ts";
import type { Entry } from "../../core/entry.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";

/** Milliseconds for which an input may wait for its step before its blobs are stored again: half of their lifetime. */
const FRESH_MS = 43_200_000;

/**
 * The inputs of an inbox. One that has waited for long has its blobs stored again, before they are dropped; words take the place
 * of one that was dropped.
 */
export async function withMediaKept<E extends Extract<Entry, { type: "user" }>>(
  inputs: readonly E[],
  ref: ThreadRef,
  now: number,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly E[]> {
  if (!inputs.some(({ parts, at }) => parts !== undefined && now - at > FRESH_MS)) return inputs;
  return await Promise.all(inputs.map(async (input) => {
    const { parts, at } = input;
    if (parts === undefined || now - at <= FRESH_MS) return input;
    const kept: Part[] = [];
    for (const part of parts) kept.push(await keepPart(part));
    return { ...input, parts: kept };
  }));

  async function keepPart(part: Part): Promise<Part> {
    if (part.type === "text" || part.source.type === "url") return part;
    const base64 = await store.getBlob(ref, part.source.blob);
    if (base64 !== undefined) {
      await store.putBlob(ref, base64);
      return part;
    }
    return toDropped(part, "because the input waited for too long");
  }
}

/** The words in place of a medium that is not kept. `why` is the end of a sentence: `because the input waited for too long`. */
function toDropped({ type, name }: MediaPart, why: string): TextPart {
  return { type: "text", text: `[${type}${name === undefined ? "" : ` ${name}`}: dropped, ${why}]` };
}

/**
 * The text of an inbox, which readInbox has read, with words in place of the media whose blobs are missing. `why` is as `because the copy lacks
 * it`.
 */
export function withoutMedia(text: string, missing: ReadonlySet<string>, why: string): string {
  const toKept = (part: Part): Part =>
    part.type !== "text" && part.source.type === "blob" && missing.has(part.source.blob.id)
      ? toDropped(part, why)
      : part;
  const strip = ({ parts, ...entry }: Waiting): Waiting => ({ ...entry, parts: parts?.map(toKept) });
  const value: Waiting & { readonly entries?: readonly Waiting[] } = JSON.parse(text);
  return JSON.stringify(
    value.entries === undefined ? strip(value) : { ...value, entries: value.entries.map(strip) },
  );
}

/** An input of an inbox, as far as its media go. */
interface Waiting {
  readonly parts?: readonly Part[] | undefined;
}
