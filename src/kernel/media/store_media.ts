// The media of a request become blobs of its thread, before its step begins. Until a commit refers to them they live for a day, so
// a request that is refused, or a worker that vanishes, leaves nothing behind.

import { mediaOf, type NewData, type NewMedia, type NewPart } from "../../core/content/new_part.ts";
import type { MediaPart, Part } from "../../core/content/part.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { withinBudget } from "./media_budget.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { BroughtEntry, NewInput, StepRequest, ToolResult } from "../request.ts";

type Asked = Pick<StepRequest, "ref" | "inputs" | "history" | "toolResults">;
type Deps = Pick<RuntimeDeps, "store" | "media" | "mediaLimits" | "clock">;

/** True for a request with media; any other costs nothing more. */
export function bringsMedia(request: Asked): boolean {
  return request.inputs.some((input) => typeof input !== "string") ||
    request.toolResults.some(({ media }) => media !== undefined) ||
    request.history !== undefined && mediaIn(request).length > 0;
}

/**
 * The request with its media stored.
 *
 * @throws {AgentError} body_too_large, media_budget - before anything is stored
 * @throws {AgentError} store_corrupt, store_unavailable, store_failed
 */
export async function withStoredMedia<R extends Asked>(request: R, deps: Deps): Promise<R> {
  const media = mediaIn(request);
  assertFits(media, deps);
  return await withinBudget(request.ref, media, deps, () => store(request, deps));
}

async function store<R extends Asked>(request: R, deps: Deps): Promise<R> {
  const blobs = new Blobs(request.ref, deps);
  const history: BroughtEntry[] = [];
  for (const entry of request.history ?? []) history.push(await withBlobs(entry, blobs));
  const inputs: NewInput[] = [];
  for (const input of request.inputs) {
    inputs.push(typeof input === "string" ? input : await blobs.parts(input));
  }
  const toolResults: ToolResult[] = [];
  for (const result of request.toolResults) {
    const { media } = result;
    toolResults.push(media === undefined ? result : { ...result, media: await blobs.media(media) });
  }
  return { ...request, inputs, toolResults, history: request.history && history };
}

/** Stores the media of outputs: what a tool returned becomes what its entry refers to. */
export async function storeMedia(
  ref: ThreadRef,
  media: readonly NewMedia[],
  deps: Deps,
): Promise<readonly MediaPart[]> {
  return await withinBudget(ref, media, deps, () => new Blobs(ref, deps).media(media));
}

function mediaIn({ inputs, history = [], toolResults }: Asked): readonly NewMedia[] {
  const ofInputs = inputs.flatMap((input) => typeof input === "string" ? [] : mediaOf(input));
  const ofResults = toolResults.flatMap(({ media = [] }) => media);
  const ofHistory = history.flatMap((entry): readonly NewMedia[] => {
    if (entry.type === "user") return entry.parts === undefined ? [] : mediaOf(entry.parts);
    return entry.type === "tool" ? entry.media ?? [] : [];
  });
  return [...ofHistory, ...ofInputs, ...ofResults];
}

function assertFits(media: readonly NewMedia[], { mediaLimits: { bytes: limit } }: Deps): void {
  const total = media.reduce((sum, { source }) => sum + (source.type === "data" ? source.bytes : 0), 0);
  if (total <= limit) return;
  throw new AgentError(
    "body_too_large",
    `The media of the request have ${total} bytes; this deployment takes ${limit}. Send smaller ones, or an https URL.`,
  );
}

async function withBlobs(entry: BroughtEntry, blobs: Blobs): Promise<BroughtEntry> {
  if (entry.type === "user" && entry.parts !== undefined) {
    return { ...entry, parts: await blobs.parts(entry.parts) };
  }
  if (entry.type === "tool" && entry.media !== undefined) {
    return { ...entry, media: await blobs.media(entry.media) };
  }
  return entry;
}

/** Puts blobs into a thread, one after the other: two at once would hold two pieces in memory. */
class Blobs {
  readonly #to: ThreadRef;
  readonly #deps: Deps;

  constructor(to: ThreadRef, deps: Deps) {
    this.#to = to;
    this.#deps = deps;
  }

  async parts(parts: readonly NewPart[]): Promise<readonly Part[]> {
    const stored: Part[] = [];
    for (const part of parts) stored.push(part.type === "text" ? part : await this.#storePart(part));
    return stored;
  }

  async media(media: readonly NewMedia[]): Promise<readonly MediaPart[]> {
    const stored: MediaPart[] = [];
    for (const mediaPart of media) stored.push(await this.#storePart(mediaPart));
    return stored;
  }

  async #storePart({ source, ...mediaPart }: NewMedia): Promise<MediaPart> {
    switch (source.type) {
      case "url":
      case "blob":
        return { ...mediaPart, source };
      case "copy": {
        const base64 = await this.#deps.media.reader(source.from, this.#deps.store).read(source.blob);
        return { ...mediaPart, source: await this.#put({ type: "data", base64, bytes: source.bytes }) };
      }
      case "data":
        return { ...mediaPart, source: await this.#put(source) };
      default:
        return unreachable(source);
    }
  }

  async #put({ base64, bytes }: NewData) {
    const blob = await this.#deps.store.putBlob(this.#to, base64, { mayExist: true });
    this.#deps.media.keep(this.#to, blob, base64);
    return { type: "blob" as const, blob, bytes };
  }
}
