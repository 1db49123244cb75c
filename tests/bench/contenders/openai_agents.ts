// OpenAI Agents as its documentation has it for conversations that outlive the process: run() with a Session, which here is a list
// in Redis, an item an element.

import {
  Agent,
  type AgentInputItem,
  OpenAIChatCompletionsModel,
  run,
  type Session,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { Redis } from "@upstash/redis";
import OpenAI from "openai";
import {
  INSTRUCTIONS,
  lookUpOrder,
  MODEL,
  MODEL_KEY,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  toolParameters,
} from "../lab/workload.ts";
import type { ContenderFactory } from "./contender.ts";

export const createOpenAiAgentsTurns: ContenderFactory = ({ redisUrl, redisToken, modelUrl }) => {
  setTracingDisabled(true); // traces go to OpenAI
  const redis = new Redis({ url: redisUrl, token: redisToken });
  const agent = new Agent({
    name: "orders",
    instructions: INSTRUCTIONS,
    model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL: modelUrl, apiKey: MODEL_KEY }), MODEL),
    tools: [
      tool({
        name: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        parameters: toolParameters,
        execute: (input) => lookUpOrder(input),
      }),
    ],
  });
  return {
    async step(thread) {
      const { newItems, finalOutput } = await run(agent, QUESTION, { session: sessionOf(thread, redis) });
      const types = newItems.map(({ type }) => type).join();
      if (!types.includes("tool_call_output_item") || !finalOutput) throw new Error(`The turn had ${types}.`);
    },
  };
};

function sessionOf(thread: string, redis: Redis): Session {
  const key = `session:${thread}`;
  return {
    getSessionId: () => Promise.resolve(thread),
    getItems: (limit) => redis.lrange<AgentInputItem>(key, limit === undefined ? 0 : -limit, -1),
    async addItems(items) {
      if (items.length > 0) await redis.rpush(key, ...items);
    },
    popItem: async () => await redis.rpop<AgentInputItem>(key) ?? undefined,
    async clearSession() {
      await redis.del(key);
    },
  };
}
