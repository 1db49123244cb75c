// The media that a request brings become blobs of its thread before its step begins, so a request that is refused, or a worker that
// vanishes, leaves nothing behind that stays.

import { listMedia, type NewMedia, type NewPart } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { BroughtEntry, StepRequest } from "../request.ts";
import { pluginMissing } from "../plugin_missing.ts";

type Asked = Pick<StepRequest, "ref" | "inputs" | "history" | "toolResults">;

/** True for a request that may have media; any other costs nothing more. */
export function bringsMedia(request: Asked): boolean {
  return request.inputs.some((input) => typeof input !== "string") ||
    request.toolResults.some(({ media }) => media !== undefined) ||
    request.history !== undefined && mediaIn(request).length > 0;
}

/**
 * The request with its media stored.
 *
 * @throws {AgentError} plugin_missing - nothing here stores media
 * @throws {AgentError} body_too_large, media_budget - before anything is stored
 * @throws {AgentError} store_corrupt, store_unavailable, store_failed
 */
export async function withStoredMedia<R extends Asked>(
  request: R,
  deps: Pick<RuntimeDeps, "store" | "media" | "mediaLimits" | "clock">,
): Promise<R> {
  const media = mediaIn(request);
  if (media.length === 0) return request;
  if (deps.media === undefined) throw pluginMissing("Media", "media");
  const parts = await deps.media.store(request.ref, media, deps);
  const stored = new Map(
    media.map((medium, index): [NewMedia, MediaPart | undefined] => [medium, parts[index]]),
  );
  const toStored = (medium: NewMedia) => stored.get(medium) ?? medium;
  const toPart = (part: NewPart) => part.type === "text" ? part : toStored(part);
  return {
    ...request,
    inputs: request.inputs.map((input) => typeof input === "string" ? input : input.map(toPart)),
    toolResults: request.toolResults.map((result) => ({ ...result, media: result.media?.map(toStored) })),
    history: request.history?.map((entry): BroughtEntry => {
      if (entry.type === "user") return { ...entry, parts: entry.parts?.map(toPart) };
      return entry.type === "tool" ? { ...entry, media: entry.media?.map(toStored) } : entry;
    }),
  };
}

function mediaIn({ inputs, history = [], toolResults }: Asked): readonly NewMedia[] {
  const ofHistory = history.flatMap((entry): readonly NewMedia[] => {
    if (entry.type === "user") return entry.parts === undefined ? [] : listMedia(entry.parts);
    return entry.type === "tool" ? entry.media ?? [] : [];
  });
  const ofInputs = inputs.flatMap((input) => typeof input === "string" ? [] : listMedia(input));
  return [...ofHistory, ...ofInputs, ...toolResults.flatMap(({ media = [] }) => media)];
}
