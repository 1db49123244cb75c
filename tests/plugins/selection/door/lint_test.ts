// S9: GET /v1/tools/lint grades the tools of a deployment's agents and of a tenant's catalogue.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Json, JsonObject } from "../../../../src/core/json.ts";
import type { Effect, ToolContext } from "../../../../src/core/tool.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { CatalogueReader } from "../../../../src/plugins/selection/catalogue/reader.ts";
import {
  type LintedTools,
  lintRoutes,
  listAgentTools,
  toolLint,
} from "../../../../src/plugins/selection/door/lint.ts";
import { catalogues } from "../../../../src/plugins/selection/door/mod.ts";
import { lintTools } from "../../../../src/plugins/selection/lint/lint_tools.ts";
import { lintReport } from "../../../../src/plugins/selection/lint/report_schema.ts";
import { toolSelection } from "../../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../_by_words.ts";
import { describeRoutes } from "../../../../src/tasks/openapi/described_routes.ts";
import { createTestApp, KEY, OTHER_KEY } from "../../../http/_app.ts";

const tools = Array.from(
  { length: 22 },
  (_, index) =>
    defineTool({
      name: `desk.${index}`,
      description: `Send form${index} to desk${index}`,
      effect: "pure",
      run: () => null,
    }),
);
const clerk = defineAgent({ name: "clerk", model: "scripted/demo", tools });

function lintDoor(catalogue?: (tenant: string) => LintedTools): Plugin {
  return {
    name: "lint",
    open: ({ deps }) => ({ routes: lintRoutes({ agents: deps.agents, ...(catalogue && { catalogue }) }) }),
  };
}

async function read(response: Response) {
  assert.equal(response.status, 200);
  return lintReport.parse(await response.json());
}

Deno.test("S9: the tools of all agents are graded, each once, with the prompts that have too many", async () => {
  const { send } = createTestApp({ agents: [clerk], plugins: [lintDoor()] });
  const report = await read(await send("GET", "/v1/tools/lint"));
  const listed = await (await send("GET", "/v1/tools")).json();
  assert.equal(report.count, listed.tools.length);
  assert.deepEqual(report.prompts.map(({ agent, tools }) => [agent, tools]), [["clerk", 22]]);
  assert.ok(report.first.some(({ code, tools }) => code === "name_aliased" && tools === 22));
});

Deno.test("S9: a tenant reads the grades of its own catalogue, and a new version of it at once", async () => {
  let version = 1;
  const asked: string[] = [];
  const door = lintDoor((tenant) => {
    asked.push(tenant);
    const names = tenant === "acme" ? [`acme_v${version}`] : [];
    return {
      version: `${version}`,
      tools: names.map((name) => ({ name, description: "Find the acme", parameters: {} })),
    };
  });
  const { send } = createTestApp({ plugins: [door] });
  const has = async (name: string, headers = {}) =>
    (await read(await send("GET", "/v1/tools/lint", undefined, headers))).tools.some((tool) =>
      tool.name === name
    );
  assert.equal(await has("acme_v1"), true);
  assert.equal(await has("acme_v1", { authorization: `Bearer ${OTHER_KEY}` }), false);
  version = 2;
  assert.deepEqual([await has("acme_v1"), await has("acme_v2")], [false, true]);
  assert.deepEqual(asked, ["acme", "beta", "acme", "acme"]);
});

Deno.test("S9: limit has the worst tools alone, and a wrong one is refused", async () => {
  const { send } = createTestApp({ agents: [clerk], plugins: [lintDoor()] });
  const all = await read(await send("GET", "/v1/tools/lint"));
  const two = await read(await send("GET", "/v1/tools/lint?limit=2"));
  assert.deepEqual(two.tools, all.tools.slice(0, 2));
  assert.equal(two.count, all.count);
  for (const query of ["limit=0", "limit=1001", "limit=x", "most=2"]) {
    const refused = await send("GET", `/v1/tools/lint?${query}`);
    assert.deepEqual([refused.status, (await refused.json()).code], [422, "invalid_request"], query);
  }
});

Deno.test("S9: without a key there is no report, and without the door no route", async () => {
  const { send } = createTestApp({ plugins: [lintDoor()] });
  assert.equal(
    (await send("GET", "/v1/tools/lint", undefined, { authorization: "Bearer wrong-key-0123456789" })).status,
    401,
  );
  // The page of the API has the route of a deployment with the door.
  const { app } = createTestApp();
  const headers = { authorization: `Bearer ${KEY}` };
  assert.equal((await app.request("/v1/tools/lint", { headers })).status, 404);
});

Deno.test("S9: a tool with an effect is found whose code calls the platform's fetch, and not that of its context", () => {
  const url = "https://bank.example";
  const base = { name: "pay", description: "Pays.", parameters: [] } as const;
  type Run = (args: JsonObject, context: ToolContext) => Promise<Json>;
  const runs: readonly (readonly [Run, Effect, boolean])[] = [
    [async () => await (await fetch(url, { method: "POST" })).text(), "once", true],
    [() => globalThis.fetch(url).then((response) => response.status), "keyed", true],
    [async () => await (await fetch(url)).text(), "pure", false],
    [async (_args, { fetch }) => (await fetch(url)).status, "once", false],
    [async (_args, { env, fetch }) => [Object.keys(env), (await fetch(url)).status], "once", false],
    [async (_args, context) => (await context.fetch(url)).status, "once", false],
    [() => Promise.resolve("prefetch(1)"), "once", false],
  ];
  for (const [run, effect, isFound] of runs) {
    const agent = defineAgent({ name: "shop", tools: [defineTool({ ...base, effect, run })] });
    const { tools } = lintTools(listAgentTools([agent]));
    const codes = tools.flatMap(({ findings }) => findings.map(({ code }) => code));
    assert.equal(codes.includes("fetch_repeats"), isFound, String(run));
  }
});

Deno.test("S9: tools of catalogues in code are graded too, and a tenant without a catalogue has the rest of the report", async () => {
  const mow = defineTool({ name: "mow", description: "Mow", effect: "pure", run: () => "mown" });
  const selection = toolSelection({ tools: [mow], selector: byWords() });
  const agents = [
    clerk,
    ...["a", "b"].map((name) => defineAgent({ name, model: "scripted/demo", selection })),
  ];
  const reader = new CatalogueReader();
  const { send } = createTestApp({
    agents,
    plugins: [catalogues({ reader }), toolLint({ catalogue: "shop", reader })],
  });
  const names = async (headers = {}) => {
    const { tools } = await read(await send("GET", "/v1/tools/lint", undefined, headers));
    return tools.map(({ name }) => name).filter((name) => !name.startsWith("desk.")).sort();
  };
  assert.deepEqual((await names()).filter((name) => name === "mow"), ["mow"]);
  const refund = {
    id: "refund",
    name: "refund_order",
    version: "1.0.0",
    description: "Pays an order back.",
    parameters: { type: "object", properties: {} },
    effect: "keyed",
    source: { type: "code" },
  };
  assert.equal((await send("PUT", "/v1/catalogues/shop/tools", { tools: [refund] })).status, 200);
  assert.ok((await names()).includes("refund_order"));
  const other = await names({ authorization: `Bearer ${OTHER_KEY}` });
  assert.ok(other.includes("mow") && !other.includes("refund_order"), other.join());
});

Deno.test("S9: openapi.json has the route of the grades", () => {
  const route = describeRoutes().find(({ method, path }) => method === "GET" && path === "/v1/tools/lint");
  assert.equal(route?.operation.id, "lintTools");
});
