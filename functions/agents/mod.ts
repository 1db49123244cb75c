// The agents that are served: those written in TypeScript, and those that `deno task agents` compiled from YAML.

import type { Agent } from "@treadle/treadle";
import { compiledAgents } from "./_compiled.ts";
import { demo } from "./demo.ts";
import * as tools from "./tools.ts";

export const agents: Agent[] = [demo, ...compiledAgents(Object.values(tools))];
