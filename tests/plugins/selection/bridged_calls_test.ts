// S6, C1-C7, X: a call through the bridge is a call of the tool that it names, to choices, policies, approvals, events, counts, forks and
// the next request.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { type Entry, listCalls } from "../../../src/core/entry.ts";
import { withMoreTools } from "../../../src/agents/more_tools.ts";
import type { Agent } from "../../../src/core/agent.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { toBridgedChoice } from "../../../src/kernel/choice/bridged_choice.ts";
import { agentOfDefinition } from "../../../src/kernel/log/agent_of_definition.ts";
import { getDefinition } from "../../../src/kernel/log/definition.ts";
import { askUser } from "../../../src/agents/ask_user.ts";
import { listInbox } from "../../../src/plugins/approvals/inbox.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import type { ToolSelector } from "../../../src/plugins/selection/selector.ts";
import { toolSelection, type ToolSelectionOptions } from "../../../src/plugins/selection/tool_selection.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { readState } from "../../../src/kernel/stored.ts";
import { callBridge } from "../../../src/plugins/selection/bridged_calls.ts";
import { createLab, hostOf, type Lab } from "../../support/lab.ts";
import { policyHost } from "../policies/_host.ts";
import { byWords } from "./_by_words.ts";

const ref = { tenant: "acme", thread: "t1" };

let ran: string[] = [];
const pure = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    effect: "pure" as const,
    parameters: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
    run: ({ at }) => {
      ran.push(`${name} ${String(at)}`);
      return `done at ${String(at)}`;
    },
    ...more,
  });

const CATALOGUE = [pure("mow"), pure("dig"), pure("burn", { needsApproval: true }), pure("water")];
const DONE: ScriptedPlan = { says: "Done." };

for (const given of ["null", '""', '" null "', undefined]) {
  Deno.test(`S6: a bridged call whose arguments are ${given ?? "absent"} is a call without arguments`, () => {
    const more = given === undefined ? "" : `,"arguments":${given}`;
    const call = { type: "call", id: "c1", name: "call_tool", args: `{"name":"health"${more}}` } as const;
    const [block] = callBridge.read([call]);
    assert.deepEqual(block?.type === "call" && [block.name, block.args], ["health", "{}"]);
  });
}

/** A call of a tool through the bridge. */
function through(name: string, args: object | string = { at: "home" }): ScriptedPlan {
  return { calls: [{ tool: "call_tool", args: JSON.stringify({ name, arguments: args }) }] };
}

function gardener(scenario: PlanScript, change: Partial<AgentDefinition> = {}, deps: object = {}): Lab {
  ran = [];
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1 });
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "scripted",
    tools: [pure("look")],
    selection,
    ...change,
  });
  return createLab({ agents: [agent], scenario, host: policyHost(), ...deps });
}

function tools(entries: readonly Entry[]): (string | undefined)[][] {
  return entries.flatMap((entry) =>
    entry.type === "tool" ? [[entry.name, entry.outcome, entry.error?.kind]] : []
  );
}

Deno.test("S6: the inner call is told, kept and run, and the model's own words stay in the history", async () => {
  const lab = gardener([through("dig"), DONE]);
  const { answer, events } = await lab.run({ input: "mow", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(ran, ["dig home"]);
  const told = events.flatMap((event) =>
    event.type.startsWith("call.") && "name" in event ? [event.name] : []
  );
  assert.deepEqual(told, ["dig", "dig"]);
  const entries = await lab.history();
  assert.deepEqual(tools(entries), [["dig", "completed", undefined]]);
  const [call] = entries.flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : []);
  assert.deepEqual([call?.name, call?.args, call?.via], ["dig", '{"at":"home"}', { name: "call_tool" }]);
});

Deno.test("S6: arguments that are written in another way stay as they were", async () => {
  const args = '{ "arguments": "{\\"at\\": \\"home\\"}", "name": "dig" }';
  const lab = gardener([{ calls: [{ tool: "call_tool", args }] }, DONE]);
  await lab.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, ["dig home"]);
  const [call] = (await lab.history()).flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : []);
  assert.deepEqual(call?.via, { name: "call_tool", args });
});

