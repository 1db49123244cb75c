// K4, X5: a deployment without approvals has no tool that people approve, and no call waits for people in it.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { createScriptedDriver, type PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { standard } from "../../../src/plugins/standard.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import type { Store } from "../../../src/core/store.ts";
import { createLab, hostOf, type Lab } from "../../support/lab.ts";
import { byWords } from "../selection/_by_words.ts";

const REF = { tenant: "acme", thread: "t1" };
const DONE = { says: "Done." };
const ran: string[] = [];

function toolOf(name: string, more: Partial<Tool> = {}): Tool {
  const tool = defineTool({
    name,
    description: `Does ${name}.`,
    run: () => {
      ran.push(name);
      return `${name} done`;
    },
  });
  return { ...tool, ...more };
}

function agentOf(tools: readonly Tool[]): Agent {
  return defineAgent({ name: "payer", driver: "scripted", tools });
}

function deploy(tools: readonly Tool[], plugins: readonly Plugin[]) {
  return createDeps({
    env: { TREADLE_STORE: "memory" },
    agents: [agentOf(tools)],
    drivers: [createScriptedDriver([])],
    providers: [scripted],
    plugins,
    log: () => {},
  });
}

/** What the start of a deployment with these plugins says. */
function startOf(tools: readonly Tool[], plugins: readonly Plugin[]): string {
  try {
    deploy(tools, plugins);
    return "started";
  } catch (thrown) {
    return `${Reflect.get(Object(thrown), "code")}: ${Reflect.get(Object(thrown), "message")}`;
  }
}

const LINE = "and the deployment has no plugin that reads it: " +
  'import { approvals } from "@treadle/treadle/approvals", and add approvals() to plugins.';

Deno.test("E9, X5: a tool that people approve or answer is refused at start with the line to add", () => {
  const pay = toolOf("pay", { needsApproval: true });
  const rules = toolOf("pay", { needsApproval: [(args) => args.amount === 1] });
  const brings = definePlugin({ name: "brings", compile: () => ({ tools: [pay] }) });
  const refused = `config_invalid: Agent "payer" has the tool pay, which people approve, ${LINE}`;
  assert.equal(startOf([pay], []), refused);
  assert.equal(startOf([rules], [chat()]), refused);
  assert.equal(startOf([], [brings]), refused);
  assert.equal(
    startOf([askUser()], []),
    `config_invalid: Agent "payer" has the tool ask_user, which asks people, ${LINE}`,
  );
  for (const plugins of [[approvals()], standard()]) {
    assert.equal(startOf([pay, askUser()], plugins), "started");
    assert.equal(startOf([], [...plugins, brings]), "started");
  }
  assert.equal(startOf([toolOf("search")], []), "started");
});

/** A lab of an agent, and the codes in its log. */
function labOf(
  plugins: PluginHost,
  scenario: PlanScript,
  agent: Partial<Agent>,
  store?: Store,
): { readonly lab: Lab; readonly codes: string[] } {
  ran.length = 0;
  const codes: string[] = [];
  const lab = createLab({
    agents: [{ ...agentOf([toolOf("search"), toolOf("pay")]), ...agent }],
    scenario,
    deps: { plugins, log: (_level, _message, { code } = {}) => code && codes.push(String(code)) },
    ...(store && { store }),
  });
  return { lab, codes };
}

async function outcomesOf(lab: Lab): Promise<string[]> {
  const entries = await lab.history();
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool")
    .map(({ name, outcome, error }) => `${name} ${outcome}: ${error?.message ?? ""}`);
}

Deno.test("K3, K4: a plugin that holds a call where no plugin asks people has failed, the call is refused, and the others run", async () => {
  const holds = definePlugin({
    name: "holds",
    compile: () => ({
      judge: (calls, when) =>
        when === "acting" ? undefined : new Map(
          calls.filter(({ name }) => name === "pay").map((
            { id },
          ) => [id, { hold: {}, because: "it is money" }]),
        ),
    }),
  });
  const both: PlanScript = [{ calls: [{ tool: "search" }, { tool: "pay" }] }, DONE];
  const { lab, codes } = labOf(new PluginHost([holds]), both, {});
  const { answer } = await lab.run({ input: "Pay.", until: "done" });
  assert.equal(answer.thread.status, "done");
  assert.deepEqual(await outcomesOf(lab), [
    "search completed: ",
    "pay blocked: The plugin holds cannot say whether the call may run.",
  ]);
  assert.deepEqual([ran, codes], [["search"], ["plugin_failed"]]);

  const asking = labOf(hostOf(holds), both, {});
  const held = await asking.lab.run({ input: "Pay.", until: "done" });
  assert.deepEqual([held.answer.thread.waitsFor, asking.codes], ["approval", []]);
});

