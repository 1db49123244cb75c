// One contender in its own process: `process.ts <contender>`. Commands: `run` steps and say what each took, `serve` over
// HTTP, `cpu` time used so far.

import process from "node:process";
import { answerCommands } from "../lab/process.ts";
import type { Addresses } from "../lab/workload.ts";
import { createAiSdk, createAiSdkStream, createAiSdkTurns } from "./ai_sdk.ts";
import type { Contender, ContenderFactory } from "./contender.ts";
import { createDirect } from "./direct.ts";
import { createFloor } from "./floor.ts";
import { createTreadle, createTreadleTurns } from "./treadle.ts";

const FACTORIES: Readonly<Record<string, ContenderFactory>> = {
  floor: createFloor,
  treadle: createTreadle,
  ai_sdk: createAiSdk,
  ai_sdk_stream: createAiSdkStream,
  direct: createDirect,
  treadle_turns: createTreadleTurns,
  ai_sdk_turns: createAiSdkTurns,
  // Loaded when asked for: what these packages make at their start is no part of the others' processes.
  langgraph_turns: async (addresses) => (await import("./langgraph.ts")).createLangGraphTurns(addresses),
  mastra_turns: async (addresses) => (await import("./mastra.ts")).createMastraTurns(addresses),
  mastra_durable_turns: async (addresses) =>
    (await import("./mastra.ts")).createMastraDurableTurns(addresses),
  openai_agents_turns: async (addresses) =>
    (await import("./openai_agents.ts")).createOpenAiAgentsTurns(addresses),
};

const name = Deno.args[0] ?? "";
let contender: Contender;
let server: Deno.HttpServer<Deno.NetAddr> | undefined;

await answerCommands({
  open: async (addresses: Addresses) => {
    const factory = FACTORIES[name];
    if (!factory) throw new Error(`There is no contender ${name}.`);
    contender = await factory(addresses);
  },
  run: async ({ threads }: { threads: readonly string[] }) => {
    const wallMs: number[] = [];
    const before = cpuMs();
    for (const thread of threads) {
      const start = performance.now();
      await contender.step(thread);
      wallMs.push(performance.now() - start);
    }
    return { wallMs, cpuMs: cpuMs() - before };
  },
  serve: () => {
    const { answer } = contender;
    if (!answer) throw new Error(`${name} does not serve.`);
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
    return { url: `http://127.0.0.1:${server.addr.port}` };
  },
  cpu: () => cpuMs(),
});
await server?.shutdown();
Deno.exit(0);

/** User and system time of all threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
