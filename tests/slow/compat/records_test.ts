// Two things that are kept and have no number of a form, in both directions of a rolling deployment: tools that an API has refused, in the
// state of a thread, and what is kept of the authorizations of servers of tools. Modules of the older version run in this process, on the store
// of this one.

import assert from "node:assert/strict";
import * as z from "zod";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { StepRequest } from "../../../src/runtime/request.ts";
import type { SourcePorts } from "../../../src/core/tool/tool_source.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { serveAuthorization } from "../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../support/mcp/server.ts";
import { needs } from "../../support/requires.ts";
import { caseOf, statuses } from "../../wire/reports/session.ts";
import { released, releasedTree, type Tree } from "../integration/rolling/_tree.ts";

/** Knows features alone that a model lacks, and no tool. */
const BEFORE_TOOLS = "33f2fc69";

/** Has no address in the names of records and in states. */
const BEFORE_ADDRESSES = "a0e865ef";

type Deploying = Pick<typeof import("../../../src/deps/create_deps.ts"), "createDeps">;
type Running = Pick<typeof import("../../../src/runtime/run.ts"), "startRun">;
type Defining = Pick<typeof import("../../../src/agents/define_agent.ts"), "defineAgent">;
type Registered = Pick<typeof import("../../../src/registry.ts"), "PROVIDERS">;
type Serving = Pick<typeof import("../../../src/plugins/mcp/client/mod.ts"), "mcpServer">;

const CURRENT = new URL("../../../", import.meta.url).href;

/** The modules of a tree that make a deployment. */
async function deploymentOf(root: string): Promise<Deploying & Running & Defining & Registered> {
  const modules = ["deps/create_deps", "runtime/run", "agents/define_agent", "registry"];
  return Object.assign({}, ...await Promise.all(modules.map((name) => import(`${root}src/${name}.ts`))));
}

function rootOf({ folder }: Tree): string {
  return `file://${folder}/`;
}

needs(
  released(BEFORE_TOOLS),
  false,
  `C4: E13: what an API has refused of the tools of a thread is no harm to ${BEFORE_TOOLS}, and is found again behind it`,
  async () => {
    await using tree = await releasedTree(BEFORE_TOOLS, []);
    const wire = caseOf("anthropic");
    // The model refuses one feature, and one tool as long as it does.
    let isRefused = true;
    await using server = await wire.start({
      reply: ({ tools, body }) => {
        const at = tools.indexOf("odd");
        if (at >= 0 && isRefused) {
          return { status: 400, error: { message: `tools.${at}.custom.input_schema: is invalid` } };
        }
        if (/"temperature"/.test(JSON.stringify(body))) {
          return { status: 400, error: { message: "`temperature` is deprecated for this model" } };
        }
        return { text: "It is blue." };
      },
    });
    const store = createMemoryStore();
    const tool = (name: string) =>
      defineTool({ name, description: "", parameters: ["at"], run: () => "blue" });
    const runIn = async (
      root: string,
      settings: { readonly temperature?: number } = {},
    ) => {
      const { createDeps, startRun, defineAgent, PROVIDERS } = await deploymentOf(root);
      const agent = defineAgent({
        name: "a",
        model: `${wire.provider}/${wire.model}`,
        tools: ["odd", "look"].map(tool),
        settings: { ...wire.settings, ...settings },
      });
      const deps = createDeps({
        plugins: [],
        registry: PROVIDERS,
        env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
        ...(wire.fetch === undefined ? {} : { fetch: wire.fetch(server) }),
        agents: [agent],
        log: () => {},
        stores: { test: () => store },
      });
      const request: StepRequest = {
        ref: { tenant: "acme", thread: "t1" },
        agent: "a",
        inputs: ["What colour?"],
        until: "done",
        toolChoice: undefined,
        toolResults: [],
        busy: "reject",
        resumable: false,
      };
      const before = server.requests.length;
      const started = await startRun(request, deps);
      if (started.type !== "running") return assert.fail(started.type);
      const { error, thread } = await started.run(() => {});
      return { code: error?.code, status: thread.status, sent: statuses(server).slice(before) };
    };
    const learned = async () => {
      const { header } = await store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
      return JSON.parse(header.state).learned?.features ?? [];
    };
    assert.deepEqual(await runIn(CURRENT), { code: undefined, status: "done", sent: [400, 200] });
    const [kept, ...others] = await learned();
    assert.match(kept, /^tool:odd [0-9a-f]{16}$/);
    assert.deepEqual(others, []);
    // The older version sends the tool and fails as it did before; what it does not know of the thread it leaves there.
    assert.deepEqual(await runIn(rootOf(tree)), {
      code: "model_invalid_request",
      status: "failed",
      sent: [400],
    });
    assert.deepEqual(await learned(), [kept]);
    assert.deepEqual(await runIn(CURRENT), { code: undefined, status: "done", sent: [200] });
    // What the older version learns of features takes the place of the tool: this one learns the tool once more, and keeps both.
    const warm = { temperature: 0.5 };
    isRefused = false;
    assert.deepEqual((await runIn(rootOf(tree), warm)).sent, [400, 200]);
    assert.deepEqual(await learned(), ["temperature"]);
    isRefused = true;
    assert.deepEqual((await runIn(CURRENT, warm)).sent, [400, 200]);
    assert.deepEqual(await learned(), ["temperature", kept]);
    // What of it the older version knows, it leaves out.
    isRefused = false;
    assert.deepEqual((await runIn(rootOf(tree), warm)).sent, [200]);
  },
);

