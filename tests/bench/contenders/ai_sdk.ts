// What people do today: the AI SDK's generateText for one step, the conversation loaded and saved as one JSON value
// through @upstash/redis with its defaults, the pending call run by hand before.

import { createOpenAI } from "@ai-sdk/openai";
import { Redis } from "@upstash/redis";
import { generateText, isStepCount, type ModelMessage, tool } from "ai";
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
import type { Contender } from "./contender.ts";

/** Where a conversation lies. */
export function conversationKey(thread: string): string {
  return `ai:${thread}`;
}

export function createAiSdk({ redisUrl, redisToken, modelUrl }: Addresses): Contender {
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
      const result = await generateText({
        model: openai.chat(MODEL),
        instructions: INSTRUCTIONS,
        messages,
        tools,
        stopWhen: isStepCount(1),
      });
      if (result.toolCalls.length !== 1) throw new Error(`The model made ${result.toolCalls.length} calls.`);
      messages.push(...result.response.messages);
      await redis.set(conversationKey(thread), messages);
    },
  };
}
