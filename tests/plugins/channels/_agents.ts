// The agent of the deployments that run on both runtimes: it answers what it was asked.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { channels, slack } from "../../../src/plugins/channels/mod.ts";

export const agents = [defineAgent({ name: "support", model: "scripted/demo" })];

export const plugins = [channels([slack({ agent: "support" })])];
