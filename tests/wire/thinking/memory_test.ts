// C4: thinking that Claude has refused is left out as a whole and never comes back, on any isolate, in a fork, and in a thread that
// goes on from another; what the model thinks from there on goes back again.
import assert from "node:assert/strict";
import { copyHistory } from "../../../src/runtime/threads/copy_history.ts";
import { forkThread } from "../../../src/runtime/threads/fork.ts";
import { readState } from "../../../src/runtime/stored.ts";
import { snapshotOf } from "../../../src/runtime/snapshot.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, thinksAndCalls, THREAD, tool } from "./_session.ts";

const OPUS = "claude-opus-5-5";
const CLAUDES: readonly (readonly [dialect: string, model: string])[] = [
  ["anthropic", OPUS],
  ["bedrock", "us.anthropic.claude-opus-5-5-v1:0"],
];
const TOOLS = { tools: [tool("look"), tool("listen")] };

/** What stands between the threads and the server: from `edition` 1 on it writes another word in the first question. */
function editing(wire: WireCase, server: Simulator): { readonly wire: WireCase; edition: number } {
  const reach = wire.fetch?.(server) ?? fetch;
  const through: typeof fetch = (url, init) => {
    const word = editor.edition === 0 ? "colour" : `colour ${editor.edition}`;
    return reach(url, { ...init, body: String(init?.body).replace("What colour", `What ${word}`) });
  };
  const editor = { wire: { ...wire, fetch: () => through }, edition: 0 };
  return editor;
}

/** Signatures in the last request, in their order. */
function signatures(server: Simulator, back = 1): string[] {
  return [...(server.requests.at(-back)?.text ?? "").matchAll(/"signature":"([^"]+)"/g)].map((
    [, each = ""],
  ) => each);
}

