// Row C4: tools that an API has refused, in the state of a thread, beside a version that knows features alone. Its modules run in this process, on
// the store of this version.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { StepRequest } from "../../../src/kernel/request.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { caseOf, statuses } from "../../wire/reports/session.ts";
import { releasedTree, type Tree } from "../integration/rolling/_tree.ts";

/** Knows features alone that a model lacks, and no tool. */
export const BEFORE_TOOLS = "33f2fc69";

type Deploying = Pick<typeof import("../../../src/deps/create_deps.ts"), "createDeps">;
type Running = Pick<typeof import("../../../src/kernel/run.ts"), "startRun">;
type Defining = Pick<typeof import("../../../src/agents/define_agent.ts"), "defineAgent">;
type Registered = Pick<typeof import("../../../src/provider_registry.ts"), "PROVIDERS">;
const CURRENT = new URL("../../../", import.meta.url).href;

/** The modules of a tree that make a deployment. */
async function deploymentOf(root: string): Promise<Deploying & Running & Defining & Registered> {
  const named = root === CURRENT ? ["kernel/run", "provider_registry"] : ["runtime/run", "registry"];
  const modules = ["deps/create_deps", "agents/define_agent", ...named];
  return Object.assign({}, ...await Promise.all(modules.map((name) => import(`${root}src/${name}.ts`))));
}

function rootOf({ folder }: Tree): string {
  return `file://${folder}/`;
}

export async function meetRefusedTools(): Promise<void> {
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
  const tool = (name: string) => defineTool({ name, description: "", parameters: ["at"], run: () => "blue" });
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
}
