// S4, S6, P1, P2: searches whose results define tools: tool search of OpenAI Responses, and references of Claude to deferred tools.
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply, Script } from "../openai/reply.ts";
import { isRecord } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, type Session, THREAD, tool } from "../thinking/_session.ts";

const CLAUDE = caseOf("anthropic");
const GPT = caseOf("openai breakpoints");

let ran: string[] = [];
const weigh = (metal: string) =>
  defineTool({
    name: `weigh_${metal}`,
    description: `Weighs ${metal}.`,
    effect: "pure",
    parameters: { type: "object", properties: { piece: { type: "string" } } },
    run: ({ piece }) => {
      ran.push(`${metal} ${String(piece)}`);
      return "7 g";
    },
  });

const CATALOGUE = ["iron", "zinc", "lead.pure"].map(weigh);
const search = (metal: string): Reply => ({
  calls: [{ name: "search_tools", arguments: `{"query":"${metal}"}` }],
});
const call = (name: string, piece: string): Reply => ({
  calls: [{ name, arguments: `{"piece":"${piece}"}` }],
});

function results({ history }: ParsedRequest): number {
  return history.filter(({ kind }) => kind === "result").length;
}

/** A model that replies so, by the number of results that it has seen. */
function replies(...all: readonly (Reply | ((request: ParsedRequest) => Reply))[]): Script {
  return (request: ParsedRequest) => {
    const reply = all[results(request)] ?? { text: "Done." };
    return typeof reply === "function" ? reply(request) : reply;
  };
}

type Definition = Parameters<typeof openSession>[2];

function weighing(
  wire: WireCase,
  server: Simulator,
  more?: Partial<Definition>,
  session?: Session,
): Session {
  ran = [];
  return openSession(wire, server, {
    instructions: "Weigh.",
    tools: [tool("look")],
    selection: toolSelection({ selector: byWords(), offer: 1, tools: CATALOGUE }),
    ...more,
  }, session?.store);
}

