// C4, record: an agent is deployed anew while its threads live. What it begins its prompts with stays, and what has changed is told
// behind the conversation, where the API can be told; elsewhere a cut says what has changed. Each request is written again from the log.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import type { Store } from "../../../../src/core/store.ts";
import { readEntry } from "../../../../src/kernel/history/codec.ts";
import { forkThread } from "../../../../src/plugins/forks/fork.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import type { WireCase } from "../../../wire/case.ts";
import type { ParsedRequest, Reply } from "../../../wire/openai/reply.ts";
import type { Simulator } from "../../../wire/simulator.ts";
import { caseOf, openSession, THREAD, tool } from "../../../wire/thinking/_session.ts";
import { breakBetween, promptOf } from "../../../wire/prefix/prompt_of.ts";

type Definition = Omit<AgentDefinition, "name">;

const CLAUDE: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
const BEDROCK: WireCase = { ...caseOf("bedrock"), model: "us.anthropic.claude-opus-5-5-v1:0" };
const OPENAI = caseOf("openai responses");
const GEMINI = caseOf("gemini");
const MISTRAL = caseOf("mistral");

const BOTH: Definition = { instructions: "Be brief.", tools: [tool("look"), tool("listen")] };
const ONE: Definition = { ...BOTH, tools: [tool("look")] };

/** The tool that the last input asks for; undefined behind a result. */
function askedFor({ history }: ParsedRequest): string | undefined {
  const last = history.findLast((item) =>
    item.kind === "result" || item.kind === "message" && item.role === "user"
  );
  const text = last?.kind === "message" ? last.text : "[tool result: ";
  return text.includes("[tool result: ") ? undefined : /Please call (\w+)/.exec(text)?.[1];
}

/** Calls what it is asked for, whether it is permitted or not, and answers in words behind a result. */
function obeys(request: ParsedRequest): Reply {
  const { history } = request;
  const name = askedFor(request);
  const reasoning = `Thought ${history.length}.`;
  if (name === undefined) return { reasoning, text: `Said ${history.length}.`, ignoresChoice: true };
  return { reasoning, calls: [{ name, arguments: `{"at":"${history.length}"}` }], ignoresChoice: true };
}

/** A thread in the hands of isolates of several definitions. */
interface Life {
  readonly server: Simulator;
  readonly store: Store;
  /** The request of an isolate with this definition. A cold isolate, unless it was given before. */
  under(definition: Definition, input: string, asked?: object): Promise<void>;
  entries(): Promise<readonly Entry[]>;
  /** Causes of the cuts, and the notices, since the last look. */
  log(): Promise<readonly string[]>;
  /** What was not as it should be in the sequence of requests: each goes on from the one before, or a cut stands between. */
  check(): Promise<void>;
}

async function live(wire: WireCase, lived: (life: Life) => Promise<void>): Promise<void> {
  await using server = await wire.start({ reply: obeys });
  const store = createMemoryStore();
  const isolates = new Map<Definition, ReturnType<typeof openSession>>();
  const entries = async () => {
    const page = await store.history(THREAD, { after: 0, limit: 1_000 });
    return (page?.entries ?? []).map(readEntry);
  };
  const isolate = (definition: Definition) => {
    const known = isolates.get(definition) ?? openSession(wire, server, definition, store);
    isolates.set(definition, known);
    return known;
  };
  let seen = 0;
  const life: Life = {
    server,
    store,
    entries,
    async under(definition, input, asked) {
      await isolate(definition).run({ input, ...asked });
    },
    async log() {
      const all = await entries();
      const since = all.slice(seen);
      seen = all.length;
      return since.flatMap((entry) =>
        entry.type === "cut"
          ? [`cut: ${entry.why.join()}`]
          : entry.type === "notice"
          ? [`${entry.about}: ${entry.text}`]
          : []
      );
    },
    async check() {
      const { requests } = server;
      assert.deepEqual(requests.filter(({ status }) => status !== 200).map(({ text }) => text), []);
      const prompts = requests.map(({ text }) => promptOf(JSON.parse(text), true));
      const breaks = prompts.slice(1).flatMap((after, index) => {
        const before = prompts[index];
        return (before && breakBetween(before, after)) ?? [];
      });
      const cuts = (await entries()).filter(({ type }) => type === "cut");
      assert.equal(breaks.length, cuts.length, breaks.join("\n"));
      const [last] = [...isolates.values()].slice(-1);
      assert.equal(await last?.verdict(), "verified");
    },
  };
  await lived(life);
  await life.check();
}

const WITHDRAWN = "tools: These tools are withdrawn, and calls of them do not run: listen.";
const BACK = "tools: These tools are available from here on: listen.";

