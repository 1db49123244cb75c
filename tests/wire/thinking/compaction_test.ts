// C4, E13: summaries that Claude's API writes, on a server that checks blocks, betas and preserved thinking as the vendor documents
// them: the block stands first, the kept answer has its thinking, and every request is written again.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import type { SummaryEntry } from "../../../src/core/entry.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { KNOWN_PROVIDERS } from "../../../src/deps/provider_names.ts";
import { loadProviders, PROVIDERS } from "../../../src/provider_registry.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { WireCase } from "../case.ts";
import { isRecord, type ParsedRequest, type Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { session as openReport } from "../reports/session.ts";
import { caseOf, openSession, type Session, thinksAndCalls, THREAD, tool } from "./_session.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";

const OPUS: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
const BY_PROVIDER: Omit<AgentDefinition, "name"> = {
  tools: [tool("look")],
  compaction: { afterEntries: 8, by: "provider" },
};

function summarises(request: ParsedRequest): Reply {
  return request.body.compaction !== undefined ||
      /Answer with the summary only/.test(JSON.stringify(request.body))
    ? { text: "Blue so far.", usage: { input: 500, output: 40 } }
    : thinksAndCalls(request);
}

async function converse(session: Session, turns: number, thread?: string): Promise<string[]> {
  const warnings: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const result = await session.run({
      input: `Question ${turn}?`,
      ...(thread === undefined ? {} : { thread }),
    });
    warnings.push(...result.warnings.map(({ code }) => code));
  }
  return warnings;
}

async function summariesOf({ store }: Session, thread = THREAD.thread): Promise<readonly SummaryEntry[]> {
  const page = await store.history({ ...THREAD, thread }, { after: 0, limit: 1_000 });
  return (page?.entries ?? []).map(readEntry).filter((entry) => entry.type === "summary");
}

