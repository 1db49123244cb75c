// The media that a request sends as such, and what a refusal that names media says about the model.

import type { MediaKind } from "../../../core/content/part.ts";
import type { Feature } from "../../../core/model/capability.ts";
import type { ModelRequest } from "../../../core/model/provider.ts";
import { MEDIA_FEATURES, type MediaPlace, type MediaStyle } from "./media_rules.ts";
import { hasMedia, placeMedia } from "./place_media.ts";

/**
 * The features that a refusal names, as far as they can be about media: those that were not sent are left out, and a kind
 * that was sent in results alone is lacking there. It may read the older messages.
 *
 * | named    | sent                 | lacking       |
 * | -------- | -------------------- | ------------- |
 * | `images` | in inputs            | `images`      |
 * | `images` | in results of tools  | `tool_images` |
 * | `images` | nowhere              | nothing       |
 */
export function namedMedia(
  named: readonly Feature[],
  request: ModelRequest,
  style: MediaStyle,
): readonly Feature[] {
  if (!named.some((feature) => MEDIA.has(feature))) return named;
  const sent = findSentMedia(request, style);
  return named.flatMap((feature) => MEDIA.has(feature) ? findLacking(feature, sent) : [feature]);
}

const MEDIA: ReadonlySet<Feature> = new Set(MEDIA_FEATURES);

interface Sent {
  readonly kind: MediaKind;
  readonly place: MediaPlace;
  readonly isURL: boolean;
}

function findSentMedia({ older, messages }: ModelRequest, style: MediaStyle): readonly Sent[] {
  const all = [...older?.messages() ?? [], ...messages];
  if (!all.some(hasMedia)) return [];
  return placeMedia(all, style).flatMap((message) => {
    if (message.role === "assistant" || message.role === "notice") return [];
    const place = message.role === "user" ? "user" : "result";
    return (message.parts ?? []).flatMap(({ type, ...part }) =>
      type === "text" || !("source" in part) ? [] : [{ kind: type, place, isURL: part.source.type === "url" }]
    );
  });
}

function findLacking(feature: Feature, sent: readonly Sent[]): readonly Feature[] {
  const has = (kind: MediaKind, test: (sent: Sent) => boolean = () => true) =>
    sent.some((each) => each.kind === kind && test(each));
  const inUser = ({ place }: Sent) => place === "user";
  switch (feature) {
    case "images":
      return has("image", inUser) ? ["images"] : has("image") ? ["tool_images"] : [];
    case "files":
      return has("file", inUser) ? ["files"] : has("file") ? ["tool_files"] : [];
    case "audio":
      return has("audio") ? ["audio"] : [];
    case "image_urls":
      return has("image", ({ isURL }) => isURL) ? ["image_urls"] : [];
    case "file_urls":
      return has("file", ({ isURL }) => isURL) ? ["file_urls"] : [];
    case "tool_images":
      return has("image", (each) => !inUser(each)) ? ["tool_images"] : [];
    case "tool_files":
      return has("file", (each) => !inUser(each)) ? ["tool_files"] : [];
    default:
      return [];
  }
}
