// Public bug reports of tools that are found by a search: through the bridge, and by their names as a native search has them called.

import assert from "node:assert/strict";
import { whyNoTool } from "../../../src/agents/agent_parts.ts";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import type { Store } from "../../../src/core/store.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import { isolate, SHOP, tool as published } from "../../plugins/selection/catalogue/_catalogue.ts";
import { policyHost } from "../../plugins/policies/_host.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { reports } from "./_report.ts";

const REF = { tenant: "acme", thread: "t1" };
const DONE: ScriptedPlan = { says: "Done." };
const START = Date.parse("2026-11-22T12:00:00Z");

/** How a model calls a tool that it has found. */
const FORMS: Readonly<Record<string, (name: string, args: JsonObject) => ScriptedPlan>> = {
  bridged: (name, args) => ({ calls: [{ tool: "call_tool", args: { name, arguments: args } }] }),
  native: (name, args) => ({ calls: [{ tool: name, args }] }),
};

const search = (query: string): ScriptedPlan => ({ calls: [{ tool: "search_tools", args: { query } }] });

interface SceneOptions extends Partial<AgentDefinition> {
  readonly catalogue: readonly Tool[];
  readonly store?: Store;
  readonly clock?: () => number;
}

/** These plans one after the other, however much of the thread has its summary. */
function inOrder(...plans: readonly ScriptedPlan[]): PlanScript {
  let next = 0;
  return () => plans[next++] ?? assert.fail("There is no further plan.");
}

/** An agent that has these tools by a search alone. */
function searching(
  scenario: PlanScript,
  { catalogue, store = createMemoryStore(), clock = Date.now, ...change }: SceneOptions,
): Lab {
  const own = defineTool({ name: "glance", description: "Glances.", effect: "pure", run: () => "seen" });
  const selection = toolSelection({ tools: catalogue, selector: byWords(), offer: 1 });
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "scripted",
    tools: [own],
    selection,
    ...change,
  });
  return createLab({ agents: [agent], scenario, store, host: policyHost(), deps: { clock } });
}

/** A tool of the catalogue that notes what it runs with. */
function found(name: string, ran: JsonObject[], more: object = {}): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect: "once",
    parameters: { type: "object", properties: { q: { type: "number" } } },
    run(args: JsonObject) {
      ran.push(args);
      return "done";
    },
    ...more,
  });
}

async function toolEntries(lab: Lab): Promise<readonly ToolEntry[]> {
  return (await lab.history()).filter((entry): entry is ToolEntry => entry.type === "tool");
}

/** Two entries stay as they are; what is older has its summary. */
const COMPACTION = { afterEntries: 3, keepEntries: 2, summarize: () => "Earlier." };

for (const [form, call] of Object.entries(FORMS)) {
  reports<{ steps: string[] }>(
    "kirocrew-8082",
    `${form}: a tool that was found is callable behind a compaction, and is found again`,
    async ({ steps }) => {
      assert.deepEqual(steps, ["search -> X", "call X", "compaction", "call X", "search -> X"]);
      const ran: JsonObject[] = [];
      const lab = searching(
        inOrder(search("dig"), call("dig", { q: 1 }), DONE, call("dig", { q: 2 }), DONE, search("dig"), DONE),
        { catalogue: [found("mow", []), found("dig", ran)], compaction: COMPACTION },
      );
      for (const input of ["mow", "again", "and now?"]) {
        const { answer } = await lab.run({ input, until: "done" });
        assert.equal(answer.error, undefined);
      }
      const kinds = (await lab.history()).map(({ type }) => type);
      assert.ok(kinds.indexOf("summary") < kinds.lastIndexOf("tool"), kinds.join());
      assert.deepEqual(ran, [{ q: 1 }, { q: 2 }]);
      const [first, , , again] = await toolEntries(lab);
      for (const entry of [first, again]) {
        assert.equal(entry?.name, "search_tools");
        assert.match(JSON.stringify(entry?.output), /"name":"dig"/);
      }
    },
  );

  reports<{ steps: string[] }>(
    "mastra-24787",
    `${form}: a tool that was found runs when it is approved a quarter of an hour later in another isolate`,
    async ({ steps }) => {
      assert.deepEqual(steps, ["search -> X", "call X (waits)", "new isolate, 15 min", "approve"]);
      for (const compaction of [undefined, COMPACTION]) {
        const ran: JsonObject[] = [];
        let now = START;
        const store = createMemoryStore({ clock: () => now });
        const scenario = inOrder(search("dig"), search("dig"), call("dig", { q: 1 }), DONE);
        const options = { store, clock: () => now, ...(compaction === undefined ? {} : { compaction }) };
        const open = (): Lab =>
          searching(scenario, {
            ...options,
            catalogue: [found("mow", []), found("dig", ran, { needsApproval: true })],
          });
        const first = open();
        await first.run({ input: "mow", until: "done" });
        const summaries = (await first.history()).filter(({ type }) => type === "summary").length;
        assert.equal(summaries > 0, compaction !== undefined);
        assert.deepEqual(ran, []);
        now += 15 * 60_000;
        const second = open();
        const { calls: [waiting] } = await readThread(REF, second.deps);
        assert.equal(waiting?.name, "dig");
        await decideApproval(REF, waiting.id, { by: "ann", approved: true, via: "api" }, second.deps);
        const { answer } = await second.run({ until: "done" });
        assert.deepEqual([answer.error, answer.output, ran], [undefined, "Done.", [{ q: 1 }]]);
      }
    },
  );
}