for (const wire of [BEDROCK, OPENAI, GEMINI, MISTRAL]) {
  Deno.test(`C4: ${wire.name}: a limit that changes is neither a cut nor a notice`, async () => {
    await live(wire, async ({ under, log }) => {
      await under(BOTH, "Please call look");
      await under({ ...BOTH, limits: { stepsPerRun: 7 } }, "Please call look");
      await under({ ...BOTH, hold: "strict", description: "Another." }, "Hello");
      assert.deepEqual(await log(), []);
    });
  });

  Deno.test(`C4, L2: ${wire.name}: a withdrawn tool is announced once, stays in the requests and never runs`, async () => {
    await live(wire, async ({ under, log, entries, server }) => {
      await under(BOTH, "Please call listen");
      await under(ONE, "Please call look");
      assert.deepEqual(await log(), [WITHDRAWN]);
      await under(ONE, "Please call listen");
      assert.deepEqual(await log(), []);
      const results = (await entries()).flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []);
      assert.deepEqual(results, ["completed", "completed", "failed"]);
      assert.ok(server.requests.every(({ text }) => text.includes('"listen"')));
    });
  });

  Deno.test(`C4: ${wire.name}: a rollout withdraws a tool here and has it there, and no prompt is cut`, async () => {
    await live(wire, async ({ under, log }) => {
      const [old, now] = [{ ...BOTH }, { ...ONE }];
      await under(old, "Please call listen");
      for (let turn = 0; turn < 2; turn++) {
        await under(now, "Please call look");
        await under(old, "Please call listen");
      }
      assert.deepEqual(await log(), [WITHDRAWN, BACK, WITHDRAWN, BACK]);
    });
  });

  Deno.test(`C4: ${wire.name}: an added tool is a cut, and the isolates of before go on with it withdrawn`, async () => {
    await live(wire, async ({ under, log }) => {
      const [old, now] = [{ ...ONE }, { ...BOTH }];
      await under(old, "Please call look");
      await under(now, "Please call listen");
      await under(old, "Please call look");
      await under(now, "Please call listen");
      assert.deepEqual(await log(), ["cut: tools", WITHDRAWN, BACK]);
    });
  });

  Deno.test(`C4: ${wire.name}: a tool with another description is a cut`, async () => {
    await live(wire, async ({ under, log }) => {
      await under(BOTH, "Please call look");
      const listen = { ...tool("listen"), description: "Listens." };
      await under({ ...BOTH, tools: [tool("look"), listen] }, "Hello");
      assert.deepEqual(await log(), ["cut: tools"]);
    });
  });

  Deno.test(`C4: ${wire.name}: tools in another order are sent in the order of before`, async () => {
    await live(wire, async ({ under, log }) => {
      await under(BOTH, "Please call look");
      await under({ ...BOTH, tools: [tool("listen"), tool("look")] }, "Hello");
      assert.deepEqual(await log(), []);
    });
  });

  Deno.test(`C4: ${wire.name}: where withdrawn tools must be left out, a cut does it, unless the API hides them`, async () => {
    await live(wire, async ({ under, log }) => {
      await under({ ...BOTH, hold: "strict" }, "Please call listen");
      await under({ ...ONE, hold: "strict" }, "Please call look");
      const hides = wire === OPENAI || wire === GEMINI;
      assert.deepEqual(await log(), hides ? [WITHDRAWN] : ["cut: tools"]);
    });
  });

  Deno.test(`C4: ${wire.name}: the tools of a page come with a cut, and leave and return with none`, async () => {
    await live(wire, async ({ under, log }) => {
      const clientTools = [{ name: "show", description: "Shows.", parameters: {} }];
      await under(BOTH, "Hello");
      await under(BOTH, "Hello", { clientTools });
      await under(BOTH, "Hello");
      await under(BOTH, "Hello", { clientTools });
      assert.deepEqual(await log(), [
        "cut: tools",
        "tools: These tools are withdrawn, and calls of them do not run: show.",
        "tools: These tools are available from here on: show.",
      ]);
    });
  });
}

for (const wire of [CLAUDE, BEDROCK, OPENAI]) {
  Deno.test(`C4, L2: ${wire.name}: changed instructions are a notice of the operator's words`, async () => {
    await live(wire, async ({ under, log }) => {
      const other = { ...BOTH, instructions: "Be verbose." };
      await under(BOTH, "Please call look");
      await under(other, "Please call look");
      await under(BOTH, "Please call look");
      const words = (instructions: string) =>
        `agent: The instructions are now as follows, in place of those from before:\n\n${instructions}`;
      assert.deepEqual(await log(), [words("Be verbose."), words("Be brief.")]);
    });
  });
}

