// Media in Converse. Sources: ImageBlock, DocumentBlock, ToolResultContentBlock and the limits in Message.content of
// @aws-sdk/client-bedrock-runtime 3.1163.0: 20 images of 3.75 MB and 5 documents of 4.5 MB; a URL has to be one of S3.

import { unreachable } from "../../core/error.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { base64Of, findExtension, OFFICE } from "../_wire/media/formats.ts";
import { IMAGE_TYPES, type MediaForms, type MediaRules, PDF } from "../_wire/media/media_rules.ts";
import type { PlacedMedia, PlacedPart } from "../_wire/media/place_media.ts";

const FORMS: MediaForms = {
  image: { types: IMAGE_TYPES, urls: false, maxBytes: 3_750_000, most: 20 },
  file: {
    types: [...PDF, OFFICE.doc, OFFICE.docx, OFFICE.xls, OFFICE.xlsx],
    urls: false,
    maxBytes: 4_500_000,
    most: 5,
  },
};

/** What Converse takes; without tools, results are text in what the user says. */
export function bedrockMedia(hasTools: boolean): MediaRules {
  return hasTools ? WITH_RESULTS : WITHOUT_RESULTS;
}

const WITHOUT_RESULTS: MediaRules = { api: "Converse", user: FORMS };
const WITH_RESULTS: MediaRules = { ...WITHOUT_RESULTS, result: FORMS };

/** A block of a message or of a result. Bytes are base64 on the wire. */
export type MediaContent =
  | { text: string }
  | { image: { format: string; source: { bytes: string } } }
  | { document: { format: string; name: string; source: { bytes: string } } };

/** The block of one part. */
export function toMediaContent(part: PlacedPart): MediaContent {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "image":
      return { image: { format: toFormat(part), source: { bytes: base64Of(part) } } };
    case "file":
    case "audio":
      return { document: { format: toFormat(part), name: toName(part), source: { bytes: base64Of(part) } } };
    default:
      return unreachable(part);
  }
}

/** The blocks of a message: one with a document must have text. */
export function withText(blocks: readonly MediaContent[], text: string): readonly MediaContent[] {
  const needs = blocks.some((block) => "document" in block) && !blocks.some((block) => "text" in block);
  return needs ? [...blocks, { text }] : blocks;
}

function toFormat({ mediaType }: PlacedMedia): string {
  return findExtension(mediaType) ?? "pdf";
}

// "Alphanumeric characters, whitespace characters (no more than one in a row), hyphens, parentheses, square brackets". The
// hash keeps the names of two documents apart.
function toName({ name = "", source }: PlacedMedia): string {
  const plain = name.replace(/\.[^.]*$/, "").replace(/[^a-zA-Z0-9()[\]-]+/g, " ").trim().slice(0, 60).trim();
  const hash = fnv64(source.type === "base64" ? source.id : source.url).slice(0, 8);
  return `${plain === "" ? "document" : plain} (${hash})`;
}
