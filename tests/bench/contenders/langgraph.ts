// LangGraph JS as its documentation has it for an agent whose threads outlive the process: createAgent of langchain, which is
// LangGraph's prebuilt agent, with a checkpointer.

import { ChatOpenAI } from "@langchain/openai";
import { Redis } from "@upstash/redis";
import { createAgent, tool } from "langchain";
import {
  INSTRUCTIONS,
  lookUpOrder,
  MODEL,
  MODEL_KEY,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  type ToolInput,
  toolParameters,
} from "../lab/workload.ts";
import type { ContenderFactory } from "./contender.ts";
import { UpstashSaver } from "./upstash_saver.ts";

export const createLangGraphTurns: ContenderFactory = ({ redisUrl, redisToken, modelUrl }) => {
  const redis = new Redis({ url: redisUrl, token: redisToken, automaticDeserialization: false });
  const agent = createAgent({
    model: new ChatOpenAI({ model: MODEL, apiKey: MODEL_KEY, configuration: { baseURL: modelUrl } }),
    tools: [
      tool((input: ToolInput) => JSON.stringify(lookUpOrder(input)), {
        name: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        schema: toolParameters,
      }),
    ],
    systemPrompt: INSTRUCTIONS,
    checkpointer: new UpstashSaver(redis),
  });
  return {
    async step(thread) {
      const input = { messages: [{ role: "user", content: QUESTION }] };
      const { messages } = await agent.invoke(input, { configurable: { thread_id: thread } });
      const [call, result, answer] = messages.slice(-3);
      if (messages.length % 4 !== 0 || call?.type !== "ai" || result?.type !== "tool" || !answer?.text) {
        throw new Error(`The turn ended with ${messages.map(({ type }) => type).slice(-4).join()}.`);
      }
    },
  };
};