Deno.test("S6: the bridge without a tool, and with one that there is not, fails as a call does", async () => {
  const lab = gardener([{ calls: [{ tool: "call_tool", args: { name: "dig" } }] }, through("fly"), {
    calls: [{ tool: "call_tool", args: { at: "home" } }],
  }, DONE]);
  await lab.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, []);
  assert.deepEqual(tools(await lab.history()), [
    ["dig", "failed", "invalid_arguments"],
    ["fly", "failed", "unknown_tool"],
    ["call_tool", "failed", "invalid_arguments"],
  ]);
});

Deno.test("S6, C1: a forced tool of the catalogue is called through the bridge, and no other call runs", async () => {
  for (const [name, kept] of [["dig", true], ["water", false]] as const) {
    const lab = gardener([through(name), DONE]);
    const { answer } = await lab.run({
      input: "mow",
      until: "done" as const,
      onUnsupported: "degrade" as const,
      toolChoice: { type: "tool", name: "dig" },
    });
    assert.equal(answer.error, undefined);
    assert.deepEqual(ran, kept ? ["dig home"] : []);
    const [first] = (await lab.history()).filter((entry) => entry.type === "assistant");
    assert.equal(first?.choice?.outcome.type, kept ? "satisfied" : "violated");
  }
});

Deno.test("S6, C5: none, a list without the bridge, and a list with it", async () => {
  const cases = [
    [{ type: "none" }, []],
    [{ type: "allowed", names: ["look"], mode: "auto" }, []],
    [{ type: "allowed", names: ["look", "water"], mode: "auto" }, []],
    [{ type: "allowed", names: ["look", "dig"], mode: "auto" }, ["dig home"]],
    [{ type: "allowed", names: ["look", "call_tool"], mode: "auto" }, ["dig home"]],
    [{ type: "required" }, ["dig home"]],
  ] as const;
  for (const [toolChoice, expected] of cases) {
    const lab = gardener([through("dig"), DONE]);
    const choice = "names" in toolChoice
      ? { ...toolChoice, names: [...toolChoice.names] }
      : { ...toolChoice };
    await lab.run({ input: "mow", until: "done", toolChoice: choice });
    assert.deepEqual(ran, expected, JSON.stringify(toolChoice));
  }
});

Deno.test("S6, C1, C5: a list with the bridge, and the bridge forced, permit a tool that was called before, also in a fork", async () => {
  const list = { type: "allowed" as const, names: ["look", "call_tool"], mode: "auto" as const };
  const lab = gardener([through("dig"), through("dig", { at: "b" }), through("dig", { at: "c" }), DONE]);
  await lab.run({ input: "mow", until: "done", toolChoice: list });
  assert.deepEqual(ran, ["dig home", "dig b", "dig c"]);
  await forkThread(ref, { thread: "t2", version: 2, calls: "rerun" }, lab.deps);
  await lab.run({ thread: "t2", until: "step" });
  assert.deepEqual(ran.slice(3), ["dig b"]);

  const forced = gardener([through("dig"), DONE, through("dig", { at: "b" }), DONE]);
  await forced.run({ input: "mow", until: "done" });
  const { answer } = await forced.run({
    input: "again",
    until: "done" as const,
    onUnsupported: "degrade" as const,
    toolChoice: { type: "tool", name: "call_tool" },
  });
  assert.deepEqual(ran, ["dig home", "dig b"]);
  assert.deepEqual(answer.warnings, []);
});

Deno.test("S6, C5: a tool that is called by the name that a search has told runs as through the bridge, under the same choices", async () => {
  const dig: ScriptedPlan = { calls: [{ tool: "dig", args: { at: "home" } }] };
  const observed = async (names?: string[]) => {
    const lab = gardener([dig, DONE]);
    const toolChoice = names && { type: "allowed" as const, names, mode: "auto" as const };
    await lab.run({ input: "mow", until: "done", ...(toolChoice ? { toolChoice } : {}) });
    return tools(await lab.history());
  };
  assert.deepEqual(await observed(), [["dig", "completed", undefined]]);
  assert.deepEqual(await observed(["look", "call_tool"]), [["dig", "completed", undefined]]);
  assert.deepEqual(await observed(["look"]), [["dig", "blocked", "failed"]]);
});

