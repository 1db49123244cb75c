// Rows V5, V7: two pages with useThread on one thread. Whatever they do, and whenever, with requests and answers that are lost: each input that
// was taken stands in the history once, no page shows anything twice, and both end with what the store has, in its order.
// See tests/support/lives.ts for their number. Tabs of other doors beside them: tests/slow/plugins/doors.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Conversation } from "../../../src/react/client/mod.ts";
import { joinText } from "../../../src/core/entry.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { ThreadRef } from "../../../src/core/store/thread.ts";
import { createTestApp, KEY } from "../../http/_app.ts";
import { type Fate, meetFate } from "../plugins/_fate.ts";
import { clock, createSlowDriver, pause, slowAgent } from "../plugins/_slow.ts";
import { livesOf, seedOf } from "../../support/lives.ts";
import { eventually } from "../../support/eventually.ts";
import { checkedHistory } from "../../support/invariants.ts";
import { loadProgram, type Program } from "./_react.ts";
import { mountThread, type ThreadPage } from "./_versions.ts";

const RUNS = livesOf(20);
const SEED = seedOf(5);

const REF: ThreadRef = { tenant: "acme", thread: "t1" };

/** What the person at a page does, and then waits for `pauseMs`. */
interface Move {
  readonly act: "send" | "stop" | "approve" | "deny" | "detach" | "reload";
  readonly page: number;
  readonly asks: string;
  readonly busy: "steer" | "queue" | "interrupt" | "reject";
  /** What befalls the next request of the page. */
  readonly fate: Fate;
  readonly pauseMs: number;
}

const move: fc.Arbitrary<Move> = fc.record({
  act: fc.constantFrom(
    ...["send", "send", "send", "send", "stop", "approve", "deny", "detach", "detach"] as const,
    "reload" as const,
  ),
  page: fc.nat(1),
  asks: fc.constantFrom("answer", "work", "sign", "order"),
  busy: fc.constantFrom("steer", "queue", "queue", "interrupt", "reject"),
  fate: fc.constantFrom<Fate>("passes", "passes", "passes", "request lost", "answer lost", "cut"),
  pauseMs: fc.constantFrom(0, 20, 300, 1_000, 2_500),
});

/** A page on which somebody acts, with its way to the deployment. */
class Person {
  readonly #program: Program;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #going: Promise<void>[] = [];
  /** Inputs that are to be in the history at the end: without those that were refused. */
  readonly sent = new Set<string>();
  /** Inputs that were refused, with the code. */
  readonly refused = new Map<string, string | undefined>();
  #fate: Fate = "passes";
  #page: ThreadPage | undefined;

  constructor(program: Program, fetch: (request: Request) => Promise<Response>) {
    this.#program = program;
    this.#fetch = fetch;
  }

  get page(): ThreadPage {
    return this.#page ?? assert.fail("The page is not open.");
  }

  async open(): Promise<void> {
    if (this.#page !== undefined) {
      // What has not got through by now may be lost with the page.
      const { messages, inputs } = this.#page.handle();
      const arrived = messages.flatMap((message) => message.role === "user" ? [message.text] : []);
      const open = inputs.flatMap(({ input, state }) => state === "queued" ? [] : [input]);
      for (const text of this.sent) {
        if (!arrived.includes(text) || open.includes(text)) this.sent.delete(text);
      }
      this.#page.unmount();
    }
    const client = this.#program.createClient({
      url: "http://treadle.test",
      key: KEY,
      retries: { count: 1, firstMs: 5 },
      fetch: async (url, init) => {
        const fate = this.#fate;
        this.#fate = "passes";
        return await meetFate(fate, () => this.#fetch(new Request(url, init)));
      },
    });
    this.#page = await mountThread(this.#program, { client, id: REF.thread, agent: "slow" });
  }

  async act({ act, busy, fate }: Move, text: string): Promise<void> {
    this.#fate = fate;
    const { send, stop, decide, detach, approvals, messages } = this.page.handle();
    switch (act) {
      case "send":
        this.sent.add(text);
        return void this.#going.push(send(text, { busy }));
      case "stop":
        return void this.#going.push(stop());
      case "approve":
      case "deny": {
        const [approval] = approvals;
        if (approval !== undefined) this.#going.push(decide(approval.callId, act === "approve"));
        return;
      }
      case "detach": {
        const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
        const call = parts.find((part) => part.type === "call" && part.state === "deferred");
        if (call?.type === "call") this.#going.push(detach(call.callId));
        return;
      }
      case "reload":
        return await this.open();
    }
  }

  /** Sends again what did not get through, and forgets what is refused. */
  async rest(): Promise<void> {
    this.#fate = "passes";
    await Promise.all(this.#going.splice(0));
    const failed = this.page.handle().inputs.filter(({ state }) => state === "failed");
    for (const { id, input, error } of failed) {
      if (error?.code === "connection_failed") continue;
      this.page.handle().discard(id);
      this.sent.delete(String(input));
      // A busy thread says so of a repetition too, whose first request may have got through, and a stream that is cut has begun.
      if (error?.code !== "thread_busy" && error?.code !== "stream_cut") {
        this.refused.set(`user: ${input}`, error?.code);
      }
    }
    const { error, status, retry } = this.page.handle();
    if (failed.length > 0 || error !== undefined || status === "open") await retry();
  }
}

