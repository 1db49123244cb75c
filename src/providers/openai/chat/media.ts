// Media in Chat Completions. Sources: ChatCompletionContentPart of openai 7.57.0;
// https://developers.openai.com/api/docs/guides/file-inputs: "Chat Completions accepts only PDF files", and no URL of a file;
// a tool message has text parts alone.

import type OpenAI from "openai";
import { unreachable } from "../../../core/error.ts";
import { audioFormat, base64Of, fileName, WAV_AND_MP3 } from "../../_wire/media/formats.ts";
import { IMAGE_TYPES, type MediaRules, PDF } from "../../_wire/media/media_rules.ts";
import { type PlacedPart, toURL } from "../../_wire/media/place_media.ts";

/** What the messages of a user take at OpenAI, and at the servers that repeat its API. */
export const CHAT_MEDIA: MediaRules = {
  api: "Chat Completions",
  user: {
    image: { types: IMAGE_TYPES, urls: true, maxBytes: 50_000_000 },
    file: { types: PDF, urls: false, maxBytes: 50_000_000 },
    audio: { types: WAV_AND_MP3, urls: false },
  },
};

/** At OpenRouter, `file_data` may be a URL: https://openrouter.ai/docs/features/multimodal/pdfs. */
export const OPENROUTER_MEDIA: MediaRules = {
  api: "OpenRouter",
  user: { ...CHAT_MEDIA.user, file: { types: PDF, urls: true } },
};

/** At xAI: https://docs.x.ai/docs/guides/image-understanding, JPEG and PNG of at most 20 MiB. */
export const XAI_MEDIA: MediaRules = {
  api: "xAI",
  user: { image: { types: ["image/jpeg", "image/png"], urls: true, maxBytes: 20_000_000 } },
};

/** One part of the content of a user's message. */
export function toChatPart(part: PlacedPart): OpenAI.ChatCompletionContentPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image_url", image_url: { url: toURL(part) } };
    case "file":
      return { type: "file", file: { filename: fileName(part), file_data: toURL(part) } };
    case "audio":
      return { type: "input_audio", input_audio: { data: base64Of(part), format: audioFormat(part) } };
    default:
      return unreachable(part);
  }
}