Deno.test("C4: changed instructions are a cut where the API has no message for them", async () => {
  for (const wire of [GEMINI, MISTRAL]) {
    await live(wire, async ({ under, log }) => {
      await under(BOTH, "Please call look");
      await under({ ...BOTH, instructions: "Be verbose." }, "Hello");
      assert.deepEqual(await log(), ["cut: agent"]);
    });
  }
});

Deno.test("C4: Claude is told of new, edited, withdrawn and returning tools without a cut", async () => {
  await live(CLAUDE, async ({ under, log, server }) => {
    await under(ONE, "Please call look");
    await under(BOTH, "Please call listen");
    await under(ONE, "Please call look");
    await under(
      { ...BOTH, tools: [tool("look"), { ...tool("listen"), description: "Hears." }] },
      "Please call listen",
    );
    assert.deepEqual(await log(), [BACK, WITHDRAWN, BACK]);
    const last = server.requests.at(-1)?.text ?? "";
    assert.ok(last.includes('"tool_removal"') && last.includes('"description":"Hears."'));
  });
});

Deno.test("C4: what the definition of a tool of a server says is in no notice: a new one is a cut on Claude too", async () => {
  await live(CLAUDE, async ({ under, log, server }) => {
    const source = (names: readonly string[]) => {
      const list = { tools: names.map((name) => tool(`desk_${name}`)), warnings: [] };
      return { name: "desk", prefix: "desk_", settings: {}, env: [], tools: () => list };
    };
    await under({ ...ONE, toolSources: [source(["pen"])] }, "Hello");
    await under({ ...ONE, toolSources: [source(["pen", "ink"])] }, "Hello");
    await under({ ...ONE, toolSources: [source(["ink"])] }, "Hello");
    await under({ ...ONE, toolSources: [source(["pen", "ink"])] }, "Hello");
    assert.deepEqual(await log(), [
      "cut: tools",
      "tools: These tools are withdrawn, and calls of them do not run: desk_pen.",
      "tools: These tools are available from here on: desk_pen.",
    ]);
    const last = server.requests.at(-1)?.text ?? "";
    assert.ok(last.includes('"tool_addition"') && !last.includes('"tool_definition"'));
  });
});

Deno.test("C4: a cut for another reason begins with the agent as it is now", async () => {
  await live(OPENAI, async ({ under, log, server }) => {
    const limits = { historyEntries: 12 };
    await under({ ...BOTH, limits }, "Please call listen");
    const now = { ...ONE, limits };
    await under(now, "Please call look");
    await under(now, "Please call look");
    await under(now, "Hello");
    await under(now, "Hello");
    assert.deepEqual(await log(), [WITHDRAWN, "cut: window"]);
    const bodies = server.requests.map(({ text }) => text.includes('"name":"listen"'));
    assert.deepEqual([bodies[0], bodies.at(-1)], [true, false]);
  });
});

Deno.test("C4: a prompt with some of its frame's tools alone is told of no change of the others: Claude refuses a removal of an unknown one", async () => {
  const strict = { ...BOTH, hold: "strict" } as const;
  const degraded = { toolChoice: { type: "tool", name: "look" }, onUnsupported: "degrade" } as const;
  await live(CLAUDE, async ({ under, log, server }) => {
    await under({ ...strict, tools: [tool("look"), tool("listen"), tool("smell")] }, "Hello", degraded);
    await under({ ...strict, tools: [tool("look"), tool("smell")] }, "Hello", degraded);
    assert.deepEqual((await log()).filter((line) => !line.startsWith("choice: ")), []);
    assert.ok(server.requests.every(({ text }) => !text.includes('"name":"listen"')));
  });
});

Deno.test("C4: driver react: a withdrawn tool is announced, and a decision for it never runs", async () => {
  const decides = (request: ParsedRequest): Reply => {
    const isRefused = JSON.stringify(request.body).includes("Your last answer was not used");
    const tool = isRefused ? null : askedFor(request) ?? null;
    const decision = tool === null
      ? { thought: "", type: "final_answer", tool, args: null, answer: "Done." }
      : { thought: "", type: "call_tool", tool, args: { at: "x" }, answer: null };
    return { text: JSON.stringify(decision) };
  };
  await using server = await MISTRAL.start({ reply: decides });
  const store = createMemoryStore();
  const first = openSession(MISTRAL, server, { ...BOTH, driver: "react" }, store);
  await first.run({ input: "Please call listen" });
  const second = openSession(MISTRAL, server, { ...ONE, driver: "react" }, store);
  await second.run({ input: "Please call listen" });
  const entries = (await store.history(THREAD, { after: 0, limit: 100 }))?.entries.map(readEntry) ?? [];
  const told = entries.flatMap((entry) => entry.type === "notice" ? [entry.text] : []);
  assert.equal(told[0], WITHDRAWN.replace("tools: ", ""));
  assert.match(told[1] ?? "", /are: look\./);
  assert.deepEqual(await second.cuts(), []);
  assert.deepEqual(
    entries.flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []),
    ["completed"],
  );
  assert.equal(await second.verdict(), "verified");
});

