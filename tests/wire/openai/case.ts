// OpenAI's two dialects, served by tests/wire/openai/server.ts.
import { serveOpenAI, simulatedKey } from "./server.ts";
import type { WireCase } from "../case.ts";
import type { Simulator } from "../simulator.ts";
import { lintOpenAI } from "./api.ts";

const shared = {
  provider: "openai",
  start: serveOpenAI,
  env: () => ({ OPENAI_API_KEY: simulatedKey }),
  fetch: (server: Simulator): typeof fetch => (input, init) =>
    fetch(String(input).replace("https://api.openai.com/v1", server.url), init),
};

export const openaiChat: WireCase = {
  ...shared,
  name: "openai chat",
  model: "gpt-4o",
  settings: { api: "chat" },
  schema: "openai.chat.request",
  lintRequest: lintOpenAI,
  refuses: [
    { feature: "parallel", model: "o4-mini", parallel: false },
    { feature: "sampling_thinking", model: "gpt-5", settings: { temperature: 0.5 }, teaches: "temperature" },
    { feature: "effort", model: "gpt-4o", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "gpt-4-turbo", output: "alone" },
    { feature: "images", model: "o3-mini", media: true },
    { feature: "files", model: "o3-mini", media: true },
    { feature: "audio", model: "gpt-4o", media: true },
  ],
  recordings: [{
    files: /^openai-chat\//,
    frame: (lines, newline) => toEvents([...lines, "[DONE]"].map((line) => `data: ${line}`), newline),
    contentType: "text/event-stream",
  }],
};

export const openaiResponses: WireCase = {
  ...shared,
  name: "openai responses",
  model: "gpt-5",
  settings: { api: "responses" },
  schema: "openai.responses.request",
  lintRequest: lintOpenAI,
  refuses: [{ feature: "tool_search", model: "gpt-5.2", settings: { api: "responses" }, search: true }],
  recordings: [{
    files: /^openai-responses\//,
    frame: (lines, newline) =>
      toEvents(lines.map((line) => `event: ${JSON.parse(line).type}${newline}data: ${line}`), newline),
    contentType: "text/event-stream",
  }],
};

/** A model whose prompt cache has breakpoints. */
export const openaiBreakpoints: WireCase = {
  ...openaiResponses,
  name: "openai breakpoints",
  model: "gpt-5.6-sol",
  settings: {},
  refuses: [{ feature: "inline_tools", model: "gpt-6.1-sol", adds: true }],
  unpublished: /prompt_cache_(?:breakpoint|options)/,
  recordings: [],
};

function toEvents(events: readonly string[], newline: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(events.map((event) => `${event}${newline}${newline}`).join(""));
}