needs(
  released(BEFORE_ADDRESSES),
  false,
  `E10: E13: what ${BEFORE_ADDRESSES} keeps of authorizations is used by none of this version, and the other way round, and neither harms the other`,
  async () => {
    await using tree = await releasedTree(BEFORE_ADDRESSES, []);
    const tool = { name: "look", description: "", schema: z.object({}), run: () => words("seen") };
    await using server = serveMcp("modern", [tool]);
    await using authorization = serveAuthorization();
    authorization.protect(server);
    const log = () => {};
    const ports: SourcePorts = {
      store: createMemoryStore(),
      outbound: { fetch, allowPrivate: ["127.0.0.1"], log },
      clock: Date.now,
      sleep,
      random: (count) => crypto.getRandomValues(new Uint8Array(count)),
      sealSecrets: ["a secret of the test with 32 characters"],
      log,
      env: { TREADLE_PUBLIC_URL: "https://agents.example.com/" },
    };
    const isolateOf = async (root: string) => {
      const { mcpServer }: Serving = await import(`${root}src/plugins/mcp/client/mod.ts`);
      const source = mcpServer({ name: "srv", url: server.url, oauth: {}, approval: "never" });
      const { begin, finish, forget } = source.authorization ?? assert.fail();
      const of = (user: string) => ({ tenant: "acme", user, thread: `of-${user}` });
      return {
        begin: (user: string) => begin(of(user), ports),
        finish: (back: URL) => finish(back.searchParams, ports),
        forget: (user: string) => forget(of(user), ports),
        async authorize(user: string) {
          const back = await authorization.agree(await begin(of(user), ports) ?? assert.fail(), user);
          assert.equal((await finish(back.searchParams, ports))?.thread, `of-${user}`);
        },
      };
    };
    const older = await isolateOf(rootOf(tree));
    const current = await isolateOf(CURRENT);

    // Tokens of the older version: this one has its user authorize again, and leaves them to the older one.
    await older.authorize("ann");
    const backOfAnn = await authorization.agree(await current.begin("ann") ?? assert.fail(), "ann");
    assert.equal(await older.begin("ann"), undefined);
    // The answer to what this version has begun, at an isolate of the older one: refused, and this one takes it still.
    await assert.rejects(older.finish(backOfAnn), { code: "authorization_failed" });
    assert.equal((await current.finish(backOfAnn))?.thread, "of-ann");
    assert.deepEqual([await current.begin("ann"), await older.begin("ann")], [undefined, undefined]);

    // The answer to what the older version has begun, at an isolate of this one: not its own, and the older one takes it still.
    const backOfBen = await authorization.agree(await older.begin("ben") ?? assert.fail(), "ben");
    assert.equal(await current.finish(backOfBen), undefined);
    assert.equal((await older.finish(backOfBen))?.thread, "of-ben");

    // Forgotten by this version, tokens of both are gone; by the older one those of this version stay, which it does not know.
    assert.equal(await current.forget("ann"), true);
    assert.notEqual(await older.begin("ann"), undefined);
    await current.authorize("ben");
    assert.equal(await older.forget("ben"), true);
    assert.equal(await current.begin("ben"), undefined);
    assert.deepEqual(authorization.refusals, []);
  },
);
