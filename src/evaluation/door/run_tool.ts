// POST /v1/agents/:agent/tools/:tool/run: one tool of an agent, with given arguments.

import { Hono } from "hono/tiny";
import { AgentError } from "../../core/error.ts";
import { assertScope } from "../../http/access/scopes.ts";
import { deferOf, type HttpDeps, type HttpEnv } from "../../http/context.ts";
import { body, param } from "../../http/validate.ts";
import { runToolAlone } from "../agents/run_tool_alone.ts";
import { toolRunBody, toolRunPath } from "./schemas.ts";

/** The route. It needs the scope `manage`, and `decide` as well where the caller approves. */
export function toolRunRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().post(
    "/v1/agents/:agent/tools/:tool/run",
    param(toolRunPath),
    body(toolRunBody, deps),
    async (c) => {
      const { agent: agentName, tool } = c.req.valid("param");
      const { args, approve } = c.req.valid("json");
      assertScope(c.var.scopes, "manage");
      if (approve) assertScope(c.var.scopes, "decide");
      const agent = deps.agents.get(agentName);
      if (agent === undefined) {
        throw new AgentError("agent_unknown", `There is no agent ${agentName}; see GET /v1/agents.`);
      }
      const run = runToolAlone({ tenant: c.var.tenant, agent, tool, args, approve }, deps);
      deferOf(c)(run.catch(() => {})); // it ends also when its caller has left
      return c.json(await run);
    },
  );
}
