// Public reports about the loop and what it keeps: cuts, summaries, approvals and steering inputs, driven through a deployment.
import "./_clients.ts";
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { sleep } from "../../../src/deps/ports.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import { json } from "../../http/_app.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import {
  array,
  assertPaired,
  at,
  chatCalls,
  chatText,
  message,
  noting,
  object,
  report,
  serve,
  type Served,
  toolUse,
  warnings,
} from "./_reports.ts";

const DONE = chatText("Done.");
const CLAUDE = "anthropic/claude-sonnet-4-5";

report(
  "agentao-181",
  "the window is cut inside a run, between calls and results never, and keeps the input",
  async (input) => {
    const steps = Number(input.steps);
    const limits = { historyTokens: Number(input.historyTokens), stepsPerRun: steps + 1 };
    const work = noting("work", [], {
      run: ({ at: step }: JsonObject) =>
        `${step}`.repeat(Number(input.output_bytes)).slice(0, Number(input.output_bytes)),
    });
    const script = (_: JsonObject, index: number) =>
      index < steps ? chatCalls(["work", `{"at":${index}}`]) : DONE;
    await using model = serve(script, { agent: { tools: [work], limits } });
    const answer = await model.ask("Do all of the work of today.");
    assert.deepEqual([answer.output, model.requests.length], ["Done.", steps + 1]);
    let largest = 0;
    for (const { messages } of model.requests) {
      const list = array(messages).map(object);
      assert.match(JSON.stringify(list), /Do all of the work of today\./);
      const asked = list.flatMap(({ tool_calls }) =>
        tool_calls === undefined ? [] : array(tool_calls).map((call) => at(call, "id"))
      );
      const answered = list.flatMap(({ role, tool_call_id }) => role === "tool" ? [tool_call_id] : []);
      assert.deepEqual(asked, answered);
      largest = Math.max(largest, JSON.stringify(list).length);
    }
    assert.ok(largest / 4 < Number(input.historyTokens) * 1.1, `${largest / 4} tokens`);
  },
);

/** The ids of the calls in a request of Chat Completions, and of their results. */
function idsOf(body: JsonObject | undefined): { asked: Json[]; answered: Json[] } {
  const messages = array(body?.messages).map(object);
  return {
    asked: messages.flatMap(({ tool_calls }) =>
      tool_calls === undefined ? [] : array(tool_calls).map((call) => at(call, "id") ?? null)
    ),
    answered: messages.flatMap(({ role, tool_call_id }) => role === "tool" ? [tool_call_id ?? null] : []),
  };
}

report(
  "prime-agent-1490",
  "a 400 that stays is no transient fault, the pump does not repeat it without end, and a later input goes on",
  async ({ status, body }) => {
    let isBroken = true;
    let ahead = 0;
    const clock = () => Date.now() + ahead;
    const script = () =>
      isBroken ? Response.json(body, { status: Number(status) }) : message({ type: "text", text: "Hi." });
    const store = createMemoryStore({ clock });
    await using model = serve(script, { agent: { model: CLAUDE }, store, clock });
    const refused = await model.ask("Hello?");
    assert.deepEqual([refused.code, refused.retryable, model.requests.length], [
      "model_invalid_request",
      false,
      1,
    ]);
    assert.ok(String(refused.detail).includes(String(at(body, "error", "message"))));
    await model.send("POST", "/v1/threads/t1/wake");
    for (let look = 0; look < 200; look++) {
      await model.deps.wakes.pump({ defer: () => {} });
      await model.idle();
      ahead += 3_600_000;
    }
    assert.equal(model.requests.length, 2, "the wake-up that was asked for is the second");
    isBroken = false;
    assert.equal((await model.ask("Hello again?")).output, "Hi.");
  },
);

report(
  "devo-186",
  "a summary leaves the calls that wait, and the next request has them with their results",
  async ({ open_calls }) => {
    const ran: Json[] = [];
    const pay = noting("pay", ran, { needsApproval: true });
    const calls = Array.from({ length: Number(open_calls) }, (_, to) => ["pay", `{"to":${to}}`] as const);
    const script = ({ messages }: JsonObject) =>
      at(array(messages).at(-1), "content") === "Pay both." ? chatCalls(...calls) : DONE;
    const agent = { tools: [pay], compaction: { afterEntries: 3, keepEntries: 1 } };
    await using model = serve(script, { agent, plugins: [summaries()] });
    await model.ask("One.");
    const waiting = array((await model.ask("Pay both.")).calls);
    assert.deepEqual(waiting.map((call) => at(call, "state")), calls.map(() => "approval"));
    for (const call of waiting) await approve(model, call, true);
    const before = model.requests.length;
    assert.equal((await model.ask(undefined)).output, "Done.");
    const { asked, answered } = idsOf(model.requests[before]);
    assert.deepEqual([asked, answered], [waiting.map((call) => at(call, "id")), asked]);
    assert.equal(ran.length, calls.length);
    assert.ok((await model.history()).some(({ type }) => type === "summary"), "it came when nothing waited");
  },
);

