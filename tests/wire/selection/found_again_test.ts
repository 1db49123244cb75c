// S4, S6, P1, P2, C4: calls of found tools whose search is not in the request before them: it has left the window, came through the bridge
// or came later; and calls that wait while a run selects anew.
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { listCalls } from "../../../src/core/entry.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import type { WireCase } from "../case.ts";
import type { Reply, Script } from "../openai/reply.ts";
import { isRecord } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, type Session, THREAD, tool } from "../thinking/_session.ts";

const GPT = caseOf("openai breakpoints");
const WIRES = [GPT, caseOf("anthropic")];

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

/** Tools of one category but for gold. */
const CATALOGUE = ["iron", "zinc", "tin", "gold"].map((metal) => ({
  tool: weigh(metal),
  ...(metal === "gold" ? {} : { categories: ["metals"] }),
}));

const search = (query: string) => ({ name: "search_tools", arguments: JSON.stringify({ query }) });
const call = (name: string, piece: string) => ({ name, arguments: JSON.stringify({ piece }) });
const bridged = (name: string, args: object) => ({
  name: "call_tool",
  arguments: JSON.stringify({ name, arguments: args }),
});
const DONE: Reply = { text: "Done." };

/** A model that replies so, one after the other, whatever it is asked. */
function replies(...calls: readonly (Reply | ReturnType<typeof call>)[]): Script {
  const left = [...calls];
  return () => {
    const next = left.shift() ?? DONE;
    return "name" in next ? { calls: [next], ignoresChoice: true } : next;
  };
}

/** `before`: a session of another isolate. */
function weighing(wire: WireCase, server: Simulator, more?: object, before?: Session): Session {
  ran = [];
  return openSession(wire, server, {
    instructions: "Weigh.",
    tools: [tool("look")],
    selection: toolSelection({ selector: byWords(), offer: 1, tools: CATALOGUE }),
    ...more,
  }, before?.store);
}

/** Each request was taken, and is written again from the log. */
async function assertTaken(session: Session): Promise<void> {
  assert.deepEqual(session.statuses().filter((status) => status !== 200), []);
  assert.equal(await session.verdict(), "verified");
}

/** The calls of the last request, as `name namespace`. */
function callsSent(server: Simulator): string[] {
  const { input } = JSON.parse(server.requests.at(-1)?.text ?? "");
  const items: unknown[] = Array.isArray(input) ? input : assert.fail("no input");
  return items.filter(isRecord).filter(({ type }) => type === "function_call").map(({ name, namespace }) =>
    `${name} ${namespace ?? "-"}`
  );
}

for (const wire of WIRES) {
  Deno.test(`S6, C4: ${wire.name}: a tool is called on while the window cuts its search off, and found again`, async () => {
    await using server = await wire.start({
      reply: replies(
        search("zinc"),
        call("weigh_zinc", "a"),
        DONE,
        call("weigh_zinc", "b"),
        DONE,
        call("weigh_zinc", "c"),
        DONE,
        search("zinc gold"),
        call("weigh_zinc", "d"),
        call("weigh_gold", "e"),
      ),
    });
    const session = weighing(wire, server, { limits: { historyEntries: 9 } });
    for (let input = 0; input < 4; input++) await session.run({ input: `Weigh iron ${input}.` });
    assert.deepEqual(ran, ["zinc a", "zinc b", "zinc c", "zinc d", "gold e"]);
    const cuts = await session.cuts();
    assert.ok(cuts.length > 0 && cuts.every((why) => why === "window"), cuts.join());
    await assertTaken(session);
  });

  Deno.test(`S6, C4: ${wire.name}: a search through the bridge defines nothing, and what is found later changes no call before it`, async () => {
    await using server = await wire.start({
      reply: replies(
        bridged("search_tools", { query: "zinc" }),
        call("weigh_zinc", "a"),
        { calls: [search("zinc"), search("zinc tin"), call("weigh_tin", "b")], ignoresChoice: true },
        call("weigh_zinc", "c"),
        call("weigh_tin", "d"),
      ),
    });
    const session = weighing(wire, server);
    await session.run({ input: "Weigh iron." });
    assert.deepEqual(ran, ["zinc a", "tin b", "zinc c", "tin d"]);
    assert.deepEqual(await session.cuts(), []);
    await assertTaken(session);
    if (wire !== GPT) return;
    assert.deepEqual(callsSent(server), [
      "call_tool -",
      "call_tool -",
      "call_tool -",
      "weigh_zinc metals_tools",
      "weigh_tin metals_tools",
    ]);
  });

  Deno.test(`S4, S6, C4: ${wire.name}: a tool that a thread began with is found once it is none of its own`, async () => {
    await using server = await wire.start({
      reply: replies(call("weigh_iron", "a"), DONE, search("iron"), call("weigh_iron", "b"), DONE),
    });
    const selection = toolSelection({ selector: byWords(), offer: 1, reselect: "run", tools: CATALOGUE });
    const session = weighing(wire, server, { selection });
    for (const metal of ["iron", "zinc", "zinc"]) await session.run({ input: `Weigh ${metal}.` });
    assert.deepEqual(ran, ["iron a", "iron b"]);
    assert.deepEqual(await session.cuts(), ["tools"]);
    await assertTaken(session);
  });

  Deno.test(`S6, P7: ${wire.name}: pinned searches define what they have found`, async () => {
    await using server = await wire.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
    const session = weighing(wire, server, { limits: { historyEntries: 6 } });
    await session.run({ input: "Weigh iron." });
    await session.run({ input: "More.", pins: { add: [1, 2], remove: [] } });
    for (let input = 0; input < 3; input++) await session.run({ input: "More." });
    await session.run({ input: "More.", pins: { add: [], remove: [1] } });
    await assertTaken(session);
  });

  for (const reselect of ["run", "step"] as const) {
    Deno.test(`S4, X: ${wire.name}: a call that waits for an approval runs when the run selects other tools (${reselect})`, async () => {
      const iron = { ...weigh("iron"), needsApproval: true as const };
      const tools = [iron, weigh("zinc")];
      await using server = await wire.start({ reply: replies(call("weigh_iron", "a")) });
      const selection = toolSelection({ selector: byWords(), offer: 1, reselect, tools });
      const session = weighing(wire, server, { selection });
      await session.run({ input: "Weigh iron." });
      const page = await session.store.history(THREAD, { after: 0, limit: 10 });
      const entries = page?.entries.map(readEntry) ?? [];
      const [asked] = entries.flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : []);
      await decideApproval(THREAD, asked?.id ?? "", { approved: true, by: "ann", via: "api" }, session.deps);
      await session.run({ input: "Weigh zinc." });
      assert.deepEqual(ran, ["iron a"]);
      await assertTaken(session);
    });
  }
}

for (const wire of [GPT, { ...caseOf("anthropic"), model: "claude-opus-5-5" }]) {
  Deno.test(`S4, S6, P7: ${wire.model}: a step whose calls change the tools, in a deployment with other limits`, async () => {
    await using server = await wire.start({ reply: replies(search("zinc"), call("weigh_zinc", "a")) });
    const selection = toolSelection({ selector: byWords(), offer: 1, reselect: "step", tools: CATALOGUE });
    const session = weighing(wire, server, { selection });
    await session.run({ input: "Weigh iron.", until: "step" });
    const other = weighing(wire, server, { selection, limits: { stepMs: 60_000 } }, session);
    await other.run();
    assert.deepEqual(ran, ["zinc a"]);
    await assertTaken(other);
  });
}
