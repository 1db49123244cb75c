// Rows E3, E5, E7, V5: tabs of two doors on one conversation, and inputs of a third. Whatever they do, and whenever, with answers that are lost
// and servers that are killed: each message stands in a history once, none is lost, and a tab that is loaded has what the store has, in its
// order. See tests/support/lives.ts for their number.

import assert from "node:assert/strict";
import fc from "fast-check";
import { livesOf, seedOf } from "../../../support/lives.ts";
import { textOf } from "../../../../src/core/entry.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { readMeta, readState } from "../../../../src/runtime/stored.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { checkedHistory } from "../../../support/invariants.ts";
import { clock, pause } from "../_slow.ts";
import type { Fate } from "../_fate.ts";
import { Network } from "./_network.ts";
import { AgUiTab, ChatTab, CONVERSATION, type Tab } from "./_tabs.ts";

const RUNS = livesOf(12);
const SEED = seedOf(3);

const TABS = 4;

/** What somebody does, and then waits for `pauseMs`. */
interface Move {
  readonly act: "say" | "edit" | "regenerate" | "approve" | "deny" | "reload" | "stop" | "steps" | "kill";
  readonly tab: number;
  readonly asks: string;
  readonly busy: string;
  readonly fate: Fate;
  readonly pauseMs: number;
}

const move: fc.Arbitrary<Move> = fc.record({
  act: fc.constantFrom(
    ...[
      "say",
      "say",
      "say",
      "say",
      "edit",
      "regenerate",
      "approve",
      "deny",
      "reload",
      "stop",
      "steps",
    ] as const,
    "kill" as const,
  ),
  tab: fc.nat(TABS - 1),
  asks: fc.constantFrom("answer", "work", "work", "sign"),
  busy: fc.constantFrom("steer", "steer", "queue", "interrupt", "reject"),
  fate: fc.constantFrom<Fate>("passes", "passes", "passes", "request lost", "answer lost", "cut"),
  pauseMs: fc.constantFrom(0, 20, 300, 1_000, 4_000),
});

// The client of AG-UI leaves a promise behind when its connection breaks, whose rejection no code of it awaits.
globalThis.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof TypeError && /connection/.test(event.reason.message)) event.preventDefault();
});

