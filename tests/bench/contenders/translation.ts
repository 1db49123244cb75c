// From tools and a choice to the body of a request: by a provider of Treadle, and by the AI SDK's provider of the same API.
// Both are asked for an answer in the ordinary way; the clock stops when the body arrives at fetch.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { enforce } from "../../../src/kernel/choice/enforce.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../src/core/json.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import type { Dialected, PlanChoice } from "../lab/choices.ts";
import { INSTRUCTIONS, MODEL_KEY, TASK } from "../lab/workload.ts";

/** Begins to ask a model for an answer; `send` takes the request and brings none. */
export type Ask = (send: typeof fetch, signal: AbortSignal) => Promise<unknown>;

export function askOfTreadle({ provider, model, settings }: Dialected, { agent }: PlanChoice): Ask {
  return (send, signal) => {
    const capabilities = provider.capabilities(model, settings);
    const { choice, tools, parallel } = enforce({
      choice: agent.toolChoice ?? { type: "auto" },
      tools: agent.tools,
      parallel: undefined,
      capabilities,
      onUnsupported: "degrade",
      hold: "prefix",
    });
    return provider.stream({
      model,
      settings,
      choice,
      tools,
      parallel,
      lacks: capabilities.lacks,
      system: INSTRUCTIONS,
      messages: [{ role: "user", text: TASK }],
      cacheKey: "bench",
      cacheBreakpoints: false,
    }, { fetch: send, signal, emit: () => {} });
  };
}

type LanguageModel = ReturnType<ReturnType<typeof createOpenAI>["chat"]>;

/** By the names of our dialects. Made with a fetch, which every ask replaces. */
const MODELS: Readonly<Record<string, (model: string, send: typeof fetch) => LanguageModel>> = {
  "openai chat": (model, fetch) => createOpenAI({ apiKey: MODEL_KEY, fetch }).chat(model),
  "openai responses": (model, fetch) => createOpenAI({ apiKey: MODEL_KEY, fetch }).responses(model),
  "anthropic": (model, fetch) => createAnthropic({ apiKey: MODEL_KEY, fetch })(model),
  "gemini": (model, fetch) => createGoogleGenerativeAI({ apiKey: MODEL_KEY, fetch })(model),
  "mistral": (model, fetch) => createMistral({ apiKey: MODEL_KEY, fetch })(model),
};

/** Undefined where there is nothing to compare with. */
export function askOfAiSdk({ name, model }: Dialected, { agent }: PlanChoice): Ask | undefined {
  const create = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined;
  if (create === undefined) return undefined;
  let sendNow: typeof fetch = fetch;
  const languageModel = create(model, (input, init) => sendNow(input, init));
  const toolChoice = toAiSdk(agent.toolChoice ?? { type: "auto" });
  return async (send, abortSignal) => {
    sendNow = send;
    return await languageModel.doStream({
      prompt: [{ role: "system", content: INSTRUCTIONS }, {
        role: "user",
        content: [{ type: "text", text: TASK }],
      }],
      tools: agent.tools.map(({ name, description, parameters }) => ({
        type: "function",
        name,
        description,
        inputSchema: parameters,
      })),
      toolChoice,
      abortSignal,
    });
  };
}

function toAiSdk(choice: ToolChoice) {
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return { type: choice.type };
    case "tool":
      return { type: choice.type, toolName: choice.name };
    case "allowed":
      throw new Error("The AI SDK has no allowed tools.");
  }
}

/** Asks so often, one after the other; the milliseconds until the bodies had arrived, and the last of them. */
export async function translate(ask: Ask, times: number): Promise<{ ms: number; body: JsonObject }> {
  let ms = 0;
  let body = "";
  for (let run = 0; run < times; run++) {
    const arrived = Promise.withResolvers<string>();
    const answer = Promise.withResolvers<Response>();
    const abort = new AbortController();
    const began = performance.now();
    const asked = ask((_, init) => {
      arrived.resolve(String(init?.body));
      return answer.promise;
    }, abort.signal);
    body = await Promise.race([arrived.promise, asked.then(() => "", (error) => Promise.reject(error))]);
    ms += performance.now() - began;
    abort.abort();
    answer.reject(new DOMException("Nobody waits for it.", "AbortError"));
    await asked.catch(() => {});
  }
  return { ms, body: objectIn(body) };
}

function objectIn(text: string): JsonObject {
  const json = parseJson(text);
  if (isJsonObject(json)) return json;
  throw new Error(`The body of the request is no JSON object: ${text.slice(0, 200)}`);
}

/** How many tools a body offers and under which choice, in the words of its dialect. */
export function workOf(body: JsonObject): string {
  const choice: Json = body.tool_choice ?? body.toolConfig ?? null;
  const tools = JSON.stringify(body.tools).match(/"name":"lookup_/g)?.length ?? 0;
  return `${tools} tools, ${JSON.stringify(choice)}`;
}