/** Decides a call; the status of the answer. */
async function approve(model: Served, call: Json, approved: boolean): Promise<number> {
  const path = `/v1/threads/t1/approvals/${at(call, "id")}`;
  return (await model.send("POST", path, { approved })).status;
}

report(
  "sudocode-546",
  "the request of a summary keeps the results of one answer together; a refused one changes nothing",
  async ({ history }) => {
    assert.equal(array(history).length, 4);
    for (const reasoningEffort of ["none", "medium"] as const) {
      for (const isRefused of [false, true]) {
        let isSummarised = false;
        const script = (body: JsonObject, index: number) => {
          assertPaired(body);
          if (index === 0) return message(toolUse("look", { at: "a" }), toolUse("look", { at: "b" }));
          if (!JSON.stringify(body.messages).includes("Summarise this conversation")) {
            return message({ type: "text", text: "Both are blue." });
          }
          isSummarised = true;
          return isRefused
            ? Response.json({ type: "error", error: { type: "invalid_request_error", message: "No." } }, {
              status: 400,
            })
            : message({ type: "text", text: "In short." });
        };
        const agent = {
          model: CLAUDE,
          tools: [noting("look", [])],
          settings: { reasoningEffort },
          compaction: { afterEntries: 5, keepEntries: 1 },
        };
        await using model = serve(script, { agent, plugins: [summaries()] });
        await model.ask("Look at a and b.");
        const answer = await model.ask("And now?");
        assert.ok(isSummarised);
        assert.equal(answer.output, "Both are blue.");
        const entries = await model.history();
        assert.equal(entries.some(({ type }) => type === "summary"), !isRefused);
        assert.deepEqual(warnings(answer), isRefused ? ["compaction_failed"] : []);
        assert.equal((await model.ask("And then?")).output, "Both are blue.");
        assert.equal(
          JSON.stringify(model.requests.at(isRefused ? -2 : -1)).includes("Look at a and b."),
          isRefused,
        );
      }
    }
  },
);

report(
  "mastra-24377",
  "two approvals settle once each in any order, and the run goes on after the last",
  async ({ plan, order }) => {
    assert.equal(array(order).length, 3);
    for (const [first, second] of [["B", "A"], ["B+A", ""], ["-A", "B"]] as const) {
      const ran: Json[] = [];
      const script = (_: JsonObject, index: number) =>
        index === 0 ? chatCalls(...array(plan).map((_, of) => ["x", `{"of":${of + 1}}`] as const)) : DONE;
      await using model = serve(script, { agent: { tools: [noting("x", ran, { needsApproval: true })] } });
      const [a = null, b = null] = array((await model.ask("Go.")).calls);
      const settle = async (word: string) => {
        if (word === "") return;
        const decided = await Promise.all(
          word.split("+").map((each) => approve(model, each.endsWith("A") ? a : b, !each.startsWith("-"))),
        );
        assert.ok(decided.every((status) => status === 200), String(decided));
      };
      await settle(first);
      await settle(second);
      const answer = await model.ask(undefined);
      assert.deepEqual([answer.output, model.requests.length], ["Done.", 2], first);
      const of = first === "-A" ? [{ of: 2 }] : [{ of: 1 }, { of: 2 }];
      assert.deepEqual([...ran].sort((x, y) => Number(at(x, "of")) - Number(at(y, "of"))), of);
      const { asked, answered } = idsOf(model.requests[1]);
      assert.deepEqual([asked, asked.length], [answered, 2]);
      assert.ok((await approve(model, b, false)) >= 400, "it was decided");
    }
  },
);

