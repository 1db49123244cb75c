// S4, S6, C4: a thread with 5,000 tools on every dialect: it begins with the tools that fit its first input, finds the others by a search
// and calls them through the bridge. No request has more than 12 tools that the one before did not have, each is a prefix of the next,
// and each is written again from the log.
import assert from "node:assert/strict";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Tool } from "../../../../src/core/tool.ts";
import { isJsonObject, parseJson } from "../../../../src/core/json.ts";
import { readEntry } from "../../../../src/kernel/history/codec.ts";
import { toolSelection } from "../../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../../../plugins/selection/_by_words.ts";
import { triedCases } from "../../../wire/cases.ts";
import type { HistoryEntry, ParsedRequest, Reply } from "../../../wire/openai/reply.ts";
import { caseOf, openSession, THREAD, tool } from "../../../wire/thinking/_session.ts";
import { breakBetween, promptOf } from "../../../wire/prefix/prompt_of.ts";

const METALS = ["iron", "copper", "zinc", "lead"];
const ran: string[] = [];

const CATALOGUE: readonly Tool[] = [
  ...METALS.map((metal) =>
    defineTool({
      name: `weigh_${metal}`,
      description: `Weighs a piece of ${metal}.`,
      parameters: ["piece"],
      effect: "pure",
      run: ({ piece }) => {
        ran.push(metal);
        return `${String(piece)} of ${metal} weighs 7 g`;
      },
    })
  ),
  ...Array.from({ length: 5_000 - METALS.length }, (_, index) => tool(`sort_${index}`, "sorted")),
];

/** A model that weighs each metal, by a tool that it has or that it finds. */
function weighs({ tools, history }: ParsedRequest): Reply {
  const results = history.filter((item) => item.kind === "result").map(({ output }) => output);
  const metal = METALS.find((each) => !results.some((output) => output.includes(`of ${each} weighs`)));
  if (metal === undefined) return { text: "All are weighed." };
  const name = `weigh_${metal}`;
  const args = `{"piece":"piece of ${metal}"}`;
  if (tools.includes(name)) return { calls: [{ name, arguments: args }] };
  return results.some((output) => output.includes(name))
    ? { calls: [{ name: "call_tool", arguments: `{"name":"${name}","arguments":${args}}` }] }
    : { calls: [{ name: "search_tools", arguments: `{"query":"${metal}"}` }] };
}

function callsIn(history: readonly HistoryEntry[]): string[] {
  return history.flatMap((item) => item.kind === "call" ? [item.name] : []);
}

/** A model that takes definitions of tools in notices. */
const CLAUDE = { ...caseOf("anthropic"), name: "Claude Opus 5.5", model: "claude-opus-5-5" };

/** Dialects whose results of searches define tools. */
const IN_RESULTS = ["anthropic", "openai breakpoints"];

for (const wire of [...triedCases(), CLAUDE]) {
  const bridge = wire === CLAUDE || IN_RESULTS.includes(wire.name) ? undefined : "call_tool";

  Deno.test(`S4, S6, C4: ${wire.name}: a thread with 5,000 tools does a task of four, and every request goes on from the one before`, async () => {
    const seen: ParsedRequest[] = [];
    await using server = await wire.start({
      reply: (request) => {
        seen.push(request);
        return weighs(request);
      },
    });
    const session = openSession(wire, server, {
      instructions: "Weigh the metals.",
      tools: [tool("look")],
      selection: toolSelection({ tools: CATALOGUE, selector: byWords(), offer: 1, find: 3 }),
    });
    ran.length = 0;
    const result = await session.run({ input: "Weigh iron." });
    assert.equal(result.output, "All are weighed.");
    assert.deepEqual(ran, METALS);
    assert.deepEqual(await session.cuts(), []);

    const prompts = server.requests.map(({ text }) => promptOf(JSON.parse(text), true));
    for (const [index, after] of prompts.slice(1).entries()) {
      assert.equal(breakBetween(prompts[index] ?? assert.fail(), after), undefined);
    }
    assert.deepEqual(seen[0]?.tools, ["look", "search_tools", "call_tool", "weigh_iron"]);
    assert.deepEqual(callsIn(seen.at(-1)?.history ?? []), [
      "weigh_iron",
      ...METALS.slice(1).flatMap((metal) => ["search_tools", bridge ?? `weigh_${metal}`]),
    ]);
    assert.equal(await session.verdict(), "verified");

    const page = await session.store.history(THREAD, { after: 0, limit: 100 });
    const entries = page?.entries.map(readEntry) ?? [];
    const observed = entries.flatMap((entry) => entry.type === "tool" ? [entry.name] : []);
    assert.deepEqual(
      observed.filter((name) => name !== "search_tools"),
      METALS.map((metal) => `weigh_${metal}`),
    );
    const told = entries.flatMap((entry) => entry.type === "notice" ? [entry.text] : []);
    assert.deepEqual(
      told,
      wire !== CLAUDE
        ? []
        : METALS.slice(1).map((metal) => `These tools are available from here on: weigh_${metal}.`),
    );
    const [found] = entries.flatMap((entry) =>
      entry.type === "tool" && entry.name === "search_tools" ? [entry] : []
    );
    const output = typeof found?.output === "string" ? parseJson(found.output) : found?.output;
    assert.ok(isJsonObject(output) && Array.isArray(output.tools) && output.tools.length <= 3);
  });
}
