// C4: thinking that Claude has refused is left out as a whole and never comes back, on any isolate, in a fork, and in a thread that
// goes on from another; what the model thinks from there on goes back again. What OpenAI removes without a refusal is left out likewise.
import assert from "node:assert/strict";
import { copyHistory } from "../../../src/plugins/openai_api/copy_history.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { readState } from "../../../src/kernel/stored.ts";
import { readSnapshot } from "../../../src/kernel/snapshot.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import { removedFrom } from "../openai/responses/binding.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, type Session, thinksAndCalls, THREAD, tool } from "./_session.ts";

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
    const { version } = (await readSnapshot(THREAD, cold.deps)).header;
    for (const at of [version, 2, 1]) {
      const thread = `fork-${at}`;
      await forkThread(THREAD, { thread, version: at }, cold.deps);
      await cold.run({ thread, input: "And in the fork?" });
      assert.ok(!signatures(server).includes(refused[0] ?? ""));
      const state = readState(
        { ...THREAD, thread },
        (await readSnapshot({ ...THREAD, thread }, cold.deps)).header,
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

const GPT: WireCase = { ...caseOf("openai breakpoints"), model: "gpt-6.2-sol" };
const AZURE: WireCase = { ...caseOf("azure responses"), model: "gpt-6.2-sol" };

/** Types of the items of a request, reasoning by its id. */
function itemsOf({ requests }: Simulator, back = 1): string[] {
  const { input } = JSON.parse(requests.at(-back)?.text ?? "{}");
  return input.map(({ type, id }: { type: string; id?: string }) => type === "reasoning" ? id : type);
}

/** Why the API has removed reasoning, request by request. */
function removals(server: Simulator): string[] {
  return server.requests.flatMap(({ text }) =>
    removedFrom(JSON.parse(text))?.map(({ reason }) => reason) ?? []
  );
}

for (const wire of [GPT, AZURE]) {
  Deno.test(`C4: ${wire.name}: reasoning that the API removes is a warning, in the record, and left out behind a cut`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const editor = editing(wire, server);
    const { run, cuts, store, verdict } = openSession(editor.wire, server, TOOLS);
    await run({ input: "What colour?", until: "step" });
    editor.edition = 1;
    const step = await run({ until: "step" });
    const [removed] = itemsOf(server).filter((item) => item.startsWith("rs_"));
    assert.deepEqual(step.warnings, [{
      code: "thinking_dropped",
      message: `The API left thinking of earlier answers out (prefix_mismatch: ${removed}).`,
    }]);
    const page = await store.history(THREAD, { after: 0, limit: 100 });
    const records = (page?.entries ?? []).map(readEntry).flatMap((entry) =>
      entry.type === "assistant" ? [entry.record?.removed] : []
    );
    assert.deepEqual(records, [undefined, ["prefix_mismatch"]]);
    assert.deepEqual(await cuts(), []);
    for (let index = 0; index < 3; index++) {
      const { warnings } = await run({ input: `And ${index}?` });
      assert.deepEqual(warnings, []);
      assert.ok(!itemsOf(server).includes(removed ?? ""), "it never comes back");
    }
    assert.deepEqual(await cuts(), ["thinking"]);
    assert.deepEqual(removals(server), ["prefix_mismatch"]);
    const left = itemsOf(server).filter((item) => item.startsWith("rs_"));
    assert.equal(left.length, 6, "what was thought behind the edit goes back");
    assert.equal(await verdict(), "verified");
  });
}

Deno.test("C4: a prompt that changes with every step has its reasoning left out for a while", async () => {
  await using server = await GPT.start({ reply: thinksAndCalls });
  const editor = editing(GPT, server);
  const { run } = openSession(editor.wire, server, TOOLS);
  const warned: number[] = [];
  for (let index = 0; index < 8; index++) {
    const { warnings } = await run({ input: index === 0 ? "What colour?" : `And ${index}?` });
    warned.push(warnings.filter(({ code }) => code === "thinking_dropped").length);
    editor.edition++;
  }
  assert.deepEqual(warned.slice(0, 2), [0, 1]);
  assert.deepEqual(warned.slice(4), [0, 0, 0, 0]);
});

Deno.test("C4: another effort is an item behind the conversation, and the reasoning before it stays", async () => {
  await using server = await GPT.start({ reply: thinksAndCalls });
  const at = (reasoningEffort: "low" | "high" | undefined, store?: Session["store"]) =>
    openSession(GPT, server, { ...TOOLS, settings: reasoningEffort && { reasoningEffort } }, store);
  const low = at("low");
  await low.run({ input: "What colour?" });
  await at("high", low.store).run({ input: "And now?" });
  const { input, reasoning } = JSON.parse(server.requests.at(-1)?.text ?? "");
  assert.deepEqual(reasoning, { effort: "low" });
  const updates = input.filter(({ type }: { type: string }) => type === "configuration_update");
  assert.deepEqual(updates, [{ type: "configuration_update", reasoning: { effort: "high" } }]);
  await at("low", low.store).run({ input: "And then?" });
  assert.equal(itemsOf(server).filter((type) => type === "configuration_update").length, 2);
  assert.deepEqual(await low.cuts(), []);
  const none = at(undefined, low.store);
  await none.run({ input: "And at last?" });
  assert.deepEqual(await low.cuts(), ["agent"], "no item takes an effort back");
  assert.deepEqual(removals(server), []);
  assert.equal(await none.verdict(), "verified");
});

Deno.test("C4: a server without such items gets another effort behind a cut, and a model that counts none gets it at once", async () => {
  for (const [wire, cuts] of [[AZURE, ["agent"]], [{ ...caseOf("anthropic"), model: OPUS }, []]] as const) {
    await using server = await wire.start({ reply: thinksAndCalls });
    const low = openSession(wire, server, { ...TOOLS, settings: { reasoningEffort: "low" } });
    await low.run({ input: "What colour?" });
    const high = openSession(wire, server, { ...TOOLS, settings: { reasoningEffort: "high" } }, low.store);
    await high.run({ input: "And now?" });
    assert.match(server.requests.at(-1)?.text ?? "", /"effort":"high"/);
    assert.deepEqual(await high.cuts(), cuts);
    assert.deepEqual(removals(server), []);
    assert.equal(await high.verdict(), "verified");
  }
});

Deno.test("C4: a tool that comes later is an item of its own, once under each name; an edited one comes with a cut", async () => {
  await using server = await GPT.start({ reply: thinksAndCalls });
  const first = openSession(GPT, server, { tools: [tool("look")] });
  await first.run({ input: "What colour?" });
  const withMore = (more: ReturnType<typeof tool>) =>
    openSession(GPT, server, { tools: [tool("look"), more] }, first.store);
  const called = await withMore(tool("smell")).run({
    input: "And now?",
    toolChoice: { type: "tool", name: "smell" },
    until: "step",
  });
  assert.deepEqual(called.calls.map(({ name }) => name), ["smell"]);
  const { input, tools, tool_choice: choice } = JSON.parse(server.requests.at(-1)?.text ?? "");
  const [added] = input.filter(({ type }: { type: string }) => type === "additional_tools");
  assert.deepEqual([added.role, added.tools.map(({ name }: { name: string }) => name)], ["developer", [
    "smell",
  ]]);
  assert.deepEqual([tools.length, choice], [1, { type: "function", name: "smell" }]);
  await withMore(tool("smell")).run();
  await first.run({ input: "And then?" });
  assert.deepEqual(await first.cuts(), []);
  await withMore(tool("smell")).run({ input: "Again?" });
  assert.deepEqual(await first.cuts(), ["tools"], "it is defined a second time");
  await withMore({ ...tool("smell"), description: "Smells." }).run({ input: "And at last?" });
  assert.deepEqual(await first.cuts(), ["tools", "tools"]);
  assert.deepEqual(removals(server), []);
  assert.equal(await first.verdict(), "verified");
});

Deno.test("C4: the instructions of gpt-6.2 lead the input at every server, and no person is named", async () => {
  for (const wire of [GPT, AZURE]) {
    await using server = await wire.start({ reply: thinksAndCalls });
    const { run } = openSession(wire, server, { ...TOOLS, instructions: "Be brief." });
    await run({ input: "What colour?", origin: { by: "key_ann", door: "steps" } });
    await run({ input: "And now?", origin: { by: "key_ben", door: "steps" } });
    for (const { text, path } of server.requests) {
      const body = JSON.parse(text);
      assert.match(path, /\/responses/);
      assert.equal(body.instructions, undefined);
      const [first] = body.input;
      assert.deepEqual([first.role, first.content[0].text], ["developer", "Be brief."]);
      for (const field of ["safety_identifier", "user", "service_tier"]) assert.equal(body[field], undefined);
    }
    assert.deepEqual(removals(server), []);
  }
});

Deno.test("C4, P10: each vendor is asked about its prompt cache by the last answer, and the record has what it says", async () => {
  for (const wire of [GPT, AZURE, { ...caseOf("anthropic"), model: OPUS }]) {
    await using server = await wire.start({ reply: thinksAndCalls });
    const { run, store, verdict } = openSession(wire, server, TOOLS);
    await run({ input: "What colour?" });
    await openSession(
      wire,
      server,
      { tools: [tool("look"), { ...tool("listen"), description: "Hears." }] },
      store,
    ).run({
      input: "And now?",
    });
    const page = await store.history(THREAD, { after: 0, limit: 100 });
    const records = (page?.entries ?? []).map(readEntry).flatMap((entry) =>
      entry.type === "assistant" && entry.record !== undefined ? [entry.record] : []
    );
    const asked = server.requests.map(({ text }) => {
      const { prompt_cache_options: options, diagnostics } = JSON.parse(text);
      return options?.comparison_response_id ?? diagnostics?.previous_message_id;
    });
    const ids = records.map(({ response }) => response);
    assert.deepEqual(
      asked,
      wire === AZURE ? [undefined, undefined, undefined, undefined] : [undefined, ...ids.slice(0, -1)],
    );
    const misses = records.map(({ cacheMiss }) => cacheMiss?.reason);
    assert.deepEqual(misses, [undefined, undefined, wire === GPT ? "tools_changed" : undefined, undefined]);
    assert.equal(await verdict(), "verified");
  }
});