interface Body {
  readonly system?: unknown;
  readonly compaction?: unknown;
  readonly diagnostics?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

function bodiesOf({ requests }: Simulator): readonly Body[] {
  return requests.map(({ text }) => JSON.parse(text));
}

function blocksOf({ messages }: Body): readonly { readonly type?: unknown; readonly signature?: unknown }[] {
  return messages.flatMap(({ content }) => Array.isArray(content) ? content.filter(isRecord) : []);
}

Deno.test("C4, E13: Claude's API summarises what was last asked; its block begins later requests, and the kept answer thinks on", async () => {
  await using server = await OPUS.start({ reply: summarises });
  const session = openSession(OPUS, server, BY_PROVIDER);
  assert.deepEqual(await converse(session, 12), []);
  assert.ok(session.statuses().every((status) => status === 200), "a request was refused");
  const bodies = bodiesOf(server);
  const asked = bodies.flatMap((body, index) => body.compaction === undefined ? [] : [index]);
  assert.ok(asked.length > 2, `${asked.length} summaries`);
  for (const index of asked) {
    const [before, request, after] = [bodies[index - 1], bodies[index], bodies[index + 1]];
    const { compaction, ...rest } = request ?? assert.fail();
    assert.deepEqual(compaction, { type: "summarize" });
    const { diagnostics: _, ...plain } = before ?? {};
    const asBefore = { ...rest, tool_choice: { type: "auto" } };
    assert.deepEqual(asBefore, plain, "it is the request before, but for the field and the choice");
    const [block, next] = after?.messages ?? assert.fail();
    assert.equal(block?.role, "assistant");
    assert.match(JSON.stringify(block?.content), /^\[\{"type":"compaction","content":"Blue so far\."/);
    assert.match(JSON.stringify(next), /"thinking","thinking":"Thought/, "the kept answer has its thinking");
    assert.deepEqual(after?.system, before?.system, "the summary is not in the instructions too");
  }
  const entries = await summariesOf(session);
  assert.equal(entries.length, asked.length);
  assert.deepEqual([entries[0]?.text, entries[0]?.meta?.provider, entries[0]?.meta?.model], [
    "Blue so far.",
    "anthropic",
    "claude-opus-5-5",
  ]);
  assert.deepEqual([entries[0]?.usage?.inputTokens, entries[0]?.usage?.outputTokens], [500, 40]);
  const cuts = await session.cuts();
  assert.ok(cuts.length >= asked.length - 1 && cuts.every((why) => why === "compaction"), cuts.join());
  const state = JSON.parse((await session.store.read(THREAD))?.header.state ?? "{}");
  assert.equal(state.thinkingFrom, undefined, "no thinking is left out");
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: another isolate and a fork go on from the block", async () => {
  await using server = await OPUS.start({ reply: summarises });
  const first = openSession(OPUS, server, BY_PROVIDER);
  await converse(first, 4);
  assert.ok((await summariesOf(first)).length > 0);
  const other = openSession(OPUS, server, BY_PROVIDER, first.store);
  await converse(other, 1);
  assert.ok(blocksOf(bodiesOf(server).at(-1) ?? assert.fail()).some(({ type }) => type === "compaction"));
  await forkThread(THREAD, { thread: "fork" }, other.deps);
  await converse(other, 4, "fork");
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.deepEqual([await other.verdict(), await other.verdict("fork")], ["verified", "verified"]);
});

Deno.test("E13: a model that does not take the block reads the summary as text, and the block comes back with the other", async () => {
  await using server = await OPUS.start({ reply: summarises });
  const session = openSession(OPUS, server, { ...BY_PROVIDER, models: ["anthropic/claude-sonnet-4-5"] });
  await converse(session, 3);
  assert.ok((await summariesOf(session)).length > 0);
  await session.run({ input: "And you?", model: "anthropic/claude-sonnet-4-5", until: "step" });
  const asText = bodiesOf(server).at(-1) ?? assert.fail();
  assert.match(JSON.stringify(asText.messages), /EARLIER IN THIS CONVERSATION\\nBlue so far\./);
  assert.ok(!blocksOf(asText).some(({ type }) => type === "compaction"));
  await session.run({ input: "And now?", until: "step" });
  const again = bodiesOf(server).findLast(({ compaction }) => compaction === undefined) ?? assert.fail();
  assert.equal(blocksOf(again)[0]?.type, "compaction");
  assert.doesNotMatch(JSON.stringify(again.system) ?? "", /EARLIER/);
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: a model whose API writes no summaries writes one itself, behind its last request, with a warning", async () => {
  const sonnet: WireCase = { ...OPUS, model: "claude-sonnet-4-5" };
  await using server = await sonnet.start({ reply: summarises });
  const session = openSession(sonnet, server, BY_PROVIDER);
  assert.ok((await converse(session, 4)).includes("compaction_degraded"));
  const [made] = await summariesOf(session);
  assert.deepEqual([made?.text, made?.meta, made?.record?.continues], ["Blue so far.", undefined, "model"]);
  assert.ok(bodiesOf(server).every(({ compaction }) => compaction === undefined));
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: behind a gateway that knows no summaries the model writes them", async () => {
  const gateway: WireCase = {
    ...OPUS,
    fetch: (server) => (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete("anthropic-beta");
      return fetch(String(input).replace("https://api.anthropic.com", server.url), { ...init, headers });
    },
  };
  await using server = await gateway.start({ reply: summarises });
  const session = openSession(gateway, server, BY_PROVIDER);
  const warnings = await converse(session, 4);
  assert.ok(warnings.includes("compaction_degraded") && !warnings.includes("compaction_failed"));
  const [made] = await summariesOf(session);
  assert.deepEqual([made?.meta, made?.record?.continues], [undefined, "model"]);
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: a server that no longer takes the block is asked without it, with the summary as text", async () => {
  let isStrict = true;
  const wire: WireCase = {
    ...OPUS,
    fetch: (server) => (input, init) => {
      const headers = new Headers(init?.headers);
      if (!isStrict) headers.delete("anthropic-beta");
      return fetch(String(input).replace("https://api.anthropic.com", server.url), { ...init, headers });
    },
  };
  await using server = await wire.start({ reply: summarises });
  const session = openSession(wire, server, {
    ...BY_PROVIDER,
    compaction: { afterEntries: 12, by: "provider" },
  });
  await converse(session, 4);
  assert.equal((await summariesOf(session)).length, 1);
  isStrict = false;
  await session.run({ input: "And now?", until: "step" });
  const { statuses } = session;
  assert.ok(statuses().includes(400), "the block is refused");
  assert.match(
    JSON.stringify(bodiesOf(server).at(-1)?.messages),
    /EARLIER IN THIS CONVERSATION\\nBlue so far\./,
  );
  await session.run({ input: "And then?", until: "step" });
  assert.ok(statuses().every((status) => status === 200), "it is known from then on");
  assert.equal(await session.verdict(), "verified");
});

Deno.test("E13: a summary that the API could not write is a warning, and the next step asks again", async () => {
  await using server = await OPUS.start({
    reply: (request) => request.body.compaction === undefined ? thinksAndCalls(request) : { text: "" },
  });
  const session = openSession(OPUS, server, BY_PROVIDER);
  const warnings = await converse(session, 5);
  assert.ok(warnings.filter((code) => code === "compaction_failed").length > 1);
  assert.deepEqual(await summariesOf(session), []);
});

const VARIANTS: readonly (readonly [what: string, more: Omit<AgentDefinition, "name">])[] = [
  ["answers in a schema", {
    output: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  }],
  ["a limit of the answer, and instructions for summaries", {
    settings: { maxOutputTokens: 2_000 },
    compaction: { afterEntries: 8, by: "provider", instructions: "Keep the colours." },
  }],
  ["pinned answers", {}],
  ["a token-efficient agent", { tokenEfficient: true }],
];

for (const [what, more] of VARIANTS) {
  Deno.test(`E13: the API summarises a conversation with ${what}, and no request is refused`, async () => {
    await using server = await OPUS.start({
      reply: (request) => {
        const reply = summarises(request);
        return "output" in more && reply.text === "It is blue."
          ? { ...reply, text: '{"answer":"blue"}' }
          : reply;
      },
    });
    const session = openSession(OPUS, server, { ...BY_PROVIDER, ...more });
    await converse(session, 3);
    if (what === "pinned answers") await session.run({ input: "Keep it.", pins: { add: [1], remove: [] } });
    await converse(session, 5);
    assert.ok(server.requests.every(({ status }) => status === 200));
    const bodies = bodiesOf(server);
    const asked = bodies.find(({ compaction }) => compaction !== undefined) ?? assert.fail();
    if ("settings" in more) {
      assert.deepEqual(asked.compaction, { type: "summarize", instructions: "Keep the colours." });
      assert.ok(isRecord(asked) && asked.max_tokens !== 2_000, "the limit is none of the summary");
    }
    assert.equal(await session.verdict(), "verified");
  });
}

Deno.test("E13: the features that are known at start are those of the tables", async () => {
  for (const [name, { capabilities: { has } }] of await loadProviders()) {
    assert.deepEqual(KNOWN_PROVIDERS[name]?.has, has, name);
  }
});

Deno.test("E13: an agent whose provider never writes summaries is refused at start, and so are parts that are for models", () => {
  const agent = (model: string) =>
    defineAgent({ name: "a", model, compaction: { afterEntries: 8, by: "provider" } });
  assert.throws(
    () =>
      createDeps({
        plugins: [summaries()],
        registry: PROVIDERS,
        env: {},
        agents: [agent("bedrock/anthropic.claude-opus-5-5-v1:0")],
      }),
    /by.*is provider, and the API of bedrock writes no summaries/s,
  );
  createDeps({
    plugins: [summaries()],
    registry: PROVIDERS,
    env: {},
    agents: [agent("anthropic/claude-opus-5-5")],
  });
  for (const part of [{ keepEntries: 2 }, { keepTokens: 5 }, { model: "a/b" }, { summarize: () => "" }]) {
    assert.throws(
      () =>
        defineAgent({
          name: "a",
          model: "anthropic/claude-opus-5-5",
          compaction: { afterEntries: 8, by: "provider", ...part },
        }),
      /is there, but by says that the provider makes the summary/,
    );
  }
});

// A model that answers the ask for a summary with a call: each ask is paid, so it is not asked for ever.
Deno.test("E13: a model that calls a tool in place of a summary is asked twice, says so, and again after 64 entries", async () => {
  const wire = caseOf("openai chat");
  let asked = 0;
  const reply = ({ history }: ParsedRequest): Reply => {
    const last = history.at(-1);
    if (last?.kind !== "message" || !/Summarise this conversation/.test(last.text)) return { text: "Blue." };
    asked++;
    return { calls: [{ name: "look", arguments: "{}" }], ignoresChoice: true };
  };
  await using server = await wire.start({ reply });
  const look = defineTool({ name: "look", description: "", effect: "pure", run: () => "blue" });
  const run = openReport(wire, server, {
    tools: [look],
    compaction: { afterEntries: 4, keepEntries: 2 },
    limits: { historyEntries: 200 },
  });
  const warnings: string[] = [];
  const converse = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const answer = await run(`What colour ${turn}?`);
      warnings.push(...answer.warnings.map(({ code, message }) => `${code}: ${message}`));
    }
  };
  await converse(30);
  assert.equal(asked, 2);
  assert.deepEqual(warnings, [
    "compaction_failed: The model gave an empty summary.",
    "compaction_failed: The model gave an empty summary. It is asked again in 64 entries.",
  ]);
  await converse(8);
  assert.equal(asked, 3);
});