Deno.test("S4, C8: tools that a policy names can be called, and take no place of what the first input selects", async () => {
  const rules = ["dig", "water"].map((tool) => ({ type: "at_most" as const, tool, times: 1 }));
  const lab = gardener([through("dig"), DONE], { policy: { rules } });
  await lab.run({ input: "mow the lawn", until: "done" });
  const { selection } = readState(ref, (await lab.store.read(ref))?.header ?? assert.fail());
  assert.deepEqual(selection?.offered, ["mow"]);
  assert.deepEqual(ran, ["dig home"]);
});

Deno.test("S6, C5: a list with the bridge lends it to no tool of the agent's own", async () => {
  const lab = gardener([through("look"), DONE]);
  await lab.run({
    input: "mow",
    until: "done" as const,
    toolChoice: { type: "allowed", names: ["search_tools", "call_tool"], mode: "auto" },
  });
  assert.deepEqual(tools(await lab.history()), [["look", "blocked", "failed"]]);
});

Deno.test("S6: a number beyond the range of a double is refused in the arguments of the inner call", async () => {
  const args = '{"name":"dig","arguments":{"at":1e999}}';
  const lab = gardener([{ calls: [{ tool: "call_tool", args }] }, DONE]);
  await lab.run({ input: "mow", until: "done" });
  const [entry] = (await lab.history()).flatMap((each) => each.type === "tool" ? [each] : []);
  assert.match(entry?.error?.message ?? "", /beyond the range/);
});

Deno.test("S6, C3: a tool of the caller is the caller's, whatever the catalogue has of that name", async () => {
  const clientTools = ["mow", "dig"].map((name) => ({
    name,
    description: "The caller's.",
    parameters: { type: "object" as const },
  }));
  for (const plan of [{ calls: [{ tool: "mow", args: { at: "a" } }] }, through("dig")]) {
    const lab = gardener([plan, DONE]);
    const { events } = await lab.run({ input: "mow", until: "done", clientTools });
    assert.equal(events.filter(({ type }) => type === "result.requested").length, 1);
    assert.deepEqual(ran, []);
  }
});

Deno.test("S6, C3: a client tool with the name of a tool that the thread has in its requests is refused, and nothing is stored", async () => {
  const lab = gardener([DONE, DONE]);
  await lab.run({ input: "mow the lawn", until: "done" });
  const before = await lab.history();
  const clientTools = [{
    name: "mow",
    description: "The caller's.",
    parameters: { type: "object" as const },
  }];
  const { code, problems } = await lab.refused({ input: "again", until: "done", clientTools });
  assert.deepEqual([code, problems.map(({ pointer }) => pointer)], ["invalid_request", [
    "/clientTools/0/name",
  ]]);
  assert.deepEqual(await lab.history(), before);
});

Deno.test("S6, C8: rules of a policy hold for tools that are called through the bridge", async () => {
  const after = gardener([
    through("dig"),
    { calls: [{ tool: "look", args: { at: "x" } }] },
    through("dig"),
    DONE,
  ], {
    policy: { rules: [{ type: "after", tool: "dig", after: ["look"] }] },
  });
  await after.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, ["look x", "dig home"]);
  const atMost = gardener([through("dig"), through("dig", { at: "b" }), through("water"), DONE], {
    policy: { rules: [{ type: "at_most", tool: "dig", times: 1 }] },
  });
  await atMost.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, ["dig home", "water home"]);
});

Deno.test("S6, X: an approval shows the inner call, and its answer runs it", async () => {
  const lab = gardener([through("burn"), DONE]);
  const { events } = await lab.run({ input: "mow", until: "done" });
  const [asked] = events.filter((event) => event.type === "approval.requested");
  assert.ok(asked?.type === "approval.requested");
  assert.deepEqual([asked.name, asked.args], ["burn", { at: "home" }]);
  await decideApproval(ref, asked.callId, { approved: true, by: "ann", via: "api" }, lab.deps);
  await lab.run({ until: "done" });
  assert.deepEqual(ran, ["burn home"]);
});

