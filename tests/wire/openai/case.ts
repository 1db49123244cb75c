// OpenAI's two dialects, served by tests/support/openai_server.ts.
import { parseChatRequest } from "../../support/openai_chat_request.ts";
import { Refusal } from "../../support/openai_error.ts";
import { toBody } from "../../support/openai_http.ts";
import { defaultModels, defaultReasoningModels } from "../../support/openai_model.ts";
import type { CapturedRequest } from "../../support/openai_reply.ts";
import { parseResponsesRequest } from "../../support/openai_responses_request.ts";
import { serveOpenAI, simulatedKey } from "../../support/openai_server.ts";
import type { WireCase } from "../case.ts";
import { WireRefusal } from "../refusal.ts";
import type { Simulator } from "../simulator.ts";

const rules = {
  models: defaultModels,
  reasoningModels: defaultReasoningModels,
  reasoningContent: false,
  acceptKeys: [],
};

/** The refusal of POST /v1/chat/completions. */
export function lintChat(request: Pick<CapturedRequest, "body">): WireRefusal | undefined {
  return refusalOf(() => parseChatRequest(bodyOf(request), rules, 0));
}

/** The refusal of POST /v1/responses. */
export function lintResponses(request: Pick<CapturedRequest, "body">): WireRefusal | undefined {
  const stored = { items: new Map(), responses: new Map() };
  return refusalOf(() => parseResponsesRequest(bodyOf(request), rules, stored, 0));
}

function bodyOf({ body }: Pick<CapturedRequest, "body">): Record<string, unknown> {
  return toBody({
    method: "POST",
    path: "",
    headers: new Headers(),
    body,
    text: "",
    disconnected: Promise.resolve(),
  });
}

function refusalOf(parse: () => unknown): WireRefusal | undefined {
  try {
    parse();
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return new WireRefusal(refusal.status, refusal.message, { error: refusal.body });
  }
}

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
  lintRequest: lintChat,
  refuses: [
    { feature: "parallel", model: "o4-mini", parallel: false },
    { feature: "sampling_thinking", model: "gpt-5", settings: { temperature: 0.5 } },
    { feature: "effort", model: "gpt-4o", settings: { reasoningEffort: "low" } },
    { feature: "chat", model: "gpt-5.6-sol", unlearnable: "the settings insist on chat" },
  ],
  recordings: [{
    files: /^openai-(?:chat|compatible)\//,
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
  lintRequest: lintResponses,
  refuses: [],
  recordings: [{
    files: /^openai-responses\//,
    frame: (lines, newline) =>
      toEvents(lines.map((line) => `event: ${JSON.parse(line).type}${newline}data: ${line}`), newline),
    contentType: "text/event-stream",
  }],
};

function toEvents(events: readonly string[], newline: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(events.map((event) => `${event}${newline}${newline}`).join(""));
}
