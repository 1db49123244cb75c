// An agent with a call whose result comes later, beside one that has its outcome at once.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import type { TestApp } from "../../http/_app.ts";

export const exporter = defineAgent({
  name: "exporter",
  driver: "scripted",
  tools: [
    defineTool({ name: "look", description: "Looks.", run: () => "seen" }),
    defineTool({
      name: "export_records",
      description: "Exports, for hours.",
      run: (_args, context) => context.defer({ ref: "exp_7", expiresInMs: 7_200_000 }),
    }),
  ],
});

export const EXPORTS: readonly ScriptedPlan[] = [
  { says: "I see.", calls: [{ tool: "look" }, { tool: "export_records" }] },
  { says: "Done." },
];

/** Brings the result of the deferred call of the thread c1. */
export async function complete(app: TestApp): Promise<number> {
  const { calls } = await (await app.send("GET", "/v1/threads/c1")).json();
  const { id } = calls.find(({ state }: { state: string }) => state === "deferred");
  return (await app.send("POST", `/v1/threads/c1/calls/${id}/result`, { output: { rows: 12 } })).status;
}
