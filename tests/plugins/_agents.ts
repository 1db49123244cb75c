// The agents of the deployments of the kernel.

import { defineAgent } from "../../src/agents/define_agent.ts";

export const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
