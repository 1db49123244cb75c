// An agent whose tool runs until it is stopped, for a command that is interrupted.

import { defineAgent, defineTool, ToolError } from "../../../src/mod.ts";

const wait = defineTool({
  name: "wait",
  description: "Waits until the run is cancelled.",
  effect: "pure",
  timeoutMs: 60_000,
  run: (_args, { signal }) =>
    new Promise<string>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new ToolError("fatal", "The run was cancelled.")));
    }),
});

export const agents = [
  defineAgent({ name: "waiter", instructions: "You wait.", tools: [wait], toolChoice: "wait" }),
];