Deno.test("S6, X: a question of a tool of the catalogue waits in the inbox with the schema of its answer", async () => {
  const selection = toolSelection({ tools: [askUser()], selector: byWords(), offer: 0 });
  const lab = gardener([through("ask_user", { question: "Where?" }), DONE], { selection });
  await lab.run({ input: "mow", until: "done" });
  const { items } = await listInbox({ tenant: ref.tenant }, { limit: 10, order: "oldest" }, lab.deps);
  assert.deepEqual(items.map(({ name, answer }) => [name, answer]), [["ask_user", askUser().answer]]);
});

Deno.test("S6: search_tools tells of tools with their schemas, and finds none for nothing", async () => {
  const lab = gardener([
    { calls: [{ tool: "search_tools", args: { query: "dig a hole" } }] },
    { calls: [{ tool: "search_tools", args: { query: "zzz" } }] },
    DONE,
  ]);
  await lab.run({ input: "mow", until: "done" });
  const [found, none] = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual(found, {
    tools: [{ name: "dig", description: "Does dig.", parameters: CATALOGUE[1]?.parameters }],
  });
  assert.match(String(none), /There is no tool for this/);
});

Deno.test("S6: a search tells of no tool whose name is one of the agent's or the caller's: a call would be one of theirs", async () => {
  const search = { calls: [{ tool: "search_tools", args: { query: "dig and water" } }] };
  const lab = gardener([search, DONE], { tools: [pure("dig")] });
  const clientTools = [{
    name: "water",
    description: "The caller's.",
    parameters: { type: "object" as const },
  }];
  await lab.run({ input: "mow", until: "done", clientTools });
  const [found] = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.match(String(found), /There is no tool for this/);
});

Deno.test("S2, S6: a thread keeps what it began with and what it has called, in another isolate and in a fork", async () => {
  const scenario = [through("dig"), DONE, { calls: [{ tool: "mow", args: { at: "a" } }] }, DONE];
  const lab = gardener(scenario);
  await lab.run({ input: "mow", until: "done" });
  const header = (await lab.store.read(ref))?.header ?? assert.fail();
  assert.deepEqual(readState(ref, header).selection, { number: 0, offered: ["mow"], reached: ["dig"] });
  const again = gardener(scenario, {}, { store: lab.store });
  await again.run({ input: "water the flowers", until: "done" });
  assert.deepEqual(ran, ["mow a"]);
  await forkThread(ref, { thread: "t2" }, again.deps);
  const forked = (await lab.store.read({ ...ref, thread: "t2" }))?.header ?? assert.fail();
  assert.deepEqual(readState(ref, forked).selection, { number: 0, offered: ["mow"], reached: ["dig"] });
});

Deno.test("S7: selections stand beside the answers that they led to, with query, scores and what was selected", async () => {
  const search = { calls: [{ tool: "search_tools", args: { query: "dig a hole" } }] };
  const lab = gardener([search, through("dig"), DONE]);
  const { events } = await lab.run({ input: "mow the lawn", until: "done" });
  const answers = (await lab.history()).filter((entry) => entry.type === "assistant");
  const called = events.flatMap((event) => event.type === "call.ready" ? [event.callId] : []);
  const [begun, found, none] = answers.map(({ selections }) => selections);
  assert.deepEqual(begun, [{
    by: "begin",
    query: "mow the lawn",
    selector: "by_words",
    candidates: [["mow", 1]],
    selected: ["mow"],
  }]);
  assert.deepEqual(found, [{
    by: "search",
    callId: called[0],
    query: "dig a hole",
    selector: "by_words",
    candidates: [["dig", 1]],
    selected: ["dig"],
  }]);
  assert.equal(none, undefined);
  assert.deepEqual(answers.map((entry) => listCalls(entry).map(({ name }) => name)), [
    ["search_tools"],
    ["dig"],
    [],
  ]);
});

