// C4: tools that change in a conversation with Claude: the blocks and betas of its requests, on any isolate, and what happens where an
// account or a gateway does not have them.
import assert from "node:assert/strict";
import type { Entry, NoticeEntry } from "../../../src/core/entry.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import type { Store } from "../../../src/core/store.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { PastRequests } from "../../../src/cli/verify/past_requests.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import type { WireCase } from "../case.ts";
import type { CapturedRequest, ParsedRequest, Reply } from "../openai/reply.ts";
import { caseOf, openSession, type Session, thinksAndCalls, THREAD, tool } from "../thinking/_session.ts";

const TOOLS = { instructions: "Help.", tools: [tool("look"), tool("listen")] };
const CLAUDE: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };

/** The same agent, deployed anew without a tool, and then with another one. */
const LESS = { ...TOOLS, tools: [tool("look")] };
const MORE = { ...TOOLS, tools: [tool("look"), tool("hum")] };

function notice(more: Partial<NoticeEntry>): NoticeEntry {
  return {
    type: "notice",
    id: "entry_n",
    at: 1,
    version: 1,
    about: "tools",
    text: "The tools change.",
    ...more,
  };
}

/** Appends entries behind an input, as a step whose model failed leaves them. */
async function append(store: Store, text: string, entries: readonly Entry[]): Promise<void> {
  const asked = { ref: THREAD, owner: "tester", schema: SCHEMA };
  const input: Entry = { type: "user", id: "entry_in", at: 1, version: 0, text };
  const begun = await store.begin({
    ...asked,
    leaseMs: 30_000,
    inputs: [writeEntry(input)],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.ok(begun.type === "begun");
  const { epoch, version, state } = begun.header;
  const committed = await store.commit({
    ...asked,
    epoch,
    version,
    state,
    status: "done",
    counters: ZERO_COUNTERS,
    pending: null,
    entries: [input, ...entries].map((entry) => writeEntry({ ...entry, version: version + 1 })),
    consumed: 1,
    blobs: [],
    events: [],
  });
  assert.equal(committed.type, "committed");
}

const betasOf = ({ headers }: CapturedRequest) => headers.get("anthropic-beta");
const hasBlocks = ({ text }: CapturedRequest) => /"type":"tool_(?:addition|removal)"/.test(text);

/** The requests of the thread that are not written again as they were sent. */
async function notWrittenAgain({ deps }: Session): Promise<unknown[]> {
  const lines: string[] = [];
  for await (const line of await exportThread(THREAD, deps)) lines.push(`${JSON.stringify(line)}\n`);
  const exported = await readExport(lines.join(""));
  const past = new PastRequests(exported, deps);
  const found: unknown[] = [];
  for (const index of exported.entries.keys()) {
    const outcomes = [
      await past.write(index),
      ...(await past.writeEarlier(index)).map(({ outcome }) => outcome),
    ];
    found.push(...outcomes.filter((each) => each !== undefined && each.type !== "equal"));
  }
  return found;
}

/** Calls a tool by its name where there is one, once a run. */
function calls(name: string): (request: ParsedRequest) => Reply {
  return (request) => {
    const isAnswered = request.history.at(-1)?.kind === "result";
    return isAnswered || !request.tools.includes(name)
      ? { reasoning: `Thought ${request.history.length}.`, text: "Done." }
      : { reasoning: "Hm.", calls: [{ name, arguments: '{"at":"sky"}' }] };
  };
}

Deno.test("C4, L2: tools that change are blocks in every later request, under their betas, on any isolate", async () => {
  await using server = await CLAUDE.start({ reply: calls("listen") });
  const session = openSession(CLAUDE, server, TOOLS);
  await session.run({ input: "What do you hear?" });
  assert.deepEqual(server.requests.map(betasOf), [null, null]);
  await openSession(CLAUDE, server, LESS, session.store).run({ input: "What do you hear now?" });
  assert.equal(betasOf(server.requests.at(-1) ?? assert.fail()), "mid-conversation-tool-changes-2026-07-01");
  for (const input of ["And now?", "And then?"]) {
    await openSession(CLAUDE, server, MORE, session.store).run({ input });
  }
  for (const request of server.requests.slice(-2)) {
    assert.equal(request.status, 200);
    assert.equal(betasOf(request), "inline-tools-2026-09-15");
    assert.equal(request.text.match(/"type":"tool_(?:addition|removal)"/g)?.length, 2);
  }
  assert.deepEqual(await session.cuts(), []);
  assert.deepEqual(await notWrittenAgain(session), []);
});

Deno.test("C4, L2: a reminder counts for one turn, and stays in every later request", async () => {
  await using server = await CLAUDE.start({ reply: thinksAndCalls });
  const session = openSession(CLAUDE, server, { ...TOOLS, tokenEfficient: true });
  await session.run({ input: "What colour?" });
  await append(session.store, "And now?", [
    notice({ about: "reminder", text: "One word.", until: "next_input" }),
  ]);
  await session.run({ input: "And then?" });
  await session.run({ input: "And at last?" });
  const reminder = '"content":[{"type":"text","text":"One word."}],"clear_at":"next_user_message"}';
  for (const request of server.requests.slice(-2)) {
    assert.equal(betasOf(request), "mid-conversation-system-clear-at-2026-08-21");
    assert.ok(request.text.includes(reminder));
  }
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.deepEqual(await notWrittenAgain(session), []);
});

/** The case behind a server that does not have this beta. */
function without(beta: string): WireCase {
  return {
    ...CLAUDE,
    fetch: (server) => async (input, init) => {
      const given = new Headers(init?.headers).get("anthropic-beta") ?? "";
      const reach = CLAUDE.fetch?.(server) ?? fetch;
      if (!given.includes(beta)) return await reach(input, init);
      const headers = new Headers(init?.headers);
      headers.set("anthropic-beta", given.replace(beta, `${beta}-unknown`));
      return await reach(input, { ...init, headers });
    },
  };
}

interface Refusal {
  readonly beta: string;
  /** The agent as it is deployed anew. */
  readonly anew: typeof TOOLS;
  /** What the log has besides. */
  readonly told: readonly NoticeEntry[];
  readonly lacks: string;
  /** What the last request has of it. */
  readonly left: RegExp;
}

/** A new prompt begins with its own tools, and nothing is told of others. */
const NOTHING = /^(?!.*(?:withdrawn|tool_addition|tool_removal))/;

const REFUSALS: readonly Refusal[] = [
  {
    beta: "mid-conversation-tool-changes-2026-07-01",
    anew: LESS,
    told: [],
    lacks: "tool_changes, inline_tools",
    left: NOTHING,
  },
  {
    beta: "inline-tools-2026-09-15",
    anew: MORE,
    told: [],
    lacks: "inline_tools",
    left: NOTHING,
  },
  {
    beta: "mid-conversation-system-clear-at-2026-08-21",
    anew: TOOLS,
    told: [notice({ until: "next_input" })],
    lacks: "clear_at",
    left: /"content":\[\{"type":"text","text":"The tools change\."\}\]\}/,
  },
];

for (const { beta, anew, told, lacks, left } of REFUSALS) {
  Deno.test(`C4: ${lacks}: a refused beta is learned, the notice goes on without it, and the prompt is cut once`, async () => {
    const wire = without(beta);
    await using server = await wire.start({ reply: thinksAndCalls });
    const { store, run } = openSession(wire, server, TOOLS);
    await run({ input: "What colour?" });
    await append(store, "And now?", told);
    const session = openSession(wire, server, anew, store);
    session.statuses();
    const result = await session.run({ input: "And then?" });
    assert.equal(session.statuses()[0], 400);
    const learned = result.warnings.find(({ code }) => code === "capability_learned");
    assert.match(learned?.message ?? "", new RegExp(`lacks: ${lacks}\\.`));
    assert.match(server.requests.at(-1)?.text ?? "", left);
    await session.run({ input: "And at last?" });
    assert.ok(session.statuses().every((status) => status === 200));
    assert.deepEqual(await session.cuts(), ["notices"]);
    assert.deepEqual(await notWrittenAgain(session), []);
  });
}

Deno.test("C4: behind a cut the notices before it say nothing of the tools, which the prompt begins with", async () => {
  await using server = await CLAUDE.start({ reply: thinksAndCalls });
  const session = openSession(CLAUDE, server, { ...TOOLS, limits: { historyEntries: 12 } });
  await session.run({ input: "What colour?" });
  const anew = openSession(CLAUDE, server, { ...LESS, limits: { historyEntries: 12 } }, session.store);
  for (const input of ["Shh.", "And now?", "And then?", "At last?"]) await anew.run({ input });
  assert.ok((await session.cuts()).includes("window"));
  const requests = server.requests.filter(hasBlocks);
  assert.ok(requests.length > 0);
  assert.ok(server.requests.every(({ status }) => status === 200));
  assert.equal(hasBlocks(server.requests.at(-1) ?? assert.fail()), false);
  assert.deepEqual(await notWrittenAgain(session), []);
});

Deno.test("C4: a gateway is told of tools in words", async () => {
  const { fetch: _, ...gateway } = CLAUDE;
  const wire: WireCase = {
    ...gateway,
    env: (server) => ({ ...CLAUDE.env(server), ANTHROPIC_BASE_URL: server.url }),
  };
  await using server = await wire.start({ reply: thinksAndCalls });
  const session = openSession(wire, server, TOOLS);
  await session.run({ input: "What colour?" });
  await append(session.store, "And now?", [
    notice({ about: "reminder", text: "One word.", until: "next_input" }),
  ]);
  await openSession(wire, server, LESS, session.store).run({ input: "And then?" });
  const last = server.requests.at(-1) ?? assert.fail();
  assert.equal(betasOf(last), null);
  assert.equal(hasBlocks(last), false);
  assert.match(last.text, /One word\.[^]*withdrawn, and calls of them do not run: listen\./);
});