/** Each tab does one thing after the other, and the tabs do so side by side. */
class Story {
  readonly #bare = createMemoryStore({ clock });
  readonly #network = new Network(this.#bare);
  readonly #tabs: readonly Tab[] = [
    new ChatTab(this.#network),
    new AgUiTab(this.#network, "a"),
    new ChatTab(this.#network),
    new AgUiTab(this.#network, "b"),
  ];
  readonly #turns = Array.from({ length: TABS }, () => Promise.resolve());
  readonly #others: Promise<unknown>[] = [];
  /** Texts that somebody has been told are taken. */
  #taken: readonly string[] = [];
  #count = 0;
  /** Edits, and answers that were asked for again. */
  #changes = 0;

  async play(moves: readonly Move[]): Promise<void> {
    for (const move of moves) {
      const turn = this.#turns[move.tab] ?? assert.fail();
      const next = turn.then(() => this.#act(move));
      next.catch(() => {}); // thrown at the end
      this.#turns[move.tab] = next;
      await pause(move.pauseMs);
    }
    await Promise.all(this.#turns);
    await Promise.all(this.#tabs.map((tab) => tab.rest()));
    await Promise.all(this.#others);
    for (const ref of await branchesOf(this.#bare)) await this.#drain(ref);
    await this.#network.idle();
  }

  async #act({ act, tab: at, asks, busy, fate }: Move): Promise<void> {
    const tab = this.#tabs[at] ?? assert.fail();
    const text = `${asks} ${++this.#count}`;
    switch (act) {
      case "say":
        if (await tab.say(text, busy, fate) === "taken") this.#taken = [...this.#taken, text];
        return;
      case "edit": {
        this.#changes++;
        // One that waits still is replaced: its words stand nowhere.
        const before = tab.shown().findLast(({ role }) => role === "user")?.text ?? "";
        if (await tab.edit(text, fate) !== "taken") return;
        this.#taken = [...this.#taken.filter((each) => !before.split("|").includes(each)), text];
        return;
      }
      case "regenerate":
        this.#changes++;
        return void await tab.regenerate(fate);
      case "approve":
      case "deny":
        return void await tab.decide(act === "approve", fate);
      case "reload":
        return await tab.reload();
      case "stop":
        this.#others.push(
          this.#network.send("POST", `/api/chat/slow/${CONVERSATION}/stop`, {}).catch(() => {}),
        );
        return;
      case "steps": {
        const body = { agent: "slow", input: text, busy: "steer", until: "done", resumable: true };
        const sent = this.#network.send("POST", `/v1/threads/${CONVERSATION}/steps`, body);
        this.#others.push(sent.then((response) => response.text()).catch(() => {}));
        return;
      }
      case "kill":
        return this.#network.kill();
    }
  }

  /** Goes on with a thread until it rests and nothing waits in it. Nobody answers any more: an input ends the wait of a run. */
  async #drain({ thread }: ThreadRef): Promise<void> {
    const path = `/v1/threads/${thread}`;
    for (let count = 1; count <= 200; count++) {
      const { status, running, waiting, calls } = await (await this.#network.send("GET", path)).json();
      if (!running && waiting === 0 && status !== "open") return;
      const input = calls.length > 0 && !running ? { input: `end ${thread} ${count}` } : {};
      const response = await this.#network.send("POST", `${path}/steps`, { ...input, until: "done" });
      await response.text();
      await pause(1_000);
    }
    assert.fail(`${thread} does not come to rest`);
  }

  /** A list has one row of the chat, and from what a page loads it comes to every branch that has something of its own. */
  async #checkReach(branches: readonly ThreadRef[]): Promise<void> {
    const { threads } = await (await this.#network.send("GET", "/v1/threads")).json();
    assert.deepEqual(
      threads.map(({ id }: { id: string }) => id),
      branches.length === 0 ? [] : [CONVERSATION],
    );
    const seen = new Set<string>();
    const load = async (query: string) => {
      const path = `/api/chat/slow/${CONVERSATION}/messages?limit=200${query}`;
      const page: { runId: string; branches: Record<string, string[]> } =
        await (await this.#network.send("GET", path)).json();
      if (seen.has(page.runId)) return;
      seen.add(page.runId);
      for (const thread of Object.values(page.branches).flat()) await load(`&branch=${thread}`);
    };
    await load("");
    for (const ref of branches) {
      const header = (await this.#bare.read(ref))?.header ?? assert.fail();
      const { forkedFrom } = readMeta(ref, header);
      const isBare = header.version === (forkedFrom?.version ?? 0);
      assert.ok(isBare || seen.has(ref.thread), `${ref.thread} is out of reach: ${[...seen].join(", ")}`);
    }
  }

  async check(): Promise<void> {
    const branches = await branchesOf(this.#bare);
    const changes = this.#tabs.reduce((sum, { retries }) => sum + retries, this.#changes);
    assert.ok(branches.length <= 1 + changes, `${branches.length} branches of ${changes} changes`);
    const histories = new Map<string, string[]>();
    for (const ref of branches) {
      const entries = await checkedHistory(this.#bare, ref);
      const told = entries.flatMap((entry) => {
        if (entry.type === "user") return [`user:${entry.text}`];
        return entry.type === "assistant" ? [`assistant:${textOf(entry.blocks)}`] : [];
      });
      assert.equal(new Set(told).size, told.length, `${ref.thread} has something twice: ${told.join(", ")}`);
      histories.set(ref.thread, told);
    }
    const all = [...histories.values()].flat().filter((each) => each.startsWith("user:"));
    const texts = new Set(all.map((each) => each.slice("user:".length)));
    const lost = this.#taken.filter((text) => !texts.has(text));
    assert.deepEqual(lost, [], `lost in ${JSON.stringify([...histories])}`);
    for (const [at, tab] of this.#tabs.entries()) {
      const shown = tab.shown();
      const ids = shown.map(({ id }) => id);
      assert.equal(
        new Set(ids).size,
        ids.length,
        `tab ${at} shows a message twice: ${JSON.stringify(shown)}`,
      );
      const plans = shown.flatMap(({ text }) => text.match(/Plan \d+/g) ?? []);
      assert.equal(
        new Set(plans).size,
        plans.length,
        `tab ${at} shows a plan twice: ${JSON.stringify(shown)}`,
      );
    }
    await this.#checkReach(branches);
    const current = histories.get(await currentOf(this.#bare, branches)) ?? [];
    for (const [at, tab] of this.#tabs.entries()) {
      await tab.reload();
      await tab.rest();
      const shown = tab.shown().flatMap(({ role, text }) =>
        text === "" ? [] : text.split("|").map((each) => `${role}:${each}`)
      );
      assert.deepEqual(shown, current.filter((each) => each !== "assistant:"), `tab ${at}, loaded again`);
    }
  }
}

/** The branches of the conversation. */
async function branchesOf(store: Store): Promise<ThreadRef[]> {
  const { threads } = await store.list("acme", { limit: 100 });
  return threads.map(({ thread }) => ({ tenant: "acme", thread }));
}

/** The branch that was written last; of several in one millisecond the one that was made last. */
async function currentOf(store: Store, branches: readonly ThreadRef[]): Promise<string> {
  const numbered = branches.map((ref) => ({ ref, number: Number(ref.thread.split(":")[1] ?? 1) }));
  let current = { thread: CONVERSATION, at: 0 };
  for (const { ref } of numbered.toSorted((a, b) => a.number - b.number)) {
    const header = (await store.read(ref))?.header ?? assert.fail();
    const at = readState(ref, header).updatedAt;
    if (at >= current.at) current = { thread: ref.thread, at };
  }
  return current.thread;
}

Deno.test({
  name:
    "E3, E5, E7, V5: tabs of two doors end with what the store has, whatever they do, with lost answers and killed servers",
  // A server that is killed leaves its timers.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 9 }), async (moves) => {
        const story = new Story();
        await story.play(moves);
        await story.check();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
});