Deno.test("S7: of a long query the log has the beginning, 500 whole characters, whoever has asked", async () => {
  const long = `mow, ${"🌱".repeat(300)}`; // character 500 is the first half of a pair
  const search = { calls: [{ tool: "search_tools", args: { query: long } }] };
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, reselect: "step" });
  const lab = gardener([search, DONE], { selection });
  await lab.run({ input: long, until: "done" });
  const logged = (await lab.history()).flatMap((entry) =>
    entry.type === "assistant" ? entry.selections ?? [] : []
  );
  assert.deepEqual(logged.map(({ by }) => by).toSorted(), ["begin", "search", "step"]);
  for (const { by, query } of logged) {
    assert.ok(query.length <= 500 && query.isWellFormed() && long.startsWith(query.slice(0, 499)), by);
  }
});

Deno.test("S7: of a selection the log has the twenty best that were looked at", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `mow${index}`);
  const selector: ToolSelector = {
    name: "ranks",
    settings: {},
    select: () => ({
      tools: ["mow0"],
      candidates: names.map((name, index) => ({ name, score: 1 / (index + 3) })),
    }),
  };
  const selection = toolSelection({ tools: names.map((name) => pure(name)), selector });
  const lab = gardener([DONE], { selection, tools: [] });
  await lab.run({ input: "mow", until: "done" });
  const [first] = (await lab.history()).flatMap((entry) =>
    entry.type === "assistant" ? entry.selections ?? [] : []
  );
  assert.deepEqual(first?.candidates.map(([name]) => name), names.slice(0, 20));
  assert.deepEqual(first?.candidates[0], ["mow0", 0.3333]);
});

Deno.test("S6: of more tools than a thread keeps those stay that it has begun to call last", async () => {
  const names = Array.from({ length: 110 }, (_, index) => `tool${index}`);
  const selection = toolSelection({ tools: names.map((name) => pure(name)), selector: byWords(), offer: 0 });
  const plan = (called: readonly string[]): ScriptedPlan => ({
    calls: called.map((name) => ({ tool: "call_tool", args: { name, arguments: { at: "home" } } })),
  });
  const scenario = [
    plan(names.slice(0, 60)),
    plan(names.slice(60, 100)),
    plan([...names.slice(100), "tool20"]),
    DONE,
  ];
  const lab = gardener(scenario, { selection, tools: [], limits: { calls: 200, parallelCalls: 64 } });
  await lab.run({ input: "Go.", until: "done" });
  const { header } = await lab.store.read(ref) ?? assert.fail();
  const reached = readState(ref, header).selection?.reached ?? [];
  assert.deepEqual(reached, [...names.slice(10).filter((name) => name !== "tool20"), "tool20"]);
});

Deno.test("S7: a share of threads keeps its selections as a whole, and none costs a request of the store", async () => {
  for (const [log, least, most] of [[0, 0, 0], [0.5, 8, 32], [1, 40, 40]] as const) {
    const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, log });
    const lab = gardener([{ calls: [{ tool: "search_tools", args: { query: "dig" } }] }, DONE], {
      selection,
    });
    let kept = 0;
    for (let index = 0; index < 40; index++) {
      await lab.run({ thread: `t${index}`, input: "mow", until: "done" });
      const answers = (await lab.history(`t${index}`)).filter((entry) => entry.type === "assistant");
      const counts = answers.map(({ selections = [] }) => selections.length);
      assert.ok(counts.join() === "1,1" || counts.join() === "0,0", counts.join());
      if (counts[0] === 1) kept++;
    }
    assert.ok(kept >= least && kept <= most, `${kept} of 40 with ${log}`);
    assert.equal(lab.counts.get("begin"), 40);
    assert.equal((lab.counts.get("advance") ?? 0) + (lab.counts.get("commit") ?? 0), 80);
  }
});