report(
  "mastra-19748",
  "each JSON value that answers a call reaches the model as it is, and nothing is asked twice",
  async ({ answers }) => {
    const ask = defineTool({ name: "ask", description: "The caller asks." });
    const wait = defineTool({
      name: "wait",
      description: "The answer comes later.",
      run: (_, context) => context.defer({ ref: "job", expiresInMs: 60_000 }),
    });
    for (const output of array(answers)) {
      for (const tool of [ask, wait]) {
        const script = (_: JsonObject, index: number) => index === 0 ? chatCalls([tool.name, "{}"]) : DONE;
        await using model = serve(script, { agent: { tools: [tool] } });
        const [call] = array((await model.ask("Go.")).calls);
        const callId = at(call, "id") ?? null;
        if (tool === wait) {
          const path = `/v1/threads/t1/calls/${callId}/result`;
          const nothing = await model.send("POST", path, {});
          assert.deepEqual([nothing.status, at(await json(nothing), "errors", 0, "pointer")], [422, ""]);
          assert.equal((await model.send("POST", path, { output })).status, 200);
        }
        const answer = await model.ask(undefined, tool === ask ? { toolResults: [{ callId, output }] } : {});
        assert.deepEqual([answer.output, model.requests.length], ["Done.", 2]);
        const told = at(array(model.requests[1]?.messages).at(-1), "content");
        assert.equal(told, typeof output === "string" ? output : JSON.stringify(output));
      }
    }
  },
);

report(
  "eve-2217",
  "inputs while an approval waits are refused, queued or seen beside the call, and never ask twice",
  async ({ inputs, busy }) => {
    const [first = null, ...others] = array(inputs);
    for (const word of array(busy)) {
      const ran: Json[] = [];
      const script = (body: JsonObject) => {
        assertPaired(body);
        const isSeen = JSON.stringify(body.messages).includes("create_loop");
        return isSeen ? message({ type: "text", text: "I have asked." }) : message(toolUse("create_loop"));
      };
      const tools = [noting("create_loop", ran, { needsApproval: true })];
      await using model = serve(script, { agent: { model: CLAUDE, tools } });
      const [call = null] = array((await model.ask(first)).calls);
      for (const input of others) {
        await model.ask(input, { busy: word });
        const thread = await json(await model.send("GET", "/v1/threads/t1"));
        assert.ok(array(thread.calls ?? []).length <= 1, "one wish waits once at most");
      }
      const isWaiting = word === "queue";
      assert.equal(await approve(model, call, true), isWaiting ? 200 : 422);
      if (isWaiting) await model.ask(undefined);
      await model.idle();
      const entries = await model.history();
      const texts = entries.flatMap(({ text }) => text === undefined ? [] : [text]);
      assert.deepEqual(texts, [first, ...others], "each input once, in order");
      const outcomes = entries.flatMap(({ outcome }) => outcome === undefined ? [] : [outcome]);
      assert.deepEqual([outcomes, ran.length], isWaiting ? [["completed"], 1] : [["denied"], 0]);
    }
  },
);

/** Longer than a step lets its tools run before it looks for inputs that steer. */
const SLOW_MS = 300;

report(
  "github-app-430",
  "the next model call sees the input that steers, one queued behind it comes after the run, each once",
  async ({ sequence }) => {
    const busy: Record<string, Json> = Object.fromEntries(
      array(sequence).map((each) => [String(at(each, "input")), at(each, "busy") ?? null]),
    );
    assert.deepEqual(Object.values(busy), ["queue", "steer"]);
    const expected = {
      // What was queued before comes with it: inputs never overtake each other.
      AB: ["Work.", "tool", "A", "B", "Answer 1."],
      BA: ["Work.", "tool", "B", "Answer 1.", "A", "Answer 2."],
    };
    for (const [order, told] of Object.entries(expected)) {
      const began = Promise.withResolvers<void>();
      const work = noting("work", [], {
        run: async () => {
          began.resolve();
          await sleep(SLOW_MS);
          return "ok";
        },
      });
      const script = (_: JsonObject, index: number) =>
        index === 0 ? chatCalls(["work", "{}"]) : chatText(`Answer ${index}.`);
      await using model = serve(script, { agent: { tools: [work] } });
      const run = model.ask("Work.");
      await began.promise;
      for (const input of order) await model.ask(input, { busy: busy[input] ?? null });
      await run;
      await model.idle();
      assert.deepEqual(said(await model.history()), told, order);
    }
  },
);

/** What a history says, in order. */
function said(entries: readonly JsonObject[]): Json[] {
  return entries.flatMap(({ type, text, blocks }): Json[] => {
    if (type === "tool") return ["tool"];
    if (text !== undefined) return [text];
    return array(blocks ?? []).flatMap((block) => {
      const words = at(block, "text");
      return words === undefined ? [] : [words];
    });
  });
}

