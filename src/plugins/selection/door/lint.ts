// GET /v1/tools/lint: the grades of the tools of a deployment.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import { Lru } from "../../../core/lru.ts";
import type { Tool } from "../../../core/tool.ts";
import type { SourcePorts } from "../../../core/tool/tool_source.ts";
import type { HttpEnv } from "../../../http/context.ts";
import type { Plugin } from "../../../http/plugin.ts";
import { query } from "../../../http/validate.ts";
import { CatalogueReader } from "../catalogue/reader.ts";
import { lintTools } from "../lint/lint_tools.ts";
import type { LintReport, LintTool } from "../lint/report.ts";
import { describeFields } from "../../../core/text/field_meanings.ts";

/** The tools of a tenant, and what their report is kept under. */
export interface LintedTools {
  /** Changes with the tools: the version of the tenant's catalogue. */
  readonly version: string;
  readonly tools: readonly LintTool[];
}

/** What the route lints. */
export interface LintParts {
  /** The agents of the deployment: the tools of their definitions. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** The catalogue of a tenant, undefined where the tenant has none; absent in a deployment without one. */
  catalogue?(tenant: string): LintedTools | undefined | Promise<LintedTools | undefined>;
  /** With which catalogues of the deployment's code are read; without it they are not graded. */
  readonly sources?: SourcePorts;
}

/** Most tools of one answer. */
const MOST_TOOLS = 1_000;

/** Of GET /v1/tools/lint. */
export const lintQuery = z.strictObject({
  limit: z.pipe(
    z._default(
      z.string().check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/, "must be a number from 1 to 1000")),
      "100",
    ),
    z.transform(Number),
  ),
});
/* @__PURE__ */ describeFields(lintQuery, { limit: "Most tools, the worst; 1 to 1,000, 100 by default" });

/** Reports that an isolate keeps, by tenant and version. */
const REPORTS = 8;

/**
 * The route `GET /v1/tools/lint?limit=100`: a {@link LintReport} over the tools of all agents, of catalogues in their code and of the tenant's catalogue, with the
 * `limit` worst tools, 1 to 1,000. It stands before a route with `/v1/tools/:name`. The scope is `read`.
 */
export function lintRoutes({ agents, catalogue, sources }: LintParts) {
  let own: readonly LintTool[] | undefined;
  const reports = new Lru<LintReport>(REPORTS);
  return new Hono<HttpEnv>().get("/v1/tools/lint", query(lintQuery), async (c) => {
    const { limit } = c.req.valid("query");
    own ??= [...listAgentTools(agents.values()), ...await listCodeCatalogues(agents.values(), sources)];
    const selected = await catalogue?.(c.var.tenant);
    const key = selected === undefined ? "" : JSON.stringify([c.var.tenant, selected.version]);
    const report = reports.get(key) ??
      lintTools([...own, ...selected?.tools ?? []], { mostTools: MOST_TOOLS });
    reports.set(key, report);
    return c.json({ ...report, tools: report.tools.slice(0, limit) });
  });
}

/** What {@link toolLint} takes. */
export interface ToolLintOptions {
  /** The catalogue of the tenant whose tools are graded beside those of the agents; none by default. */
  readonly catalogue?: string;
  /** The catalogues that this isolate has read: that of the door `catalogues()`. */
  readonly reader?: CatalogueReader;
}

/** The door of `GET /v1/tools/lint`: grades of the descriptions of all tools. Needs the scope `read`. */
export function toolLint({ catalogue: name, reader = new CatalogueReader() }: ToolLintOptions = {}): Plugin {
  return {
    name: "tool_lint",
    open({ deps }) {
      const { agents, sources, store, clock, log } = deps;
      const catalogue = async (tenant: string): Promise<LintedTools | undefined> => {
        try {
          const snapshot = await reader.open(tenant, name ?? "", undefined, { store, clock, log });
          return snapshot.catalogueFor({ now: clock() });
        } catch (thrown) {
          if (thrown instanceof AgentError && thrown.code === "catalogue_unknown") return undefined;
          throw thrown;
        }
      };
      return {
        routes: lintRoutes({ agents, sources, catalogue: name === undefined ? undefined : catalogue }),
      };
    },
  };
}

/** The tools of catalogues that are the deployment's own, each once. No prompt has all of them. */
async function listCodeCatalogues(
  agents: Iterable<Agent>,
  sources: SourcePorts | undefined,
): Promise<readonly LintTool[]> {
  const tools = new Set<Tool>();
  const thread = { metadata: {}, state: undefined, query: undefined };
  if (sources === undefined) return [];
  for (const { threadTools } of agents) {
    if (threadTools?.list === undefined || threadTools.settings?.catalogue !== undefined) continue;
    const request = { ref: { tenant: "", thread: "" }, user: undefined, named: [], thread };
    for (const tool of await threadTools.list(request, sources)) tools.add(tool);
  }
  return Array.from(tools, (tool) => toLintTool(tool));
}

/** The tools of agents, each definition once, with the agents that have it. */
export function listAgentTools(agents: Iterable<Agent>): readonly LintTool[] {
  const holders = new Map<Tool, string[]>();
  for (const { name, tools } of agents) {
    for (const tool of tools) holders.set(tool, [...(holders.get(tool) ?? []), name]);
  }
  return Array.from(holders, ([tool, agents]) => ({ ...toLintTool(tool), agents }));
}

function toLintTool({ name, description, parameters, effect, code, run }: Tool): LintTool {
  return {
    name,
    description,
    parameters,
    sendsByFetch: effect !== "pure" && callsFetch(code?.() ?? run.toString()),
  };
}

/** True for code that calls `fetch`, and takes none from its context. */
function callsFetch(code: string): boolean {
  return /(?<![.\w$])(?:globalThis\.)?fetch\s*\(/.test(code) && !/[{,]\s*fetch\s*[,}]/.test(code);
}
