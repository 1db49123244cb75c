// Mastra as its documentation has it for an agent with memory in Upstash: Agent, Memory and UpstashStore, registered with Mastra. All
// of the history is in the prompt, as with the others; by default it is the last 10 messages.

import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createDurableAgent } from "@mastra/core/agent/durable";
import { createTool } from "@mastra/core/tools";
import { Memory } from "@mastra/memory";
import { UpstashStore } from "@mastra/upstash";
import {
  type Addresses,
  INSTRUCTIONS,
  lookUpOrder,
  MODEL,
  MODEL_KEY,
  QUESTION,
  TENANT,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  toolParameters,
} from "../lab/workload.ts";
import type { ContenderFactory } from "./contender.ts";

export const createMastraTurns: ContenderFactory = (addresses) => {
  const { orders, storage } = partsOf(addresses);
  const agent = new Mastra({ agents: { orders }, storage, logger: false }).getAgent("orders");
  return {
    async step(thread) {
      const { text, toolCalls, steps } = await agent.generate(QUESTION, optionsOf(thread));
      assertTurn(steps.length, toolCalls.length, text);
    },
  };
};

/** A durable agent keeps a snapshot of its run where recovery after a crash is on. */
export const createMastraDurableTurns: ContenderFactory = (addresses) => {
  const { orders, storage } = partsOf(addresses);
  const agent = createDurableAgent({ agent: orders });
  new Mastra({ agents: { orders: agent }, storage, logger: false, recovery: { durableAgents: "auto" } });
  return {
    async step(thread) {
      const { output, cleanup } = await agent.stream(QUESTION, optionsOf(thread));
      const { text, toolCalls, steps } = await output.getFullOutput();
      cleanup();
      assertTurn(steps.length, toolCalls.length, text);
    },
  };
};

function partsOf({ redisUrl, redisToken, modelUrl }: Addresses) {
  Deno.env.set("MASTRA_TELEMETRY_DISABLED", "1"); // reports of use go to Mastra
  const storage = new UpstashStore({ id: "bench", url: redisUrl, token: redisToken });
  const orders = new Agent({
    id: "orders",
    name: "orders",
    instructions: INSTRUCTIONS,
    model: { id: `openai/${MODEL}`, url: modelUrl, apiKey: MODEL_KEY },
    tools: {
      [TOOL_NAME]: createTool({
        id: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        inputSchema: toolParameters,
        execute: async (input) => lookUpOrder(input),
      }),
    },
    memory: new Memory({ options: { lastMessages: Number.MAX_SAFE_INTEGER } }),
  });
  return { orders, storage };
}

function optionsOf(thread: string) {
  return { memory: { thread, resource: TENANT } };
}

function assertTurn(steps: number, calls: number, text: string): void {
  if (steps !== 2 || calls !== 1 || text === "") {
    throw new Error(`The turn had ${steps} steps with ${calls} calls: ${text}`);
  }
}