report(
  "cf-agents-1684",
  "a call that waits for a person for three days uses no attempt, step or budget",
  async ({ waits_ms, pump_looks }) => {
    const looks = Number(pump_looks);
    for (const by of ["person", "caller"] as const) {
      let ahead = 0;
      const clock = () => Date.now() + ahead;
      const script = (_: JsonObject, index: number) => index === 0 ? chatCalls(["pay", "{}"]) : DONE;
      const store = createMemoryStore({ clock });
      const ran: Json[] = [];
      const pay = by === "person"
        ? noting("pay", ran, { needsApproval: true })
        : defineTool({ name: "pay", description: "The caller pays." });
      const agent = { tools: [pay], limits: { steps: 2, stepsPerRun: 2 } };
      await using model = serve(script, { agent, store, clock });
      const [call = null] = array((await model.ask("Pay.")).calls);
      const read = async () => (await store.read({ tenant: "acme", thread: "t1" }))?.header;
      const before = await read();
      for (let look = 0; look < looks; look++) {
        await model.deps.wakes.pump({ defer: () => {} });
        ahead += Number(waits_ms) / looks;
      }
      await model.idle();
      assert.deepEqual([await read(), model.requests.length], [before, 1]);
      // A deploy: another process on the same store goes on with it.
      await using next = serve([DONE], { agent, store, clock });
      if (by === "person") assert.equal(await approve(next, call, true), 200);
      const toolResults = by === "person" ? [] : [{ callId: at(call, "id") ?? null, output: "paid" }];
      const answer = await next.ask(undefined, { toolResults });
      assert.deepEqual([answer.output, at(answer.thread, "status")], ["Done.", "done"]);
      assert.equal(ran.length, by === "person" ? 1 : 0);
    }
  },
);

/** A memory store that does `disturb` before the call of it that is `at` behind `start()`; `wasDisturbed()` tells whether one came. */
function disturbed(at: number, disturb: () => Promise<unknown>) {
  let left = Number.POSITIVE_INFINITY;
  let isDone = false;
  const store = new Proxy(createMemoryStore(), {
    get(target, property) {
      const method = Reflect.get(target, property);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (!isDone && left-- <= 0) {
          isDone = true;
          await disturb();
        }
        return await Reflect.apply(method, target, args);
      };
    },
  });
  return { store, start: () => left = at, wasDisturbed: () => isDone };
}

/** Runs three slow tools on a store that is disturbed at each of its calls behind their beginning, one run for each. */
async function atEachAwait(
  disturb: (model: Served) => Promise<unknown>,
  check: (model: Served, run: JsonObject) => Promise<void>,
): Promise<number> {
  for (let place = 0;; place++) {
    const world = disturbed(place, () => disturb(model));
    const work = noting("work", [], {
      run: async () => {
        world.start();
        await sleep(SLOW_MS);
        return "ok";
      },
    });
    const script = (_: JsonObject, index: number) =>
      index === 0 ? chatCalls(["work", '{"of":1}'], ["work", '{"of":2}'], ["work", '{"of":3}']) : DONE;
    await using model: Served = serve(script, { agent: { tools: [work] }, store: world.store });
    const run = await model.ask("Work.");
    await model.idle();
    if (!world.wasDisturbed()) return place;
    await check(model, run);
  }
}

report(
  "hermes-60543",
  "an input that steers at any await behind the tools is a user message of a next request",
  async () => {
    const places = await atEachAwait(
      async (model) => {
        const answer = await model.ask("Steer.", { busy: "steer" });
        assert.ok(answer.code === undefined, "it is taken");
      },
      async (model) => {
        assert.equal(said(await model.history()).filter((words) => words === "Steer.").length, 1);
        const messages = array(model.requests.at(-1)?.messages).map(object);
        const roles = messages.flatMap(({ role, content }) =>
          JSON.stringify(content).includes("Steer.") ? [role] : []
        );
        assert.deepEqual(roles, ["user"]);
      },
    );
    assert.ok(places > 4, `${places} places`);
  },
);

report(
  "openclaw-128008",
  "an input that steers a run while it is cancelled stands once, or its sender is refused",
  async () => {
    for (const order of [["steer", "cancel"], ["cancel", "steer"]]) {
      let isTaken = false;
      const places = await atEachAwait(
        async (model) => {
          await Promise.all(order.map(async (word) => {
            if (word === "cancel") await model.send("POST", "/v1/threads/t1/cancel");
            else isTaken = (await model.ask("Steer.", { busy: "steer" })).code === undefined;
          }));
        },
        async (model) => {
          assert.equal((await model.ask("Next.", { busy: "queue" })).code, undefined);
          await model.idle();
          const entries = await model.history();
          const texts = entries.flatMap(({ text }) => text === undefined ? [] : [text]);
          assert.deepEqual(texts, ["Work.", ...isTaken ? ["Steer."] : [], "Next."]);
          const outcomes = entries.flatMap(({ outcome }) => outcome === undefined ? [] : [outcome]);
          assert.equal(outcomes.length, 3);
          assert.ok(outcomes.every((each) => each === "completed" || each === "unknown"), "each has run");
        },
      );
      assert.ok(places > 4, `${places} places`);
    }
  },
);
