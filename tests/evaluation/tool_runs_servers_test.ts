// S8: tools of servers: of MCP alone, what a server that is away, optional or not authorized means, and that looking changes nothing; by HTTP,
// that an evaluation sends no request that is not asked for.

import assert from "node:assert/strict";
import * as z from "zod";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { EFFECTS } from "../../src/core/tool.ts";
import { defineEvaluation } from "../../src/evaluation/define.ts";
import { httpTool } from "../../src/plugins/http_tools/mod.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { modelByInput } from "./_models.ts";
import { runEvaluation } from "./_run.ts";
import { evaluations } from "../../src/evaluation/mod.ts";
import { authorizations } from "../../src/plugins/mcp/authorizations/mod.ts";
import { mcpServer } from "../../src/plugins/mcp/client/mod.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import { createTestApp, json } from "../http/_app.ts";
import { serveAuthorization } from "../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../support/mcp/server.ts";

const look = { name: "look", description: "", schema: z.object({}), run: () => words("seen") };

function deployment(url: string) {
  const settings = { url, oauth: {}, approval: "never" } as const;
  const needed = mcpServer({ ...settings, name: "srv" });
  const optional = mcpServer({ ...settings, name: "opt", optional: true });
  const away = mcpServer({ name: "away", url: "http://127.0.0.1:9/mcp", optional: true });
  const app = createTestApp({
    agents: [
      defineAgent({ name: "needs", driver: "scripted", toolSources: [needed] }),
      defineAgent({ name: "may", driver: "scripted", toolSources: [optional, away] }),
    ],
    plugins: [authorizations(), evaluations()],
    env: {
      TREADLE_PUBLIC_URL: "https://agents.example.com",
      TREADLE_SEAL_SECRETS: "a-secret-of-the-test-of-32-characters",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    },
  });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await app.send(method, path, body);
    return { status: response.status, ...JSON.parse(JSON.stringify(await json(response))) };
  };
  const unlisted = async (agent: string) => (await ask("GET", `/v1/agents/${agent}/tools?user=ann`)).unlisted;
  const run = (agent: string, tool: string) =>
    ask("POST", `/v1/agents/${agent}/tools/${tool}/run`, { user: "ann" });
  const step = (thread: string) =>
    ask("POST", `/v1/threads/${thread}/steps`, { agent: "needs", user: "ann", input: "go" });
  const urlOf = (problem: { url?: string; details?: { url?: string } }) =>
    problem.details?.url ?? problem.url;
  return { ...app, ask, unlisted, run, step, urlOf };
}

Deno.test("S8: looking at the tools begins no authorization, and a run alone uses the one that a thread waits for", async () => {
  await using server = serveMcp("modern", [look]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const { unlisted, run, step, urlOf, fetch } = deployment(server.url);
  const [before, ...others] = await unlisted("needs");
  assert.deepEqual([before.server, before.code, before.url, others], [
    "srv",
    "authorization_required",
    undefined,
    [],
  ]);
  assert.equal(authorization.registrations, 0);
  const url = urlOf(await step("t1"));
  assert.ok(url);
  assert.equal((await unlisted("needs"))[0].url, url);
  const refused = await run("needs", "srv.look");
  assert.deepEqual([refused.status, refused.code, urlOf(refused)], [409, "authorization_required", url]);
  const back = await authorization.agree(url, "ann");
  assert.equal((await fetch(new Request(back))).status, 200, "the thread's own link still counts");
  assert.deepEqual((await run("needs", "srv.look")).outcome, "completed");
  assert.deepEqual(await unlisted("needs"), []);
  authorization.expireAll();
  authorization.revoke("ann");
  const lost = await run("needs", "srv.look");
  assert.deepEqual([lost.code, typeof urlOf(lost)], ["authorization_required", "string"]);
});

Deno.test("S8: an optional server that is away or not authorized is named, and a run of its tool says why", async () => {
  await using server = serveMcp("modern", [look]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const { unlisted, run } = deployment(server.url);
  const codes = (await unlisted("may")).map(({ server, code }: Record<string, string>) =>
    `${server} ${code}`
  );
  assert.deepEqual(codes, ["opt authorization_required", "away tools_unavailable"]);
  const away = await run("may", "away.look");
  assert.deepEqual([away.status, away.code], [503, "tools_unavailable"]);
  const refused = await run("may", "opt.look");
  assert.deepEqual([refused.status, refused.code], [409, "authorization_required"]);
});

Deno.test("S8: a tool alone of a catalogue that is not published, and of a server without keys for secrets, says so", async () => {
  await using server = serveMcp("modern", [look]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const settings = { url: server.url, oauth: {}, approval: "never" } as const;
  const { send } = createTestApp({
    agents: [
      defineAgent({ name: "selects", driver: "scripted", selection: toolSelection({ catalogue: "shop" }) }),
      defineAgent({
        name: "needs",
        driver: "scripted",
        toolSources: [mcpServer({ ...settings, name: "srv" })],
      }),
    ],
    plugins: [authorizations(), evaluations()],
    env: { TREADLE_PUBLIC_URL: "https://agents.example.com", TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1" },
  });
  const run = async (agent: string, tool: string) =>
    (await json(await send("POST", `/v1/agents/${agent}/tools/${tool}/run`, {}))).code;
  assert.equal(await run("selects", "refund"), "catalogue_unknown");
  const list = await send("GET", "/v1/agents/selects/tools");
  const { tools, unlisted } = JSON.parse(JSON.stringify(await json(list)));
  assert.deepEqual([list.status, tools, unlisted.length], [200, [], 1]);
  const [catalogue] = unlisted;
  assert.deepEqual([catalogue.server, catalogue.code, catalogue.url], [null, "catalogue_unknown", undefined]);
  assert.match(catalogue.message, /shop/);
  assert.equal(await run("needs", "srv.look"), "secrets_not_configured");
});

Deno.test("S8: a tool that a server runs by HTTP sends no request in an evaluation that does not name it, and none that is once or that people approve", async () => {
  const model = modelByInput({ "Pay Ann": scenario().calls("pay", { to: "ann" }).next().says("Paid.") });
  for (const effect of EFFECTS) {
    for (const needsApproval of [false, true]) {
      for (const real of [[], ["pay"]]) {
        let requests = 0;
        const url = "https://bank.example.com/pay";
        const overHttp = httpTool({
          name: "pay",
          description: "Pays.",
          parameters: ["to"],
          url,
          effect,
          needsApproval,
        });
        const isRefused = real.length > 0 && (effect === "once" || needsApproval);
        const evaluate = () =>
          runEvaluation(defineEvaluation({
            name: "effects",
            agent: defineAgent({
              name: "payer",
              model: "scripted/m",
              instructions: "Pay.",
              tools: [overHttp],
            }),
            deployment: { providers: [model], fetch: () => Promise.resolve(Response.json(++requests)) },
            cases: [{ input: "Pay Ann" }],
            real,
          }));
        if (isRefused) assert.throws(evaluate, /pay is to run for real, and/);
        else await evaluate();
        assert.equal(
          requests,
          isRefused ? 0 : real.length,
          `${effect}, approval ${needsApproval}: ${real.join()}`,
        );
      }
    }
  }
});