Deno.test("S4, S7: a selector in shadow leaves all tools in the requests, and keeps what it would have selected", async () => {
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, mode: "shadow" });
  const offered: string[][] = [];
  const lab = gardener((turn) => {
    offered.push(turn.enforced.tools.map(({ name }) => name));
    return offered.length === 1 ? { calls: [{ tool: "dig", args: { at: "home" } }] } : DONE;
  }, { selection });
  await lab.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, ["dig home"]);
  assert.deepEqual(offered, Array(2).fill(["look", "mow", "dig", "burn", "water"]));
  const [first] = (await lab.history()).filter((entry) => entry.type === "assistant");
  assert.deepEqual(first?.selections?.map(({ selected }) => selected), [["mow"]]);
});

Deno.test("S4, C4: each input selects anew where that is asked for, at the price of a cut that the log names", async () => {
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, reselect: "run" });
  const offered: string[] = [];
  const lab = gardener((turn) => {
    offered.push(turn.enforced.tools.map(({ name }) => name).join());
    return DONE;
  }, { selection });
  for (const input of ["mow", "dig", "dig more"]) await lab.run({ input, until: "done" });
  const begin = "look,search_tools,call_tool";
  assert.deepEqual(offered, [`${begin},mow`, `${begin},dig`, `${begin},dig`]);
  const entries = await lab.history();
  assert.deepEqual(entries.flatMap((entry) => entry.type === "cut" ? entry.why : []), ["tools"]);
  const counts = entries.flatMap((entry) =>
    entry.type === "assistant" ? [entry.selections?.length ?? 0] : []
  );
  assert.deepEqual(counts, [1, 1, 1]);
});

Deno.test("S4, S7: each plan of a run selects anew where that is asked for, and what was called in it stays", async () => {
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, reselect: "step" });
  const look = pure("look", { run: () => "The flowers want water." });
  const lab = gardener([
    { calls: [{ tool: "mow", args: { at: "a" } }] },
    { calls: [{ tool: "look", args: { at: "b" } }] },
    DONE,
  ], { selection, tools: [look] });
  await lab.run({ input: "mow the lawn", until: "done" });
  assert.deepEqual(ran, ["mow a"]);
  const answers = (await lab.history()).filter((entry) => entry.type === "assistant");
  assert.deepEqual(
    answers.flatMap(({ selections = [] }) => selections.map(({ by, selected }) => [by, ...selected])),
    [["begin", "mow"], ["step", "mow"], ["step", "mow", "water"]],
  );
  const { selection: kept } = readState(ref, (await lab.store.read(ref))?.header ?? assert.fail());
  assert.deepEqual(kept?.offered, ["mow", "water"]);
});

Deno.test("S4: a selector that fails is a warning, and the thread finds its tools by itself", async () => {
  const broken = { name: "broken", settings: {}, select: () => Promise.reject(new Error("no index")) };
  const selection = toolSelection({ tools: CATALOGUE, selector: broken });
  const lab = gardener([through("dig"), DONE], { selection });
  const { answer } = await lab.run({ input: "mow", until: "done" });
  assert.deepEqual(ran, ["dig home"]);
  assert.ok(answer.warnings.some(({ code }) => code === "selection_failed"));
});

Deno.test("S4: a choice of a tool that neither the agent nor the catalogue has is refused before anything is stored", async () => {
  const lab = gardener([DONE]);
  const error = await lab.refused({ input: "mow", toolChoice: { type: "tool", name: "fly" } });
  assert.equal(error.code, "tool_unknown");
  assert.equal(await lab.store.read(ref), undefined);
});

Deno.test("S4: options out of their range, a tool twice and a reserved name are refused when the agent is defined", () => {
  const selector = byWords();
  for (
    const options of [
      { tools: CATALOGUE, selector, offer: 65 },
      { tools: CATALOGUE, selector, find: 0 },
      { tools: [...CATALOGUE, pure("dig")], selector },
      { tools: [pure("call_tool")], selector },
    ]
  ) assert.throws(() => toolSelection(options), { code: "config_invalid" });
  assert.throws(
    () => Reflect.apply(defineAgent, undefined, [{ name: "a", selection: {} }]),
    /no selection of tools/,
  );
});

