// What people do today: the AI SDK's generateText for one step, the conversation loaded and saved as one JSON value
// through @upstash/redis with its defaults, the pending call run by hand before.

import { createOpenAI } from "@ai-sdk/openai";
import { Redis } from "@upstash/redis";
import {
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  type StopCondition,
  streamText,
  tool,
  type ToolSet,
} from "ai";
import {
  type Addresses,
  INSTRUCTIONS,
  lookUpOrder,
  MODEL,
  MODEL_KEY,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  toolParameters,
} from "../lab/workload.ts";
import type { Contender, ContenderFactory } from "./contender.ts";

/** Where a conversation lies. */
export function conversationKey(thread: string): string {
  return `ai:${thread}`;
}

/** One call of the model, in one of the SDK's two ways. */
type Ask = (request: {
  model: LanguageModel;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  stopWhen: StopCondition<ToolSet>;
}) => Promise<{ calls: number; messages: readonly ModelMessage[] }>;

/** The answer comes whole. */
export const createAiSdk: ContenderFactory = (addresses) =>
  create(addresses, async (request) => {
    const { toolCalls, response } = await generateText(request);
    return { calls: toolCalls.length, messages: response.messages };
  });

/** The answer comes as a stream, as it does for the others. */
export const createAiSdkStream: ContenderFactory = (addresses) =>
  create(addresses, async (request) => {
    const result = streamText(request);
    for await (const _ of result.fullStream) { /* a handler would pass it on */ }
    return { calls: (await result.toolCalls).length, messages: (await result.response).messages };
  });

function create({ redisUrl, redisToken, modelUrl }: Addresses, ask: Ask): Contender {
  const redis = new Redis({ url: redisUrl, token: redisToken });
  const openai = createOpenAI({ baseURL: modelUrl, apiKey: MODEL_KEY });
  const tools = {
    [TOOL_NAME]: tool({ description: TOOL_DESCRIPTION, inputSchema: toolParameters }),
  };
  return {
    async step(thread) {
      const messages = await redis.get<ModelMessage[]>(conversationKey(thread));
      const last = messages?.at(-1);
      if (!messages || last?.role !== "assistant" || typeof last.content === "string") {
        throw new Error(`Conversation ${thread} has no pending call.`);
      }
      for (const part of last.content) {
        if (part.type !== "tool-call") continue;
        const { toolCallId, toolName } = part;
        const value = JSON.parse(JSON.stringify(lookUpOrder(toolParameters.parse(part.input))));
        messages.push({
          role: "tool",
          content: [{ type: "tool-result", toolCallId, toolName, output: { type: "json", value } }],
        });
      }
      const { calls, messages: said } = await ask({
        model: openai.chat(MODEL),
        instructions: INSTRUCTIONS,
        messages,
        tools,
        stopWhen: isStepCount(1),
      });
      if (calls !== 1) throw new Error(`The model made ${calls} calls.`);
      messages.push(...said);
      await redis.set(conversationKey(thread), messages);
    },
  };
}