reports<{ call: { name: string; arguments: string }; found: string[] }>(
  "pydantic-ai-7271",
  "a tool that was not found runs by the rules of one that was: arguments, policies and approvals are judged",
  async ({ call: { name, arguments: args }, found: names }) => {
    assert.deepEqual(names, []);
    const guessed: ScriptedPlan = { calls: [{ tool: name, args }] };
    const numbers = {
      parameters: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
    };
    const texts = {
      parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    };
    const rules = [{ type: "after" as const, tool: name, after: "glance" }];
    const cases = [
      [numbers, {}, "completed"],
      [texts, {}, "failed invalid_arguments"],
      [numbers, { policy: { rules } }, "blocked failed"],
      [{ ...numbers, needsApproval: true }, {}, "waits"],
    ] as const;
    for (const [more, change, expected] of cases) {
      const ran: JsonObject[] = [];
      const lab = searching([guessed, DONE], {
        catalogue: [found("mow", []), found(name, ran, more)],
        ...change,
      });
      await lab.run({ input: "mow", until: "done" });
      const [entry] = await toolEntries(lab);
      const outcome = entry === undefined
        ? "waits"
        : [entry.outcome, entry.error?.kind].filter(Boolean).join(" ");
      assert.equal(outcome, expected);
      assert.deepEqual(ran, expected === "completed" ? [JSON.parse(args)] : []);
    }
    // What a tenant may not see is unknown, and the answer says nothing of its schema.
    const store = createMemoryStore({ clock: () => START });
    const time = { now: START };
    await isolate(store, time).publish(
      await published(name, "1.0.0", { tiers: ["pro"] }),
      await published("pack"),
    );
    const ran: JsonObject[] = [];
    const secret = {
      parameters: { type: "object", properties: { id: { type: "number" }, secret_field: {} } },
    };
    const catalogue = { name: SHOP.name, facts: () => ({}) };
    const selection = toolSelection({
      tools: [found(name, ran, secret), found("pack", [])],
      catalogue,
      selector: byWords(),
    });
    const hidden = createLab({
      agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", selection })],
      scenario: [guessed, search(name.replaceAll("_", " ")), DONE],
      store,
      deps: {
        clock: () => START,
        sources: {
          store,
          clock: () => START,
          log: () => {},
          env: {},
          check: whyNoTool,
          sealSecrets: [],
          outbound: { fetch, allowPrivate: [], log: () => {} },
          sleep: () => Promise.resolve(),
          random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
        },
      },
    });
    await hidden.run({ input: "hello", until: "done" });
    const [entry] = await toolEntries(hidden);
    assert.deepEqual([entry?.outcome, entry?.error?.kind, ran], ["failed", "unknown_tool", []]);
    assert.doesNotMatch(JSON.stringify(await toolEntries(hidden)), /secret_field/);
  },
);

reports<{ calls: { name: string; arguments?: Json }[] }>(
  "hermes-evolution-1170",
  "arguments of the bridge that are empty, null, absent or a text of JSON are those of the call",
  async ({ calls }) => {
    const ran: Record<string, JsonObject[]> = { health: [], look: [] };
    const plans = calls.map((call): ScriptedPlan => ({
      calls: [{ tool: "call_tool", args: { ...call } }],
    }));
    const lab = searching([...plans, DONE], {
      catalogue: [
        found("mow", []),
        found("health", ran.health ?? [], { parameters: { type: "object", properties: {} } }),
        found("look", ran.look ?? []),
      ],
    });
    await lab.run({ input: "mow", until: "done" });
    const entries = await toolEntries(lab);
    assert.deepEqual(
      entries.map(({ name, outcome }) => [name, outcome]),
      calls.map(({ name }) => [name, "completed"]),
    );
    assert.deepEqual(ran, {
      health: calls.filter(({ name }) => name === "health").map(() => ({})),
      look: [{ q: 1 }],
    });
  },
);
