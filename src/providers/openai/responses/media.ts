// Media in Responses, in messages and in the outputs of functions alike. Sources: ResponseInputContent and
// ResponseFunctionCallOutputItemList of openai 7.57.0 (neither has audio);
// https://developers.openai.com/api/docs/guides/file-inputs.

import type OpenAI from "openai";
import { unreachable } from "../../../core/error.ts";
import { fileName, OFFICE } from "../../_wire/media/formats.ts";
import { IMAGE_TYPES, type MediaForms, type MediaRules, PDF } from "../../_wire/media/media_rules.ts";
import { type PlacedPart, toURL } from "../../_wire/media/place_media.ts";

const FORMS: MediaForms = {
  image: { types: IMAGE_TYPES, urls: true, maxBytes: 50_000_000 },
  file: {
    types: [...PDF, ...Object.values(OFFICE)],
    urls: true,
    maxBytes: 50_000_000,
  },
};

/** What Responses takes. */
export const RESPONSES_MEDIA: MediaRules = { api: "Responses", user: FORMS, result: FORMS };

type InputPart = OpenAI.Responses.ResponseInputText | ImagePart | FilePart;
type ImagePart = { type: "input_image"; detail: "auto"; image_url: string };
type FilePart = { type: "input_file"; filename?: string; file_data?: string; file_url?: string };

/** One part of a message or of an output. The API reads the type of a file from its name, so inline data has a name. */
export function toInputPart(part: PlacedPart): InputPart {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image":
      return { type: "input_image", detail: "auto", image_url: toURL(part) };
    case "file":
    case "audio":
      return part.source.type === "url"
        ? { type: "input_file", file_url: part.source.url }
        : { type: "input_file", filename: fileName(part), file_data: toURL(part) };
    default:
      return unreachable(part);
  }
}
