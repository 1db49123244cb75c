// Requests with media, for every suite that puts a provider through its paces.
import type { Feature } from "../../../src/core/model/capability.ts";
import type { Message, ModelRequest } from "../../../src/core/model/provider.ts";
import type { MediaPart } from "../../../src/core/content/part.ts";
import type { RefusedFeature } from "../case.ts";
import { NAMES, reader, type Sample, SAMPLES } from "./samples.ts";

/** A user says these media, between words. */
export function saying(parts: readonly MediaPart[]): Message[] {
  const text = "What is this?";
  return [{ role: "user", text, parts: [{ type: "text", text }, ...parts] }];
}

/** A tool returned these media. */
export function observing(media: readonly MediaPart[]): Message[] {
  return [
    { role: "user", text: "Look around." },
    {
      role: "assistant",
      blocks: [{ type: "call", id: "call_00000000000000000001", name: "get_weather", args: "{}" }],
    },
    {
      role: "tool",
      callId: "call_00000000000000000001",
      name: "get_weather",
      text: '{"tempC":18}',
      failed: false,
      media,
    },
  ];
}

/** What a request has for the feature to be refused; nothing where it is not about media. */
export function mediaOf(
  { feature, media }: RefusedFeature,
): Pick<ModelRequest, "media" | "messages"> | undefined {
  const samples = media && SAMPLES_BY_FEATURE[feature];
  if (samples === undefined) return undefined;
  const parts = samples.map((name) => SAMPLES[name]);
  const isInResult = feature === "tool_images" || feature === "tool_files";
  return { media: reader(), messages: isInResult ? observing(parts) : saying(parts) };
}

const SAMPLES_BY_FEATURE: Readonly<Partial<Record<Feature, readonly Sample[]>>> = {
  images: ["image"],
  image_urls: ["image_url"],
  tool_images: ["image"],
  files: ["pdf"],
  file_urls: ["pdf_url"],
  tool_files: ["pdf"],
  audio: ["audio"],
};

/** Every sample. */
export const ALL: readonly MediaPart[] = NAMES.map((name) => SAMPLES[name]);