for (const [dialect, model] of CLAUDES) {
  const wire: WireCase = { ...caseOf(dialect), model };

  Deno.test(`C4: ${dialect}: a refusal of thinking costs one request and one warning, and the steps behind it none`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const editor = editing(wire, server);
    const { run, statuses, verdict, cuts } = openSession(editor.wire, server, TOOLS);
    await run({ input: "What colour?", until: "step" });
    assert.deepEqual(statuses(), [200]);
    editor.edition = 1;
    const step = await run({ until: "step" });
    assert.deepEqual(statuses(), [400, 200]);
    assert.deepEqual(step.warnings.map(({ code }) => code), ["thinking_left_out"]);
    assert.deepEqual(await cuts(), ["thinking"]);
    const refused = signatures(server, 2);
    assert.deepEqual([refused.length, signatures(server).length], [1, 0]);
    for (let index = 0; index < 4; index++) {
      const { warnings } = await run({ input: `And ${index}?` });
      assert.deepEqual(warnings, []);
    }
    assert.deepEqual(new Set(statuses()), new Set([200]));
    assert.ok(signatures(server).length > 4 && !signatures(server).includes(refused[0] ?? ""));
    assert.equal(await verdict(), "verified");
  });

  Deno.test(`C4: ${dialect}: a cold isolate, a fork and a copy of the thread leave out what was refused`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const editor = editing(wire, server);
    const warm = openSession(editor.wire, server, TOOLS);
    await warm.run({ input: "What colour?", until: "step" });
    editor.edition = 1;
    await warm.run();
    const refused = signatures(server, 2);
    assert.equal(refused.length, 1);
    await warm.run({ input: "And now?" });
    warm.statuses();

    const cold = openSession(editor.wire, server, TOOLS, warm.store);
    await cold.run({ input: "And then?" });
    const { version } = (await snapshotOf(THREAD, cold.deps)).header;
    for (const at of [version, 2, 1]) {
      const thread = `fork-${at}`;
      await forkThread(THREAD, { thread, version: at }, cold.deps);
      await cold.run({ thread, input: "And in the fork?" });
      assert.ok(!signatures(server).includes(refused[0] ?? ""));
      const state = readState(
        { ...THREAD, thread },
        (await snapshotOf({ ...THREAD, thread }, cold.deps)).header,
      );
      assert.ok((state.thinkingFrom ?? 0) > 0);
      await cold.run({ thread, input: "And again?" });
    }
    const { entries } = await copyHistory(THREAD, { user: undefined, owned: false }, cold.deps);
    await cold.run({ thread: "copy", history: entries, input: "And in the copy?" });
    assert.ok(!signatures(server).includes(refused[0] ?? ""));
    assert.deepEqual(new Set(warm.statuses()), new Set([200]));
  });

  Deno.test(`C4: ${dialect}: a history that another thread began under another prompt goes on without its thinking`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const { deps, run, statuses, store } = openSession(wire, server, TOOLS);
    await run({ input: "What colour?" });
    const { entries } = await copyHistory(THREAD, { user: undefined, owned: false }, deps);
    const other = openSession(wire, server, { ...TOOLS, instructions: "Be brief." }, store);
    statuses();
    const { warnings } = await other.run({ thread: "copy", history: entries, input: "And now?" });
    assert.deepEqual([statuses()[0], statuses().includes(400)], [400, false]);
    assert.equal(warnings.filter(({ code }) => code === "thinking_left_out").length, 1);
    await other.run({ thread: "copy", input: "And then?" });
    assert.deepEqual(new Set(statuses()), new Set([200]));
  });

  Deno.test(`C4: ${dialect}: a thread whose prompt changes with every step goes without thinking for a while`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const editor = editing(wire, server);
    const { run, statuses } = openSession(editor.wire, server, TOOLS);
    const refusals: number[] = [];
    await run({ input: "What colour?" });
    statuses();
    for (let index = 0; index < 10; index++) {
      editor.edition++;
      await run({ input: `And ${index}?` });
      refusals.push(statuses().filter((status) => status === 400).length);
    }
    assert.deepEqual(refusals, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  Deno.test(`C4: ${dialect}: thinking that was changed in the store is left out as well`, async () => {
    let damaged = false;
    await using server = await wire.start({ reply: thinksAndCalls });
    const reach = wire.fetch?.(server) ?? fetch;
    // What stands between the thread and the server once writes another signature.
    const through: typeof fetch = (url, init) => {
      const body = String(init?.body);
      const changed = damaged ? body.replace(/("signature":"bound_[^"]+)"/, '$1x"') : body;
      return reach(url, { ...init, body: changed });
    };
    const { run, statuses } = openSession({ ...wire, fetch: () => through }, server, TOOLS);
    await run({ input: "What colour?" });
    damaged = true;
    const { warnings } = await run({ input: "And now?", until: "step" });
    assert.equal(warnings.filter(({ code }) => code === "thinking_left_out").length, 1);
    assert.deepEqual(statuses().filter((status) => status === 400).length, 1);
  });
}

/** A Claude with another model beside it, each on its own server. */
interface TwoModels {
  readonly wire: WireCase;
  readonly server: Simulator;
  readonly second: Simulator;
  /** `provider/model` of both. */
  readonly models: readonly [first: string, second: string];
}

async function withTwoModels(
  reply: (request: ParsedRequest) => Reply,
  used: (both: TwoModels) => Promise<void>,
): Promise<void> {
  const wire: WireCase = { ...caseOf("anthropic"), model: OPUS };
  const other = caseOf("gemini");
  await using server = await wire.start({ reply });
  await using second = await other.start({ reply: thinksAndCalls });
  const reach: typeof fetch = (url, init) =>
    String(url).includes("anthropic")
      ? wire.fetch?.(server)(url, init) ?? fetch(url, init)
      : other.fetch?.(second)(url, init) ?? fetch(url, init);
  const env = () => ({ ...wire.env(server), ...other.env(second) });
  const models = [`${wire.provider}/${wire.model}`, `${other.provider}/${other.model}`] as const;
  await used({ wire: { ...wire, fetch: () => reach, env }, server, second, models });
  assert.deepEqual(second.complaints, []);
}

Deno.test("C4: a fallback model that gets the thread meanwhile, and the model that gets it back, both go on", async () => {
  let isDown = false;
  const reply = (request: ParsedRequest): Reply => isDown ? { status: 529 } : thinksAndCalls(request);
  await withTwoModels(reply, async ({ wire, server, models: [, fallbackModel] }) => {
    const { run, store } = openSession(wire, server, { tools: [tool("look")], fallbackModel });
    await run({ input: "What colour?" });
    isDown = true;
    const fallen = await run({ input: "And now?" });
    assert.ok(fallen.warnings.some(({ code }) => code === "model_fallback"));
    isDown = false;
    await run({ input: "And then?" });
    await openSession(wire, server, { tools: [tool("look")] }, store).run({ input: "And at last?" });
  });
});

Deno.test("C4: behind another model no thinking goes back that has read instructions which the prompt no longer has", async () => {
  await withTwoModels(thinksAndCalls, async ({ wire, server, models }) => {
    const definition = { ...TOOLS, models, instructions: "Be brief." };
    const first = openSession(wire, server, definition);
    const second = openSession(wire, server, { ...definition, instructions: "Be verbose." }, first.store);
    await first.run({ input: "What colour?" });
    await second.run({ input: "And now?" });
    await first.run({ input: "And then?", model: models[1] });
    await first.run({ input: "And at last?", model: models[0] });
    assert.deepEqual(new Set(server.requests.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(await first.cuts(), ["model", "model"]);
  });
});