class Story {
  readonly #store = createMemoryStore({ clock });
  readonly #app = createTestApp({
    driver: createSlowDriver(),
    agents: [slowAgent],
    store: this.#store,
    clock,
    sleep: pause,
  });
  readonly #people: readonly Person[];

  constructor(program: Program) {
    const fetch = (request: Request) => this.#app.fetch(request);
    this.#people = [new Person(program, fetch), new Person(program, fetch)];
  }

  async play(moves: readonly Move[]): Promise<void> {
    for (const person of this.#people) await person.open();
    for (const [at, move] of moves.entries()) {
      await this.#people[move.page]?.act(move, `${move.asks} ${at}`);
      await pause(move.pauseMs);
      this.#checkShown();
    }
    for (const person of this.#people) await person.rest();
    // Nobody answers any more: an input ends the wait of a run, and what is queued behind it is taken.
    const { page } = this.#people[0] ?? assert.fail();
    await page.handle().send("answer at the end", { busy: "steer" });
    await eventually(async () => {
      const hasFailed = this.#people.some(({ page }) =>
        page.handle().inputs.some(({ state }) => state === "failed")
      );
      if (!hasFailed && await this.#isAtRest()) return true;
      await Promise.all(this.#people.map((person) => person.rest()));
      return false;
    }, () => this.#people.map((person) => person.page.text()));
    await this.#app.idle();
  }

  async #isAtRest(): Promise<boolean> {
    const { status, running, waiting } = await (await this.#app.send("GET", "/v1/threads/t1")).json();
    return !running && waiting === 0 && status !== "open";
  }

  /** No page shows an input or an answer twice, but for an input that has failed: its answer was lost, or the input was. */
  #checkShown(): void {
    for (const { page } of this.#people) {
      const { inputs } = page.handle();
      const failed = inputs.flatMap(({ input, state }) => state === "failed" ? [`user: ${input}`] : []);
      const told = toldBy(page).filter((each) => !failed.includes(each));
      assert.equal(new Set(told).size, told.length, `shown twice: ${told.join(", ")}`);
    }
  }

  async check(): Promise<void> {
    const entries = await checkedHistory(this.#store, REF);
    const stored = entries.flatMap((entry) => {
      if (entry.type === "user") return [`user: ${entry.text}`];
      return entry.type === "assistant" ? [`assistant: ${joinText(entry.blocks)}`] : [];
    });
    assert.equal(new Set(stored).size, stored.length, `stored twice: ${stored.join(", ")}`);
    const lost = this.#people.flatMap(({ sent }) => [...sent]).filter((text) =>
      !stored.includes(`user: ${text}`)
    );
    assert.deepEqual(lost, [], `not stored: ${stored.join(", ")}`);
    const refused = this.#people.flatMap((person) => [...person.refused]);
    assert.deepEqual(refused.filter(([text]) => stored.includes(text)), [], `refused, and stored: ${stored}`);
    for (const [at, { page }] of this.#people.entries()) {
      // A page that was idle since may be behind, and lacks nothing up to there.
      await eventually(
        () => toldBy(page, page.handle().conversation).every((each, index) => each === stored[index]),
        () => ({ at, stored, shown: toldBy(page, page.handle().conversation) }),
      );
      await page.handle().refresh();
      await eventually(
        () => toldBy(page).join() === stored.join() && page.handle().inputs.length === 0,
        () => ({ at, stored, shown: toldBy(page), inputs: page.handle().inputs }),
      );
      page.unmount();
    }
  }
}

/** The texts that a page shows, or has of the conversation, each with its role. */
function toldBy(page: ThreadPage, { messages }: Pick<Conversation, "messages"> = page.handle()): string[] {
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return [`${message.role}: ${message.text}`];
    const texts = message.parts.flatMap((part) => part.type === "text" ? [part.text] : []);
    return texts.length === 0 ? [] : [`assistant: ${texts.join("")}`];
  });
}

Deno.test({
  name: "V5, V7: two pages of one thread end with what the store has, whatever they do, with lost answers",
  sanitizeOps: false,
  sanitizeResources: false, // timers of React and of happy-dom
  async fn() {
    const program = await loadProgram("19");
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 8 }), async (moves) => {
        const story = new Story(program);
        await story.play(moves);
        await story.check();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
});
