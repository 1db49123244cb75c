// One case for each server of the family, reached under its own address where it has one.
import type { Env } from "../../../src/core/ports.ts";
import type { Recordings, WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { compatibleApi } from "./api.ts";
import type { Flavor } from "./flavor.ts";
import { FLAVORS } from "./flavors.ts";
import { lintCompatible } from "./lint.ts";

const RECORDED: Readonly<Record<string, RegExp>> = {
  groq: /^openai-compatible\/groq\//,
  xai: /^openai-compatible\/xai\//,
  deepseek: /^openai-compatible\/deepseek\//,
  compatible: /^openai-compatible\/misc\//,
};

/** The case of one server. */
export function compatibleCase(flavor: Flavor): WireCase {
  const { origin } = new URL(flavor.baseURL);
  const recorded = RECORDED[flavor.name];
  return {
    name: flavor.name,
    provider: flavor.name,
    model: flavor.model,
    ...(flavor.mediaModel && { mediaModel: flavor.mediaModel }),
    start: (options) => simulate(compatibleApi(flavor), options),
    env: () => toEnv(flavor),
    fetch: (server) => (input, init) => fetch(String(input).replace(origin, server.url), init),
    lintRequest: (request) => lintCompatible(flavor, request),
    refuses: flavor.tested,
    ...(flavor.silenced && { silences: flavor.silenced }),
    ...(recorded && { recordings: [{ files: recorded, ...SSE }] }),
  };
}

/** Server-sent events as this dialect has them: no names, and an end mark. */
export const SSE: Omit<Recordings, "files"> = {
  frame: (lines, newline) =>
    new TextEncoder().encode(
      [...lines, "[DONE]"].map((line) => `data: ${line}${newline}${newline}`).join(""),
    ),
  contentType: "text/event-stream",
};

export const compatibleCases: readonly WireCase[] = FLAVORS.map(compatibleCase);

function toEnv({ name, key, baseURL }: Flavor): Env {
  const prefix = name.toUpperCase();
  return {
    ...(key && { [`${prefix}_API_KEY`]: key.value.replace("Bearer ", "") }),
    // The others are where their owners say, or where their makers do.
    ...(name === "compatible" && { COMPATIBLE_BASE_URL: baseURL }),
  };
}