const UNASKED = "It needs an approval, and no plugin of the deployment asks people.";
const MOW: PlanScript = [{
  calls: [{ tool: "call_tool", args: JSON.stringify({ name: "mow", arguments: {} }) }],
}, DONE];

/** An agent with the tool `mow` of a catalogue. */
function gardener(needsApproval: boolean): Partial<Agent> {
  const mow = toolOf("mow", { needsApproval });
  const { threadTools } = defineAgent({
    name: "payer",
    driver: "scripted",
    tools: [],
    selection: toolSelection({ tools: [mow, toolOf("dig")], selector: byWords(), offer: 1 }),
  });
  return threadTools === undefined ? {} : { threadTools };
}

Deno.test("K4, S6, X5: a tool of a catalogue that people approve runs where they are asked, and nowhere else", async () => {
  const without = labOf(new PluginHost([]), MOW, gardener(true));
  await without.lab.run({ input: "dig", until: "done" });
  assert.deepEqual([await outcomesOf(without.lab), ran], [[`mow blocked: ${UNASKED}`], []]);

  const { lab } = labOf(hostOf(), MOW, gardener(true));
  await lab.run({ input: "dig", until: "done" });
  const [call] = (await readThread(REF, lab.deps)).calls;
  assert.equal(call?.state, "approval");
  await decideApproval(REF, call?.id ?? "", { approved: true, by: "ann", via: "api" }, lab.deps);
  await lab.run({ until: "done" });
  assert.deepEqual([await outcomesOf(lab), ran], [["mow completed: "], ["mow"]]);
});

Deno.test("K4, X5: a plugin that says it asks people, and judges no calls, lets no call run that needs an approval", async () => {
  const silent = { name: "silent", asksPeople: true };
  const shy = { ...silent, compile: () => ({ mayStep: () => undefined }) };
  const shadow = { ...silent, compile: () => ({ shadow: true as const, judge: () => new Map() }) };
  for (const plugin of [silent, shy, shadow]) {
    const { lab } = labOf(new PluginHost([plugin]), [{ calls: [{ tool: "pay" }] }, DONE], {
      tools: [toolOf("pay", { needsApproval: true })],
    });
    await lab.run({ input: "Pay.", until: "done" });
    assert.deepEqual([await outcomesOf(lab), ran], [[`pay blocked: ${UNASKED}`], []]);
  }
});

Deno.test("K4, X5: a call that was planned without an approval does not run once its tool needs one, with the plugin and without it", async () => {
  for (const [plugins, why] of [[new PluginHost([]), UNASKED], [hostOf(), "not approved."]] as const) {
    const before = labOf(new PluginHost([]), MOW, gardener(false));
    await before.lab.run({ input: "dig" });
    const { lab } = labOf(plugins, MOW, gardener(true), before.lab.store);
    await lab.run({ until: "done" });
    assert.deepEqual([await outcomesOf(lab), ran], [[`mow denied: ${why}`], []]);
  }
});

Deno.test("K4, X5: a call that waits where people were asked waits on in a deployment without them, and never runs there", async () => {
  const needs = { tools: [toolOf("pay", { needsApproval: true })] };
  const plan: PlanScript = [{ calls: [{ tool: "pay" }] }, DONE];
  const before = labOf(hostOf(), plan, needs);
  await before.lab.run({ input: "Pay." });
  const without = labOf(new PluginHost([]), plan, {}, before.lab.store);
  assert.equal((await without.lab.refused()).code, "approval_required");
  await without.lab.run({ input: "Go on.", until: "done" });
  assert.deepEqual([await outcomesOf(without.lab), ran], [[
    "pay denied: the next input came before a person decided about it.",
  ], []]);
});

Deno.test("K4, X5: the call of a tool that another plugin brings waits for people", async () => {
  const brings = definePlugin({
    name: "zeal",
    compile: () => ({ tools: [toolOf("wire", { needsApproval: true })] }),
  });
  const { plugins, agents } = deploy([], [brings, approvals()]);
  const { lab } = labOf(plugins, [{ calls: [{ tool: "wire" }] }, DONE], {
    tools: agents.get("payer")?.tools ?? [],
  });
  const { answer } = await lab.run({ input: "Wire it.", until: "done" });
  assert.deepEqual([answer.thread.waitsFor, ran], ["approval", []]);
});

Deno.test("K5, X5: approvals are about agents with tools that people approve, and with tools that come in a step", () => {
  const isAbout = (agent: Agent) => new PluginHost([approvals()]).of(agent).hasAny;
  assert.equal(isAbout(agentOf([toolOf("search")])), false);
  assert.equal(isAbout(agentOf([toolOf("search"), toolOf("pay", { needsApproval: true })])), true);
  assert.equal(isAbout(agentOf([askUser()])), true);
  assert.equal(isAbout({ ...agentOf([]), ...gardener(false) }), true);
});
