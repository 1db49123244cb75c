// The media that an API accepts, as data, and the reason why it refuses one.

import type { MediaKind, MediaPart } from "../../../core/content/part.ts";
import type { Feature, Lacks } from "../../../core/model/capability.ts";

/** What one API takes of media. Which of it a model takes is in the capabilities. */
export interface MediaRules {
  /** The name of the API in reasons: "Chat Completions". */
  readonly api: string;
  /** In the messages of a user. A kind that is not there has no field. */
  readonly user: MediaForms;
  /** In the results of tools; undefined where a result is one text. */
  readonly result?: MediaForms;
  /** The result of a call that failed is text alone. */
  readonly failuresAreText?: true;
}

/** What one place takes, by kind. */
export type MediaForms = Readonly<Partial<Record<MediaKind, MediaForm>>>;

/** What one place takes of one kind. */
export interface MediaForm {
  /** IANA media types in their usual form: `image/jpeg`, and not `image/jpg`. */
  readonly types: readonly string[];
  /** Also a URL, which the provider reads. */
  readonly urls: boolean;
  /** The largest medium, in bytes before base64; no limit of its own by default. */
  readonly maxBytes?: number;
  /** The most of this kind between two answers; no limit by default. */
  readonly most?: number;
}

/** What media are written by. */
export interface MediaStyle {
  readonly rules: MediaRules;
  /** What the model is known to lack. */
  readonly lacks: Lacks;
}

/** Where a medium stands: in a message of the user, or in the result of a tool. */
export type MediaPlace = "user" | "result";

/** Why a place does not take a medium. */
export interface MediaRefusal {
  /** In one clause: "the model takes no images". It depends on the rules and on which features are lacking. */
  readonly why: string;
  /** What is known of it: the reason that {@link Lacks} has. */
  readonly because?: string | undefined;
}

/** The four types that every API with images takes. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** PDF alone. */
export const PDF = ["application/pdf"] as const;

/** The features that media are about. */
export const MEDIA_FEATURES = [
  "images",
  "image_urls",
  "tool_images",
  "files",
  "file_urls",
  "tool_files",
  "audio",
] as const satisfies readonly Feature[];

/** What a history writer's key has of media: which features are lacking. The rest follows from the API and the model. */
export function mediaFacts({ lacks }: MediaStyle): string {
  return MEDIA_FEATURES.filter((feature) => lacks[feature] !== undefined).join(" ");
}

// The features that a medium needs in a place.
function listFeatures({ type, source }: MediaPart, place: MediaPlace): readonly MediaFeature[] {
  const { kind, url, tool } = FEATURES_BY_KIND[type];
  const features = source.type === "url" && url !== undefined ? [kind, url] : [kind];
  return place === "result" && tool !== undefined ? [...features, tool] : features;
}

/** Undefined for a medium that the place takes, as far as it follows from the medium alone. */
export function findRefusal(
  part: MediaPart,
  place: MediaPlace,
  { rules, lacks }: MediaStyle,
): MediaRefusal | undefined {
  for (const feature of listFeatures(part, place)) {
    const because = lacks[feature];
    if (because !== undefined) return { why: WORDS[feature], because };
  }
  const form = (place === "user" ? rules.user : rules.result)?.[part.type];
  const where = place === "user" ? "" : " in the results of tools";
  if (form === undefined) return { why: `${rules.api} takes no ${PLURALS[part.type]}${where}` };
  const { source, mediaType } = part;
  if (!form.types.includes(mediaType)) {
    return { why: `${rules.api} takes ${formatList(form.types)} only` };
  }
  if (source.type === "url") {
    return form.urls ? undefined : { why: `${rules.api} takes no ${PLURALS[part.type]} by URL${where}` };
  }
  return form.maxBytes === undefined || source.bytes <= form.maxBytes
    ? undefined
    : { why: `${rules.api} takes ${PLURALS[part.type]} of at most ${inMegabytes(form.maxBytes)}` };
}

/** A result has no parts, so that a file that is text stands elsewhere. */
export function oneText({ rules }: MediaStyle): MediaRefusal {
  return { why: `${rules.api} takes one text as the result of a tool` };
}

/** The result of a call that failed. */
export function failed({ rules }: MediaStyle): MediaRefusal {
  return { why: `${rules.api} takes text alone as the result of a call that failed` };
}

/** More of one kind than a place takes. */
export function tooMany(type: MediaKind, most: number, { rules }: MediaStyle): MediaRefusal {
  return { why: `${rules.api} takes at most ${most} ${PLURALS[type]} at once` };
}

type MediaFeature = typeof MEDIA_FEATURES[number];

const FEATURES_BY_KIND: Readonly<
  Record<
    MediaKind,
    { readonly kind: MediaFeature; readonly url?: MediaFeature; readonly tool?: MediaFeature }
  >
> = {
  image: { kind: "images", url: "image_urls", tool: "tool_images" },
  file: { kind: "files", url: "file_urls", tool: "tool_files" },
  audio: { kind: "audio" },
};

const PLURALS: Readonly<Record<MediaKind, string>> = { image: "images", file: "files", audio: "audio" };

const WORDS: Readonly<Record<MediaFeature, string>> = {
  images: "the model takes no images",
  image_urls: "the model takes no images by URL",
  tool_images: "the model takes no images in the results of tools",
  files: "the model takes no files",
  file_urls: "the model takes no files by URL",
  tool_files: "the model takes no files in the results of tools",
  audio: "the model takes no audio",
};

function formatList(types: readonly string[]): string {
  const last = types.at(-1) ?? "nothing";
  return types.length < 2 ? last : `${types.slice(0, -1).join(", ")} and ${last}`;
}

function inMegabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
