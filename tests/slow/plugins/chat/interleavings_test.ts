// Row V5: whatever people do to one chat at whatever moment, with answers of the store that are lost and messages that come twice, each
// input stands in a history once, in the order in which it was accepted, and what an interrupted answer had said is there.

import assert from "node:assert/strict";
import fc from "fast-check";
import { joinText } from "../../../../src/core/entry.ts";
import { AgentError } from "../../../../src/core/error.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { checkedHistory } from "../../../support/invariants.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { clock, createSlowDriver, pause, slowAgent } from "../_slow.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";

/** What somebody does, and then waits for `pauseMs`. */
type Move =
  & { readonly pauseMs: number }
  & (
    /** A message of the page. The answer to `work` calls a tool, the one to `sign` a tool that people approve. */
    | { readonly type: "message"; readonly busy: string; readonly asks: string; readonly twice: boolean }
    /** An input of another door. */
    | { readonly type: "input"; readonly busy: string; readonly asks: string; readonly until: string }
    | { readonly type: "approve"; readonly approved: boolean }
    | { readonly type: "stop" }
    | { readonly type: "regenerate" }
  );

const pauseMs = fc.constantFrom(0, 20, 300, 1_000, 4_000);
const asks = fc.constantFrom("answer", "work", "work", "sign");
const busy = fc.constantFrom("steer", "steer", "queue", "interrupt", "reject");
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("message" as const), busy, asks, twice: fc.boolean(), pauseMs }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("input" as const),
      busy,
      asks,
      pauseMs,
      until: fc.constantFrom("step", "settled", "done"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("approve" as const), approved: fc.boolean(), pauseMs }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("stop" as const), pauseMs }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("regenerate" as const), pauseMs }) },
);

Deno.test("V5: E5: inputs of any interleaving stand in the history once, in the order in which they were accepted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 9 }), fc.nat(), async (moves, seed) => {
      const random = mulberry32(seed);
      const scene = openScene(random, moves.length % 2 === 0 ? "step" : "full");
      for (const each of moves) {
        await scene.play(each);
        await pause(each.pauseMs);
      }
      await scene.end();
      await scene.check();
    }),
    { numRuns: 40 },
  );
});

const REQUEST_LOST = "The request was lost.";
const ANSWER_LOST = "The answer was lost.";
const UNREACHED = [REQUEST_LOST, ANSWER_LOST];

/** A memory store that is sometimes not heard, and that notes the inputs which it accepts for each thread, in their order. */
function createLossyStore(random: () => number) {
  const store = createMemoryStore({ clock });
  const accepted = new Map<string, string[]>();
  let isLossy = true;
  const noting: Pick<Store, "begin"> = {
    async begin(request) {
      const outcome = await store.begin(request);
      const ids = accepted.get(request.ref.thread) ?? [];
      accepted.set(request.ref.thread, ids);
      const kept = outcome.type === "begun" ? outcome.inbox : outcome.type === "queued" ? request.inputs : [];
      for (const text of request.inputs) {
        if (kept.includes(text)) ids.push(JSON.parse(text).id);
      }
      return outcome;
    },
  };
  const whole: Store = overridden(store, noting);
  const lose = <Outcome>(send: () => Promise<Outcome>) => async (): Promise<Outcome> => {
    const chance = isLossy ? random() : 1;
    if (chance < 0.04) throw new AgentError("store_unavailable", REQUEST_LOST);
    const outcome = await send();
    if (chance < 0.1) throw new AgentError("store_unavailable", ANSWER_LOST);
    return outcome;
  };
  const lossy = overridden(whole, {
    begin: (request) => lose(() => whole.begin(request))(),
    commit: (request) => lose(() => whole.commit(request))(),
    advance: (request) => lose(() => whole.advance(request))(),
    cancel: (ref) => lose(() => whole.cancel(ref))(),
    abandon: (request) => lose(() => whole.abandon(request))(),
  });
  return { store: lossy, bare: store, accepted, repair: () => void (isLossy = false) };
}

