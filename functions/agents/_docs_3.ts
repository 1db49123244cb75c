// functions/agents/served.ts
import { compiledAgents } from "./_compiled.ts";
import * as tools from "./tools.ts";

export const agents = compiledAgents(Object.values(tools));