Deno.test("S6, C11: a search is no prediction: it runs, and the run goes on to the call that is predicted", async () => {
  const search: ScriptedPlan = { calls: [{ tool: "search_tools", args: { query: "dig" } }] };
  const lab = gardener([search, through("dig"), DONE]);
  const { answer } = await lab.run({ input: "mow", execution: "predict", until: "done" });
  assert.equal(answer.thread.status, "waiting");
  const states = [["search_tools", "completed"], ["dig", "pending"]];
  assert.deepEqual(answer.calls.map(({ name, state }) => [name, state]), states);
  assert.deepEqual(ran, []);
  const [, call] = answer.calls;
  const results = [{ callId: call?.id ?? "", output: "dug", failed: false }];
  assert.equal((await lab.run({ toolResults: results })).answer.thread.status, "done");

  // One step at a time: the next request runs the search.
  const slow = gardener([search, through("dig")]);
  const first = await slow.run({ input: "mow", execution: "predict", until: "step" });
  assert.equal(first.answer.thread.status, "open");
  const [searched] = first.answer.calls;
  const brought = { toolResults: [{ callId: searched?.id ?? "", output: "none", failed: false }] };
  assert.equal((await slow.refused(brought)).code, "result_refused");
  const second = await slow.run({ until: "step" });
  assert.deepEqual([second.answer.thread.status, ran], ["waiting", []]);

  // A tool of an agent without a catalogue may have the name.
  const own = gardener([search], { selection: undefined, tools: [pure("search_tools")] });
  const held = await own.run({ input: "mow", execution: "predict", until: "done" });
  assert.deepEqual([held.answer.thread.status, ran], ["waiting", []]);
});

Deno.test("S9: a thread whose prompts begin with more than 20 tools is told so where it begins, and no other one", async () => {
  const looks = (count: number) => Array.from({ length: count }, (_, place) => pure(`look_${place}`));
  const warned = async (own: number, of: Partial<ToolSelectionOptions>) => {
    const selection = toolSelection({
      tools: looks(30).map((tool) => ({ ...tool, name: `of_${tool.name}` })),
      ...of,
    });
    const lab = gardener([DONE, DONE], { tools: looks(own), selection });
    const codes = [];
    for (const input of ["look", "look again"]) {
      const { answer } = await lab.run({ input, until: "done" });
      codes.push(answer.warnings.map(({ code }) => code));
    }
    return codes;
  };
  assert.deepEqual(await warned(12, { offer: 8 }), [[], []]);
  assert.deepEqual(await warned(13, { offer: 8 }), [["many_tools"], []]);
  assert.deepEqual(await warned(1, { mode: "shadow" }), [["many_tools"], []]);
});

Deno.test("E12, S4: what a selector has cost is booked to the thread, once, and a budget that it has used up refuses before it selects", async () => {
  let selected = 0;
  const costly: ToolSelector = {
    ...byWords(),
    name: "costly",
    select: (query, catalogue, io) => {
      selected++;
      io.spend?.(query.text.includes("dig") ? 300 : 699.5);
      for (const nothing of [-1, NaN, Infinity]) io.spend?.(nothing);
      if (query.text.includes("fail")) throw new Error("It is away.");
      return byWords().select(query, catalogue, io);
    },
  };
  const of = (mode: Partial<ToolSelectionOptions>) =>
    toolSelection({ tools: CATALOGUE, selector: costly, offer: 1, ...mode });
  const search: ScriptedPlan = { calls: [{ tool: "search_tools", args: { query: "dig" } }] };
  const FREE = { input: 0, output: 0 };
  const spentBy = async (lab: Lab) => (await lab.store.read(ref))?.header.counters.microDollars;

  const lab = gardener([search, DONE, DONE], { selection: of({}), limits: { usd: 0.001 }, price: FREE });
  await lab.run({ input: "mow", until: "done" });
  assert.deepEqual([selected, await spentBy(lab)], [2, 1_000]);
  const refused = await lab.refused({ input: "mow again", until: "done" });
  assert.deepEqual([refused.code, selected], ["budget_exhausted", 2]);

  for (
    const [mode, scenario, spent] of [
      [{ mode: "shadow" }, [DONE], 700],
      [{ reselect: "run" }, [DONE, DONE], 1_400],
      [{ reselect: "step" }, [search, DONE, DONE], 700 + 300 + 300 + 700],
    ] as const
  ) {
    const other = gardener(scenario, { selection: of(mode) });
    await other.run({ input: "mow", until: "done" });
    if (scenario.length > 1) await other.run({ input: "mow on", until: "done" });
    assert.equal(await spentBy(other), spent, JSON.stringify(mode));
  }
  const failing = gardener([DONE], { selection: of({}) });
  await failing.run({ input: "fail", until: "done" });
  assert.equal(await spentBy(failing), 700);
});

