// Agents whose tools misbehave, in the place of functions/agents/mod.ts.

import { type Agent, defineAgent, defineTool } from "../../../src/mod.ts";

const rejects = defineTool({
  name: "rejects",
  description: "Leaves a promise behind that rejects after the call has returned.",
  parameters: { type: "object", properties: {} },
  effect: "pure",
  run: () => {
    setTimeout(() => void Promise.reject(new Error("left behind: secret words")), 20);
    return "ok";
  },
});

const throws = defineTool({
  name: "throws",
  description: "Leaves a timer behind that throws after the call has returned.",
  parameters: { type: "object", properties: {} },
  effect: "pure",
  run: () => {
    setTimeout(() => {
      throw new TypeError("left behind: secret words");
    }, 20);
    return "ok";
  },
});

export const agents: Agent[] = [
  defineAgent({ name: "leaky", instructions: "You do what you are told.", tools: [rejects, throws] }),
];