Deno.test("C4: a choice of a withdrawn tool is refused, and the thread is as it was", async () => {
  await live(OPENAI, async ({ under, entries }) => {
    await under(BOTH, "Hello");
    const before = (await entries()).length;
    await assert.rejects(under(ONE, "Hello", { toolChoice: { type: "tool", name: "listen" } }), {
      code: "tool_unknown",
    });
    assert.equal((await entries()).length, before);
  });
});

Deno.test("C4: a call that waits for approval does not run when its tool was withdrawn meanwhile", async () => {
  let ran = 0;
  const guarded = defineTool({
    name: "listen",
    description: "Looks.",
    parameters: ["at"],
    needsApproval: true,
    run: () => `${++ran}`,
  });
  await live(OPENAI, async ({ under, entries, store }) => {
    await under({ ...BOTH, tools: [tool("look"), guarded] }, "Please call listen");
    const call = (await entries()).flatMap((entry) => entry.type === "assistant" ? entry.blocks : [])
      .find((block) => block.type === "call");
    assert.ok(call?.type === "call");
    await store.decide(THREAD, call.id, { approved: true, at: Date.now() });
    await under(ONE, "Hello");
    const results = (await entries()).flatMap((entry) => entry.type === "tool" ? [entry.error?.kind] : []);
    assert.deepEqual([results, ran], [["unknown_tool"], 0]);
  });
});

Deno.test("C4: a fork goes on with the frame of its source", async () => {
  await using server = await OPENAI.start({ reply: obeys });
  const store = createMemoryStore();
  await openSession(OPENAI, server, BOTH, store).run({ input: "Please call listen" });
  const session = openSession(OPENAI, server, ONE, store);
  await session.run({ input: "Please call look" });
  await forkThread(THREAD, { thread: "t2" }, session.deps);
  await session.run({ input: "Please call look", thread: "t2" });
  await session.run({ input: "And again?", thread: "t2" });
  const entries = (await store.history({ ...THREAD, thread: "t2" }, { after: 0, limit: 100 }))?.entries ?? [];
  const log = entries.map(readEntry).filter(({ type }) => type === "cut" || type === "notice");
  assert.equal(log.length, 1, "the notice of the source alone");
  assert.equal(await session.verdict("t2"), "verified");
});

Deno.test("C4: an unchanged agent reads no definition, and a changed one a single time in each isolate", async () => {
  const store = createMemoryStore();
  let reads = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      if (name === "getBlob") reads++;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await using server = await OPENAI.start({ reply: obeys });
  const first = openSession(OPENAI, server, BOTH, counting);
  await first.run({ input: "Please call look" });
  await openSession(OPENAI, server, { ...BOTH }, counting).run({ input: "Please call look" });
  assert.equal(reads, 0, "a cold isolate of the same definition");
  const changed = openSession(OPENAI, server, ONE, counting);
  for (const input of ["Hello", "Please call look", "Hello"]) await changed.run({ input });
  assert.equal(reads, 1);
});

Deno.test("C4: a notice names a tool as the request does, where the API does not take its name", async () => {
  const starred = { ...BOTH, tools: [tool("look"), tool("GitHub.SetStarred"), tool("GitHub.SetStarred2")] };
  const toolChoice = { type: "tool", name: "GitHub.SetStarred" } as const;
  for (const wire of [CLAUDE, MISTRAL]) {
    await live(wire, async ({ under, log, server }) => {
      await under(starred, "Hello");
      await under(starred, "Hello", { toolChoice, onUnsupported: "degrade" });
      await under(ONE, "Hello");
      const told = server.requests.at(-1)?.text ?? "";
      assert.match(
        told,
        /withdrawn, and calls of them do not run: GitHub_SetStarred_\w+, GitHub_SetStarred2_\w+\./,
      );
      assert.ok(!told.includes("GitHub."), told);
      const last = (await log()).at(-1);
      assert.equal(
        last,
        "tools: These tools are withdrawn, and calls of them do not run: GitHub.SetStarred, GitHub.SetStarred2.",
      );
    });
  }
});
