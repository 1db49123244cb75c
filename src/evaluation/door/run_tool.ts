// GET /v1/agents/:agent/tools: the tools of an agent. POST /v1/agents/:agent/tools/:tool/run: one of them, with given arguments.

import { Hono } from "hono/tiny";
import type { RunnableTools } from "../../core/contract/evaluations.ts";
import { resolveDecider, resolveUser } from "../../http/access/acting_user.ts";
import { assertScope } from "../../http/access/scopes.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { findAgent, toolView } from "../../http/routes/agents.ts";
import { body, param, query } from "../../http/validate.ts";
import { runToolAlone } from "../agents/run_tool_alone.ts";
import { listToolsAlone } from "../agents/tools_alone.ts";
import { runnableToolsPath, runnableToolsQuery, toolRunBody, toolRunPath } from "./schemas.ts";

/** Most tools of an answer: catalogues have thousands. */
const MOST_LISTED = 200;

/** The routes. They need the scope `manage`, and `decide` as well where the caller approves. */
export function toolRunRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get("/v1/agents/:agent/tools", param(runnableToolsPath), query(runnableToolsQuery), async (c) => {
      const { name: part = "", user } = c.req.valid("query");
      const agent = findAgent(deps.agents, c.req.valid("param").agent);
      const caller = { tenant: c.var.tenant, user: resolveUser(c.var, user) };
      const { found, unlisted } = await listToolsAlone(agent, caller, deps);
      const matching = found.filter(({ tool: { name } }) => name.toLowerCase().includes(part.toLowerCase()));
      const list: RunnableTools = {
        tools: matching.slice(0, MOST_LISTED).map(({ tool, source }) => ({ ...toolView(tool), source })),
        more: matching.length > MOST_LISTED ? true : undefined,
        unlisted: [...unlisted],
      };
      return c.json(list);
    })
    .post("/v1/agents/:agent/tools/:tool/run", param(toolRunPath), body(toolRunBody, deps), async (c) => {
      const { agent: agentName, tool } = c.req.valid("param");
      const { args, approve, user: named } = c.req.valid("json");
      if (approve) assertScope(c.var.scopes, "decide");
      const agent = findAgent(deps.agents, agentName);
      const user = resolveUser(c.var, named);
      // A caller with a user is one person: it answers for no other.
      const once = c.var.user !== undefined;
      const approval = approve ? { by: resolveDecider(c.var, undefined), once } : undefined;
      const run = runToolAlone({ tenant: c.var.tenant, user, agent, tool, args, approval }, deps);
      resolveDefer(c)(run.catch(() => {})); // it ends also when its caller has left
      return c.json(await run);
    });
}