Deno.test("S6, K1: a catalogue that a plugin brings is to a thread what one of its agent is", async () => {
  const search: ScriptedPlan = { calls: [{ tool: "search_tools", args: { query: "dig" } }] };
  const scenario = () => [search, through("dig"), DONE];
  const selection = toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, reselect: "step" });
  const plugin = definePlugin({ name: "selects", compile: () => ({ threadTools: selection }) });
  const host = hostOf(plugin);
  const bare = defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [pure("look")] });
  const deployed = host.extend(bare, withMoreTools);
  assert.equal(deployed.hash, defineAgent({ ...pickDefinition(bare), selection }).hash);
  const lives = [
    gardener(scenario(), { selection }),
    createLab({ agents: [deployed], scenario: scenario(), host: () => host }),
  ].map(async (lab) => {
    const { events } = await lab.run({ input: "mow", until: "done" });
    const offered = events.flatMap((event) => event.type === "step.started" ? [event.choice?.toolsSent] : []);
    const { header } = await lab.store.read(ref) ?? assert.fail();
    const entries = await lab.history();
    const selections = entries.flatMap((entry) => entry.type === "assistant" ? entry.selections ?? [] : []);
    return {
      offered,
      ran: tools(entries),
      state: readState(ref, header).selection,
      by: selections.map(({ by, selected }) => [by, ...selected]),
    };
  });
  const [one, other] = await Promise.all(lives);
  assert.deepEqual(other, one);
  assert.deepEqual(one?.by[0], ["begin", "mow"]);
  assert.deepEqual(one?.ran, [["search_tools", "completed", undefined], ["dig", "completed", undefined]]);
});

function pickDefinition({ name, instructions, driver, tools }: Agent): AgentDefinition {
  return { name, instructions, driver, tools };
}

Deno.test("S6, C1: a choice of a bridged tool is put onto the wire for the recorded agent as for the agent itself", async () => {
  const lab = gardener([DONE]);
  const [agent = assert.fail()] = lab.deps.agents.values();
  const { threadTools = assert.fail() } = agent;
  const request = { ref, user: undefined, named: ["dig"], thread: undefined };
  const { tools } = await threadTools.open(agent.tools, request, lab.deps.sources);
  const opened = { ...agent, tools };
  const recorded = agentOfDefinition((await getDefinition(opened)).text);
  const choice = { type: "tool", name: "dig" } as const;
  assert.deepEqual(toBridgedChoice(choice, opened)?.choice, { ...choice, name: "call_tool" });
  assert.deepEqual(toBridgedChoice(choice, recorded), toBridgedChoice(choice, opened));
  // So it is for one whose source has no settings.
  const plain = { ...opened, threadTools: { open: threadTools.open } };
  const ofPlain = agentOfDefinition((await getDefinition(plain)).text);
  assert.deepEqual(toBridgedChoice(choice, ofPlain), toBridgedChoice(choice, opened));
  // Neither an agent without a catalogue nor one whose threads have no bridge puts it onto a bridge.
  for (const other of [{ ...opened, threadTools: undefined }, { ...opened, tools: agent.tools }]) {
    assert.equal(toBridgedChoice(choice, other), undefined);
  }
});
