// Content whose media are stored: what a request brought, behind the upload before its step.

import type { NewMedia, NewPart } from "../../core/content/new_part.ts";
import type { MediaPart, Part } from "../../core/content/part.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { BroughtEntry } from "../request.ts";

/** Media that are stored. */
export function toStoredMedia(media: readonly NewMedia[]): readonly MediaPart[] {
  return media.map((mediaPart) => toStored(mediaPart));
}

/** Parts with stored media. */
export function toStoredParts(parts: readonly NewPart[]): readonly Part[] {
  return parts.map((part) => part.type === "text" ? part : toStored(part));
}

/** An entry with stored media. */
export function toStoredEntry(entry: BroughtEntry): Entry {
  switch (entry.type) {
    case "user": {
      const { parts, ...rest } = entry;
      return parts === undefined ? rest : { ...rest, parts: toStoredParts(parts) };
    }
    case "tool": {
      const { media, ...rest } = entry;
      return media === undefined ? rest : { ...rest, media: toStoredMedia(media), inResult: true };
    }
    default:
      return entry;
  }
}

function toStored({ source, ...mediaPart }: NewMedia): MediaPart {
  if (source.type === "blob" || source.type === "url") return { ...mediaPart, source };
  throw new AgentError("internal", `The ${mediaPart.type} of a request was not stored.`);
}