function openScene(random: () => number, mode: string) {
  const { store, bare, accepted, repair } = createLossyStore(random);
  const app = createChatApp({
    driver: createSlowDriver(),
    agents: [slowAgent],
    store,
    clock,
    sleep: pause,
  });
  /** The inputs that were sent, by their texts. */
  const sent: { readonly text: string; readonly id: string }[] = [];
  /** Responses to inputs, and their streams. */
  const acknowledged = createPile();
  const streams = createPile();
  /** What answers that were interrupted have said. */
  const interrupted: string[] = [];

  return {
    async play(move: Move): Promise<void> {
      switch (move.type) {
        case "message": {
          const text = `${move.asks} ${sent.length}`;
          const id = `m${sent.length}`;
          sent.push({ text, id });
          const body = { id: "c1", message: said(text, id), busy: move.busy };
          for (let count = move.twice ? 2 : 1; count > 0; count--) {
            acknowledged.add(sendUntilTaken(() => app.chat(body, `?mode=${mode}`, "slow"), true));
          }
          return;
        }
        case "input": {
          const { asks, busy, until } = move;
          const text = `${asks} ${sent.length}`;
          sent.push({ text, id: "" });
          const headers = { "idempotency-key": `key_${sent.length}` };
          const body = { agent: "slow", input: text, busy, until };
          acknowledged.add(
            sendUntilTaken(() => app.send("POST", "/v1/threads/c1/steps", body, headers), false),
          );
          return;
        }
        case "approve":
          return await approve(move.approved);
        case "stop":
          return void await app.send("POST", "/api/chat/slow/c1/stop", {});
        case "regenerate": {
          // A page that sends a message again has not got its answer, and offers no other one.
          await acknowledged.all();
          const last = sent.findLast(({ id }) => id !== "");
          if (last === undefined) return;
          const message = said(last.text, last.id);
          const body = { id: "c1", trigger: "regenerate-message", messageId: `answer_${last.id}`, message };
          const response = await app.chat(body, `?mode=${mode}`, "slow");
          if (response.ok) streams.add(follow(response).then(() => {}));
          return;
        }
      }
    },

    /** Everything that was sent is taken, in every branch, and nothing runs. */
    async end(): Promise<void> {
      await acknowledged.all();
      await streams.all();
      repair();
      for (const ref of await branches(bare)) await drain(app, ref);
      await app.idle();
    },

    async check(): Promise<void> {
      const texts = new Set<string>();
      const said: string[] = [];
      for (const ref of await branches(bare)) {
        const entries = await checkedHistory(bare, ref);
        const inputs = entries.filter((entry) => entry.type === "user");
        const own = inputs.map(({ text }) => text);
        assert.equal(new Set(own).size, own.length, `${ref.thread} has an input twice: ${own.join(", ")}`);
        for (const text of own) texts.add(text);
        const order = accepted.get(ref.thread) ?? [];
        const places = inputs.map(({ id }) => order.indexOf(id)).filter((place) => place >= 0);
        assert.deepEqual(
          places,
          places.toSorted((one, other) => one - other),
          `${ref.thread} has another order`,
        );
        for (const entry of entries) if (entry.type === "assistant") said.push(joinText(entry.blocks));
        assert.equal((await bare.read(ref))?.waiting, 0, `inputs of ${ref.thread} wait`);
      }
      const lost = sent.filter(({ text }) => !texts.has(text));
      assert.deepEqual(lost, [], "inputs are in no history");
      const unsaid = interrupted.filter((text) => !said.some((answer) => answer.startsWith(text)));
      assert.deepEqual(unsaid, [], "what was said is in no history");
    },
  };

  /** Sends the input until the server says that it has it. */
  async function sendUntilTaken(send: () => Promise<Response>, isChat: boolean): Promise<void> {
    for (;;) {
      const response = await send();
      if (response.ok) {
        streams.add(isChat ? followUntilKept(response, send) : response.text().then(() => {}));
        return;
      }
      const { code, ...problem } = await response.json();
      // The first delivery has its answer, or nothing of it is left to do.
      if (["idempotency_in_flight", "nothing_to_do", "approval_required"].includes(code)) return;
      // A run that was cancelled has its input in the thread.
      if (code === "step_cancelled") return;
      const mayComeAgain = ["store_unavailable", "thread_busy", "step_fenced"].includes(code);
      assert.ok(mayComeAgain, `${code}: ${JSON.stringify(problem)}`);
      await pause(500);
    }
  }

  /** Reads the stream to its end. The page sends a message again of which the stream says that the store could not be reached. */
  async function followUntilKept(response: Response, send: () => Promise<Response>): Promise<void> {
    const end = await follow(response);
    if (end?.type === "error" && UNREACHED.includes(String(end.errorText))) await sendUntilTaken(send, true);
  }

  /** Reads the stream to its end, and returns its last chunk. */
  async function follow(
    response: Response,
  ): Promise<Awaited<ReturnType<typeof chunksOf>>[number] | undefined> {
    const chunks = await chunksOf(response);
    const end = chunks.at(-1);
    if (end?.type !== "abort") return end;
    const from = chunks.findLastIndex(({ type }) => type === "text-start");
    const words = chunks.slice(from).flatMap(({ type, delta }) =>
      type === "text-delta" ? [String(delta)] : []
    );
    if (words.length > 0) interrupted.push(words.join(""));
    return end;
  }

  /** People answer what waits for them, and the run goes on. */
  async function approve(approved: boolean): Promise<void> {
    for (const { thread } of await branches(bare)) {
      const response = await app.send("GET", `/v1/threads/${thread}`);
      const { calls = [] } = await response.json();
      const held = calls.filter(({ state }: { state: string }) => state === "approval");
      for (const { id } of held) {
        await app.send("POST", `/v1/threads/${thread}/approvals/${id}`, { approved });
      }
      if (held.length === 0) continue;
      const going = app.send("POST", `/v1/threads/${thread}/steps`, { until: "done" });
      streams.add(going.then(async (response) => void await response.text()));
    }
  }
}

/** Promises that are waited for later: one that rejects meanwhile breaks nothing before. */
function createPile() {
  const promises: Promise<void>[] = [];
  return {
    add(promise: Promise<void>): void {
      promise.catch(() => {});
      promises.push(promise);
    },
    all: async () => void await Promise.all(promises),
  };
}

/** The branches of the chat. */
async function branches(store: Store): Promise<ThreadRef[]> {
  const { threads } = await store.list("acme", { limit: 100 });
  return threads.map(({ thread }) => ({ tenant: "acme", thread }));
}

/** Goes on with a thread until it rests and nothing waits in it. */
async function drain(app: ChatApp, { thread }: ThreadRef): Promise<void> {
  const path = `/v1/threads/${thread}`;
  for (let count = 1; count <= 200; count++) {
    const { status, running, waiting, calls } = await (await app.send("GET", path)).json();
    if (!running && waiting === 0 && status !== "open") return;
    // Nobody answers any more: an input ends the wait of a run.
    const input = calls.length > 0 ? { input: `answer to end ${count}` } : {};
    const response = await app.send("POST", `${path}/steps`, { ...input, until: "done" });
    await response.text();
    await pause(1_000);
  }
  assert.fail(`${thread} does not come to rest`);
}
