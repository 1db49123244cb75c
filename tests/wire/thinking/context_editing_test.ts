// E13: old results of tools that Claude's API leaves out: requests are what they would be but for one constant field, and the step says
// what was left out.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import { caseOf, openSession, type Session, thinksAndCalls, tool } from "./_session.ts";

const OPUS: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
const CLEARING: Omit<AgentDefinition, "name"> = {
  tools: [tool("look", "blue ".repeat(200))],
  clearToolResults: { afterTokens: 1_500, keepCalls: 2, atLeastTokens: 100, exceptTools: ["listen"] },
};
const FIELD = {
  edits: [{
    type: "clear_tool_uses_20250919",
    trigger: { type: "input_tokens", value: 1_500 },
    keep: { type: "tool_uses", value: 2 },
    clear_at_least: { type: "input_tokens", value: 100 },
    exclude_tools: ["listen"],
  }],
};

async function converse(
  session: Session,
  turns: number,
): Promise<readonly { code: string; message: string }[]> {
  const warnings: { code: string; message: string }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    warnings.push(...(await session.run({ input: `Question ${turn}?` })).warnings);
  }
  return warnings;
}

Deno.test("E13: each request has the same field, nothing else changes, and the step says what the API has left out", async () => {
  await using server = await OPUS.start({ reply: thinksAndCalls });
  const session = openSession(OPUS, server, CLEARING);
  const warnings = await converse(session, 8);
  assert.ok(session.statuses().every((status) => status === 200));
  for (const { text } of server.requests) assert.deepEqual(JSON.parse(text).context_management, FIELD);
  assert.deepEqual(await session.cuts(), [], "the prompt goes on");
  const cleared = warnings.filter(({ code }) => code === "results_cleared");
  assert.ok(cleared.length > 3, JSON.stringify(warnings));
  assert.match(
    cleared[0]?.message ?? "",
    /^The API has left out the results of \d+ calls, \d+ input tokens\.$/,
  );
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: with summaries of the API, their requests are without the field, which the API refuses beside them", async () => {
  await using server = await OPUS.start({
    reply: (request: ParsedRequest): Reply =>
      request.body.compaction === undefined ? thinksAndCalls(request) : { text: "Blue so far." },
  });
  const session = openSession(OPUS, server, { ...CLEARING, compaction: { afterEntries: 8, by: "provider" } });
  await converse(session, 8);
  assert.ok(session.statuses().every((status) => status === 200));
  const bodies = server.requests.map(({ text }) => JSON.parse(text));
  assert.ok(bodies.some(({ compaction }) => compaction !== undefined));
  for (const { compaction, context_management: field } of bodies) {
    assert.deepEqual(field, compaction === undefined ? FIELD : undefined);
  }
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: behind a gateway that refuses the field the results stay, with a warning, and no later request has it", async () => {
  const gateway: WireCase = {
    ...OPUS,
    fetch: (server) => (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete("anthropic-beta");
      return fetch(String(input).replace("https://api.anthropic.com", server.url), { ...init, headers });
    },
  };
  await using server = await gateway.start({ reply: thinksAndCalls });
  const session = openSession(gateway, server, CLEARING);
  const warnings = await converse(session, 2);
  assert.deepEqual(session.statuses().filter((status) => status !== 200), [400]);
  assert.ok(warnings.some(({ code }) => code === "results_not_cleared"));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: an agent whose provider never clears results is refused at start", () => {
  const agent = defineAgent({ name: "a", model: "openai/gpt-5", clearToolResults: { afterTokens: 9_000 } });
  assert.throws(
    () => createDeps({ plugins: [], registry: PROVIDERS, env: {}, agents: [agent] }),
    /clearToolResults.*the API of openai clears no results of tools/s,
  );
});