/** A value of the last request. */
function lastBody(server: Simulator): Record<string, unknown> {
  const body: unknown = JSON.parse(server.requests.at(-1)?.text ?? "");
  return isRecord(body) ? body : assert.fail("no body");
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The name of a tool that no provider takes, as it stands on the wire. */
const foreignName = (start: string) => ({ tools }: ParsedRequest) =>
  tools.find((name) => name.startsWith(start)) ?? assert.fail(start);

Deno.test("S6, P1: OpenAI: the search is a tool search of the client, and its output has the definitions", async () => {
  await using server = await GPT.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
  const session = weighing(GPT, server);
  await session.run({ input: "Weigh iron." });
  assert.deepEqual(ran, ["zinc a"]);
  const { tools, input } = lastBody(server);
  const [searching] = records(tools).filter(({ type }) => type === "tool_search");
  assert.deepEqual(Object.keys(searching ?? {}), ["type", "execution", "description", "parameters"]);
  assert.equal(searching?.execution, "client");
  const items = records(input).filter(({ type }) => type !== "message" && type !== "reasoning");
  const [asked, found, called] = items;
  assert.deepEqual(items.map(({ type }) => type), [
    "tool_search_call",
    "tool_search_output",
    "function_call",
    "function_call_output",
  ]);
  assert.deepEqual(asked?.arguments, { query: "zinc" });
  assert.deepEqual(found, {
    type: "tool_search_output",
    call_id: asked?.call_id,
    execution: "client",
    status: "completed",
    tools: [{
      type: "function",
      name: "weigh_zinc",
      description: "Weighs zinc.",
      parameters: CATALOGUE[1]?.parameters,
      strict: false,
      defer_loading: true,
    }],
  });
  assert.equal(called?.name, "weigh_zinc");
  assert.equal(await session.verdict(), "verified");
});

Deno.test("S6, P2: Claude: a result refers to the tools that it has found, and they stand deferred behind the others", async () => {
  await using server = await CLAUDE.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
  const session = weighing(CLAUDE, server, { tokenEfficient: true });
  await session.run({ input: "Weigh iron." });
  assert.deepEqual(ran, ["zinc a"]);
  const { tools, messages } = lastBody(server);
  assert.deepEqual(
    records(tools).map(({ name, defer_loading, cache_control }) => [
      name,
      defer_loading,
      cache_control !== undefined,
    ]),
    [
      ["call_tool", undefined, false],
      ["look", undefined, false],
      ["search_tools", undefined, false],
      ["weigh_iron", undefined, true],
      ["weigh_zinc", true, false],
    ],
  );
  const blocks = records(messages).flatMap(({ content }) => records(content));
  assert.deepEqual(blocks.filter(({ type }) => type === "tool_result")[0]?.content, [
    { type: "tool_reference", tool_name: "weigh_zinc" },
  ]);
  assert.equal(await session.verdict(), "verified");
});

Deno.test("S5, S6, P1: OpenAI: tools of one category stand in a namespace, which calls of them have, whoever made them", async () => {
  const metals = ["iron", "zinc", "tin", "gold"].map((metal) => ({
    tool: weigh(metal),
    ...(metal === "gold" ? {} : { categories: ["metals & alloys"] }),
  }));
  const selection = toolSelection({ selector: byWords(), offer: 1, tools: metals });
  await using first = await CLAUDE.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
  const session = weighing(CLAUDE, first, { selection });
  await session.run({ input: "Weigh iron." });
  await using server = await GPT.start({
    reply: (request) =>
      [search("tin gold"), call("weigh_tin", "b"), call("weigh_gold", "c")][results(request) - 2] ??
        { text: "Done." },
  });
  const other = weighing(GPT, server, { selection }, session);
  await other.run({ input: "Weigh the others." });
  assert.deepEqual(ran, ["tin b", "gold c"]);
  const items = records(lastBody(server).input);
  const outputs = items.filter(({ type }) => type === "tool_search_output").map(({ tools }) =>
    records(tools).map((
      { type, name, tools: inner },
    ) => [type, name, ...records(inner).map(({ name }) => name)])
  );
  const namespace = items.find(({ name }) => name === "weigh_zinc")?.namespace;
  assert.match(String(namespace), /^metals___alloys_[0-9a-f]+_tools$/);
  assert.deepEqual(outputs, [
    [["namespace", namespace, "weigh_zinc"]],
    [["namespace", namespace, "weigh_tin"], ["function", "weigh_gold"]],
  ]);
  const calls = items.filter(({ type }) => type === "function_call");
  assert.deepEqual(calls.map(({ name, namespace }) => [name, namespace]), [
    ["weigh_zinc", namespace],
    ["weigh_tin", namespace],
    ["weigh_gold", "weigh_gold"],
  ]);
});

for (const wire of [GPT, CLAUDE]) {
  Deno.test(`S6: ${wire.name}: a search without a find, a tool that the request has, and a name that the API does not take`, async () => {
    const lead = foreignName("weigh_lead");
    await using server = await wire.start({
      reply: replies(
        search("gold"),
        search("iron"),
        search("lead.pure"),
        (request) => call(lead(request), "a"),
      ),
    });
    const session = weighing(wire, server);
    await session.run({ input: "Weigh iron." });
    assert.deepEqual(ran, ["lead.pure a"]);
    assert.deepEqual(await session.cuts(), []);
    assert.equal(await session.verdict(), "verified");
  });

  Deno.test(`S6, C1, C5: ${wire.name}: the search is forced, and lists have it or the bridge`, async () => {
    await using server = await wire.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
    const session = weighing(wire, server);
    const { warnings } = await session.run({
      input: "Weigh iron.",
      toolChoice: { type: "tool", name: "search_tools" },
    });
    assert.ok(!warnings.some(({ code }) => code === "choice_violated"));
    assert.deepEqual(ran, ["zinc a"], "the choice holds for the first plan");
    await using other = await wire.start({ reply: replies(search("zinc")) });
    const listed = weighing(wire, other, { onUnsupported: "degrade" });
    const names = ["look", "search_tools", "call_tool"];
    await listed.run({ input: "Weigh iron.", toolChoice: { type: "allowed", names, mode: "auto" } });
    const observed = (await historyOf(listed)).flatMap((entry) => entry.type === "tool" ? [entry.name] : []);
    assert.deepEqual(observed, ["search_tools"]);
  });

  Deno.test(`S6, C8, X: ${wire.name}: a policy and an approval hold for a tool that a result has defined`, async () => {
    const disobeys = { ...call("weigh_zinc", "a"), ignoresChoice: true };
    await using server = await wire.start({ reply: replies(search("zinc"), disobeys) });
    const policy = definePolicy({ name: "p", rules: [{ type: "at_most", tool: "weigh_zinc", times: 0 }] });
    const session = weighing(wire, server, { policy });
    await session.run({ input: "Weigh iron." });
    assert.deepEqual(ran, []);
    const zinc = { ...weigh("zinc"), needsApproval: true as const };
    await using other = await wire.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
    const asking = weighing(wire, other, {
      selection: toolSelection({ selector: byWords(), offer: 1, tools: [weigh("iron"), zinc] }),
    });
    const { thread } = await asking.run({ input: "Weigh iron." });
    assert.equal(thread.status, "waiting");
    assert.deepEqual(ran, []);
  });

  Deno.test(`S6, P7: ${wire.name}: a thread goes to the other vendor and back, and each has the searches in its own form`, async () => {
    const other = wire === GPT ? CLAUDE : GPT;
    let session: Session | undefined;
    for (const [leg, each] of [wire, other, wire].entries()) {
      await using server = await each.start({
        reply: (request) =>
          [search("zinc"), call("weigh_zinc", `leg ${leg}`)][results(request) - 2 * leg] ?? { text: "Done." },
      });
      session = weighing(each, server, {}, session);
      await session.run({ input: `Weigh iron, leg ${leg}.` });
      assert.deepEqual(ran, [`zinc leg ${leg}`]);
    }
  });

  Deno.test(`S6, C4: ${wire.name}: a model without tool search teaches it, and the thread goes on through the bridge behind a cut`, async () => {
    const old = { ...wire, model: wire === GPT ? "gpt-5.2" : "claude-3-haiku-20240307" };
    const settings = wire === GPT ? { api: "responses" as const } : {};
    await using server = await old.start({ reply: replies(search("zinc"), throughBridge("weigh_zinc")) });
    const session = weighing(old, server, { settings, capabilities: { tool_search: true } });
    await session.run({ input: "Weigh iron." });
    assert.deepEqual(ran, ["zinc a"]);
    assert.deepEqual(session.statuses().filter((status) => status !== 200), [400]);
    assert.equal(await session.verdict(), "verified");
  });
}

function throughBridge(name: string): Reply {
  return { calls: [{ name: "call_tool", arguments: `{"name":"${name}","arguments":{"piece":"a"}}` }] };
}

async function historyOf(session: Session) {
  const page = await session.store.history(THREAD, { after: 0, limit: 100 });
  return page?.entries.map(readEntry) ?? [];
}
