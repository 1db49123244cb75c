// An agent that takes its time, in a time that runs faster: leases of workers that vanish run out while a test waits.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import type { Block } from "../../../src/core/entry.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";

/** Time runs so many times as fast. */
const PACE = 50;

const startedAt = Date.now();

export const clock = () => startedAt + Math.round(performance.now() * PACE);
export const pause = (ms: number, signal?: AbortSignal) => sleep(ms / PACE, signal);

/**
 * Says something, waits, and says the rest: a cancelled plan has what was said so far. The answer to `work` calls a tool, the one to `sign` a
 * tool that people approve, the one to `order` a tool whose result comes later. No two plans say the same.
 */
export function createSlowDriver(): Driver {
  let count = 0;
  return {
    ...createScriptedDriver([]),
    async plan({ history: { entries }, io: { signal }, modelRef }, emit) {
      const input = entries.findLast((entry) => entry.type === "user");
      const asked = input?.type === "user" ? input.text : "";
      const number = ++count;
      let text = "";
      const say = (piece: string) => {
        text += piece;
        emit({ type: "text.delta", block: 0, text: piece });
      };
      emit({ type: "text.started", block: 0 });
      say(`Plan ${number} `);
      await pause(500, signal).catch(() => {});
      if (!signal.aborted) say(`is to ${asked}.`);
      emit({ type: "text.ended", block: 0 });
      const blocks: Block[] = [{ type: "text", text }];
      const tool = { work: "work", sign: "sign", order: "order" }[asked.split(" ")[0] ?? ""];
      if (tool !== undefined && !signal.aborted && entries.at(-1)?.type === "user") {
        const call = { block: 1, callId: `call_${number}`, name: tool };
        emit({ type: "call.started", ...call });
        emit({ type: "call.ready", ...call, args: "{}", readiness: "ready" });
        blocks.push({ type: "call", id: call.callId, name: tool, args: "{}" });
      }
      const usage = { inputTokens: 0, outputTokens: 0 };
      return { blocks, finish: blocks.length > 1 ? "calls" : "stop", usage, model: modelRef };
    },
  };
}

export const slowAgent = defineAgent({
  name: "slow",
  driver: "scripted",
  tools: [
    defineTool({
      name: "work",
      description: "Works.",
      effect: "pure",
      run: async (_args, { signal }) => {
        await pause(400, signal);
        return "worked";
      },
    }),
    defineTool({ name: "sign", description: "Signs.", needsApproval: true, run: () => "signed" }),
    defineTool({
      name: "order",
      description: "Orders.",
      effect: "once",
      run: (_args, context) => context.defer({ ref: "order", expiresInMs: 3_600_000 }),
    }),
  ],
});
