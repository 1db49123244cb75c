// The run as AI SDK 7 makes it: generateText with prepareStep, which forces a tool (toolChoice), leaves out what the policy forbids
// (activeTools) and writes the plan into the instructions. Caches as its documentation has them: cacheControl on the instructions and on
// the last message (ai-sdk.dev/cookbook/node/dynamic-prompt-caching), promptCacheKey; for xAI the header that xAI asks for.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  tool,
  type ToolSet,
} from "ai";
import type { Simulator } from "../../wire/simulator.ts";
import type { Sent } from "./measure.ts";
import type { Vendor } from "./vendors.ts";
import {
  INSTRUCTIONS,
  isForced,
  mayPublish,
  modelOf,
  PARAMETERS,
  planFrom,
  resultOf,
  type RunKind,
  STEPS,
  TASK,
  TOOLS,
} from "./work.ts";

export interface AiSdkRun {
  /** Requests that were answered. */
  readonly sent: readonly Sent[];
  /** The refusal that ended the run before its last step. */
  readonly refusal: string | undefined;
}

const MARK = { anthropic: { cacheControl: { type: "ephemeral" as const } } };

export async function runAiSdk(vendor: Vendor, kind: RunKind): Promise<AiSdkRun> {
  await using server = await vendor.wire.start({ reply: modelOf(kind) });
  let refusal: string | undefined;
  try {
    await generateText({
      model: modelAt(vendor, server),
      instructions: instructionsWith(undefined),
      messages: [{ role: "user", content: TASK }],
      tools: toolSet(),
      stopWhen: isStepCount(STEPS),
      maxRetries: 0,
      providerOptions: { openai: { promptCacheKey: "t1", store: false } },
      prepareStep: ({ stepNumber, messages }) => ({
        messages: markLast(messages),
        ...(kind === "mixed" ? changesOf(stepNumber) : {}),
      }),
    });
  } catch (thrown) {
    refusal = thrown instanceof Error ? thrown.message : String(thrown);
  }
  if (server.complaints.length > 0) throw new Error(server.complaints.join("\n"));
  const answered = server.requests.filter(({ status }) => status === 200);
  return { sent: answered.map(({ body, headers }) => ({ body, headers, cuts: [] })), refusal };
}

/** What the step has that the one before had not: a plan is carried forward, the rest is of one step. */
function changesOf(step: number) {
  const plan = planFrom(step);
  const names = TOOLS.map(({ name }) => name).filter((name) => name !== "publish" || mayPublish(step));
  return {
    activeTools: names,
    ...(plan === undefined ? {} : { instructions: instructionsWith(plan) }),
    ...(isForced(step) ? { toolChoice: { type: "tool" as const, toolName: "audit" } } : {}),
  };
}

function instructionsWith(plan = "Begin with the list of open orders.") {
  const content = `${INSTRUCTIONS}\n\nThe plan: ${plan}`;
  return { role: "system" as const, content, providerOptions: MARK };
}

/** Messages are carried forward with their marks, so the older ones are taken off. */
function markLast(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message, index) => ({
    ...message,
    providerOptions: index === messages.length - 1 ? MARK : undefined,
  }));
}

function toolSet(): ToolSet {
  return Object.fromEntries(TOOLS.map(({ name, description }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<{ order: string; reason: string }>({ ...PARAMETERS, type: "object" }),
      execute: ({ order }) => resultOf(name, order),
    }),
  ]));
}

function modelAt({ wire, model }: Vendor, server: Simulator): LanguageModel {
  const env = wire.env(server);
  const own = {
    apiKey: env[`${wire.provider.toUpperCase()}_API_KEY`] ?? "",
    fetch: wire.fetch?.(server) ?? fetch,
  };
  switch (wire.provider) {
    case "anthropic":
      return createAnthropic(own)(model);
    case "openai":
      return createOpenAI(own).responses(model);
    case "gemini":
      return createGoogleGenerativeAI({ ...own, baseURL: `${server.url}/v1beta` })(model);
    case "xai":
      return createOpenAICompatible({
        ...own,
        name: "xai",
        baseURL: "https://api.x.ai/v1",
        headers: { "x-grok-conv-id": "t1" },
      })(model);
    default:
      throw new Error(`The AI SDK has no model for ${wire.provider} here.`);
  }
}
