// Stories of a conversation: two or three tabs of any doors, inputs of the native API, answers that are lost, and servers that are killed and
// started again. What is checked: no message is lost, stands twice or out of order, no branch is out of reach, and a tab that is loaded has what
// the store has.

import assert from "node:assert/strict";
import fc from "fast-check";
import { joinText } from "../../../../src/core/entry.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { readResponseId } from "../../../../src/plugins/openai_api/encoders/response_ids.ts";
import { readMeta, readState } from "../../../../src/kernel/stored.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { checkedHistory } from "../../../support/invariants.ts";
import type { Fate } from "../_fate.ts";
import { clock, pause } from "../_slow.ts";
import { Network } from "./_network.ts";
import { HooksTab } from "./_page.ts";
import { type Kept, ResponsesTab } from "./_responses.ts";
import { AgUiTab, ChatTab, CONVERSATION, type Delivery, type Tab } from "./_tabs.ts";

/** The ways in that have tabs; the fifth door is that of steps, which has none. */
const DOORS = ["chat", "agui", "hooks", "responses"] as const;

type Door = typeof DOORS[number];

/** What somebody does, and then waits for `pauseMs`. */
export interface Move {
  readonly act:
    | "say"
    | "edit"
    | "regenerate"
    | "approve"
    | "deny"
    | "detach"
    | "reload"
    | "stop"
    | "steps"
    | "kill";
  /** The tab, modulo their number. */
  readonly tab: number;
  readonly asks: string;
  readonly busy: string;
  /** What befalls the next request of the tab. */
  readonly fate: Fate;
  readonly pauseMs: number;
}

export interface Plot {
  readonly doors: readonly Door[];
  readonly moves: readonly Move[];
}

const move: fc.Arbitrary<Move> = fc.record({
  act: fc.constantFrom(
    ...["say", "say", "say", "say", "edit", "regenerate", "approve", "deny"] as const,
    ...["detach", "reload", "stop", "steps", "kill"] as const,
  ),
  tab: fc.nat(11),
  asks: fc.constantFrom("answer", "work", "work", "sign", "order"),
  busy: fc.constantFrom("steer", "steer", "queue", "interrupt", "reject"),
  fate: fc.constantFrom<Fate>("passes", "passes", "passes", "request lost", "answer lost", "cut"),
  pauseMs: fc.constantFrom(0, 20, 300, 1_000, 4_000),
});

/** Any story. */
export const plots: fc.Arbitrary<Plot> = fc.record({
  doors: fc.array(fc.constantFrom(...DOORS), { minLength: 2, maxLength: 3 }),
  moves: fc.array(move, { minLength: 4, maxLength: 16, size: "max" }),
});

// The client of AG-UI leaves a promise behind when its connection breaks, whose rejection no code of it awaits.
globalThis.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof TypeError && /connection/.test(event.reason.message)) event.preventDefault();
});

/** How often the tabs of a door did something, and what came of it: `chat say taken`. */
export type Tally = Map<string, number>;

/** How a story is played. */
export interface Playing {
  readonly tally?: Tally;
}

/** Plays a story on a store of its own, and checks what came of it. @throws {assert.AssertionError} */
export async function playStory(plot: Plot, playing: Playing = {}): Promise<void> {
  const story = new Story(plot.doors, playing);
  try {
    await story.play(plot.moves);
    await story.check();
  } finally {
    story.close();
  }
}

/** A text that somebody has been told is taken. */
interface Taken {
  readonly text: string;
  /** When it was sent first, and when that was said; milliseconds of the story's clock. */
  readonly sentAt: number;
  readonly takenAt: number;
}

/** Each tab does one thing after the other, and the tabs do so side by side. */
class Story {
  readonly #bare = createMemoryStore({ clock });
  readonly #network = new Network(this.#bare);
  readonly #doors: readonly Door[];
  readonly #tally: Tally;
  readonly #tabs: readonly Tab[];
  readonly #turns: Promise<void>[];
  readonly #others: Promise<unknown>[] = [];
  #taken: readonly Taken[] = [];
  #count = 0;
  /** Edits, and answers that were asked for again. */
  #changes = 0;
  #kills = 0;

  constructor(doors: readonly Door[], { tally = new Map() }: Playing) {
    this.#doors = doors;
    this.#tally = tally;
    const kept: Kept = { last: [] };
    this.#tabs = doors.map((door, at) => openTab(door, `tab${at}`, this.#network, kept));
    this.#turns = this.#tabs.map((tab) => tab.open());
  }

  close(): void {
    for (const tab of this.#tabs) tab.close();
  }

  async play(moves: readonly Move[]): Promise<void> {
    await Promise.all(this.#turns);
    for (const move of moves) {
      const at = move.tab % this.#tabs.length;
      const turn = this.#turns[at] ?? assert.fail();
      const next = turn.then(async () => {
        const delivery = await this.#act(move, this.#tabs[at] ?? assert.fail());
        const what = `${this.#doors[at]} ${move.act} ${delivery}`;
        this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1);
      });
      next.catch(() => {}); // thrown at the end
      this.#turns[at] = next;
      await pause(move.pauseMs);
      this.#checkShown();
    }
    await Promise.all(this.#turns);
    await Promise.all(this.#tabs.map((tab) => tab.rest()));
    await Promise.all(this.#others);
    await this.#checkResponses();
    for (const ref of await threadsOf(this.#bare)) await this.#drain(ref);
    await this.#network.idle();
  }

  async #act({ act, asks, busy, fate }: Move, tab: Tab): Promise<Delivery | "done"> {
    const text = `${asks} ${++this.#count}`;
    const sentAt = clock();
    switch (act) {
      case "say": {
        const delivery = await tab.say(text, busy, fate);
        if (delivery === "taken") this.#take(text, sentAt);
        return delivery;
      }
      case "edit": {
        this.#changes++;
        // One that waits still is replaced: its words stand nowhere.
        const before = tab.shown().findLast(({ role }) => role === "user")?.text ?? "";
        const delivery = await tab.edit(text, fate);
        if (delivery !== "taken") return delivery;
        this.#taken = this.#taken.filter((each) => !before.split("|").includes(each.text));
        this.#take(text, sentAt);
        return delivery;
      }
      case "regenerate":
        this.#changes++;
        return await tab.regenerate(fate);
      case "approve":
      case "deny":
        return await tab.decide(act === "approve", fate);
      case "detach":
        return await tab.detach(fate);
      case "reload":
        await tab.reload();
        return "done";
      case "stop":
        this.#others.push(
          this.#network.send("POST", `/api/chat/slow/${CONVERSATION}/stop`, {}).catch(() => {}),
        );
        return "done";
      case "steps": {
        const body = { agent: "slow", input: text, busy: "steer", until: "done", resumable: true };
        const sent = this.#network.send("POST", `/v1/threads/${CONVERSATION}/steps`, body);
        this.#others.push(sent.then((response) => response.text()).catch(() => {}));
        return "done";
      }
      case "kill":
        this.#kills++;
        this.#network.kill();
        return "done";
    }
  }

  #take(text: string, sentAt: number): void {
    this.#taken = [...this.#taken, { text, sentAt, takenAt: clock() }];
  }

  /** Goes on with a thread until it rests and nothing waits in it. Nobody answers any more: an input ends the wait of a run. */
  async #drain({ thread }: ThreadRef): Promise<void> {
    const path = `/v1/threads/${thread}`;
    for (let count = 1; count <= 200; count++) {
      const { status, running, waiting, calls } = await (await this.#network.send("GET", path)).json();
      if (!running && waiting === 0 && status !== "open") return;
      for (const { id, state } of running ? [] : calls) {
        if (state === "deferred") await this.#network.send("POST", `${path}/calls/${id}/detach`, {});
      }
      const input = calls.length > 0 && !running ? { input: `end ${thread} ${count}` } : {};
      const response = await this.#network.send("POST", `${path}/steps`, { ...input, until: "done" });
      await response.text();
      await pause(1_000);
    }
    assert.fail(`${thread} does not come to rest`);
  }

  /** No tab shows anything twice. */
  #checkShown(): void {
    for (const [at, tab] of this.#tabs.entries()) {
      const shown = tab.shown();
      const plans = shown.flatMap(({ text }) => text.match(/Plan \d+/g) ?? []);
      const texts = shown.flatMap(({ role, text }) => role === "user" ? [text] : []);
      for (const all of [shown.map(({ id }) => id), plans, texts]) {
        assert.equal(
          new Set(all).size,
          all.length,
          `tab ${at} shows something twice: ${JSON.stringify(shown)}`,
        );
      }
    }
  }

  /** What a chain of responses shows is what the deployment has of it, up to what was done behind an approval of another tab. */
  async #checkResponses(): Promise<void> {
    for (const [at, tab] of this.#tabs.entries()) {
      if (!(tab instanceof ResponsesTab)) continue;
      const known = await tab.known(async ({ id }, texts) => {
        const thread = readResponseId(id)?.thread ?? assert.fail();
        const entries = await checkedHistory(this.#bare, { tenant: "acme", thread });
        const all = entries.flatMap((entry) => entry.type === "assistant" ? [joinText(entry.blocks)] : []);
        return all.slice(all.indexOf(texts.at(-1) ?? "") + 1);
      });
      assert.deepEqual(await tab.stored(), known, `tab ${at}, the responses`);
    }
  }

  /** A list has one row of the chat, and from what a page loads it comes to every branch that has something of its own. */
  async #checkReach(threads: readonly ThreadRef[]): Promise<void> {
    const page = await (await this.#network.send("GET", "/v1/threads?limit=100")).json();
    const listed: string[] = page.threads.map(({ id }: { id: string }) => id);
    const rows = new Set(threads.map(({ thread }) => isOfChat(thread) ? CONVERSATION : thread));
    assert.deepEqual(listed.toSorted(), [...rows].toSorted());
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
    for (const ref of threads) {
      if (!isOfChat(ref.thread)) continue;
      if (seen.has(ref.thread) || await isBare(this.#bare, ref)) continue;
      assert.fail(`${ref.thread} is out of reach: ${[...seen].join(", ")}`);
    }
  }

  async check(): Promise<void> {
    const threads = await threadsOf(this.#bare);
    const branches = threads.filter(({ thread }) => isOfChat(thread));
    const changes = this.#tabs.reduce((sum, { retries }) => sum + retries, this.#changes);
    const bare = await Promise.all(branches.map((ref) => isBare(this.#bare, ref)));
    const own = bare.filter((isBare) => !isBare).length;
    assert.ok(own <= 1 + changes, `${own} branches of ${changes} changes`);
    // A server may die between a fork and its step: the message that is sent again has a fork of its own.
    assert.ok(
      branches.length <= 1 + changes + this.#kills,
      `${branches.length} branches of ${changes} changes`,
    );
    const histories = new Map<string, string[]>();
    for (const ref of threads) {
      const entries = await checkedHistory(this.#bare, ref);
      const told = entries.flatMap((entry) => {
        if (entry.type === "user") return [`user:${entry.text}`];
        return entry.type === "assistant" ? [`assistant:${joinText(entry.blocks)}`] : [];
      });
      assert.equal(new Set(told).size, told.length, `${ref.thread} has something twice: ${told.join(", ")}`);
      histories.set(ref.thread, told);
    }
    this.#checkTaken(histories);
    this.#checkShown();
    await this.#checkReach(threads);
    const current = await currentOf(this.#bare, branches);
    for (const [at, tab] of this.#tabs.entries()) {
      if (tab instanceof ResponsesTab) continue; // its threads have gone on without it
      await tab.reload();
      await tab.rest();
      const shown = tab.shown().flatMap(({ role, text }) =>
        text === "" ? [] : text.split("|").map((each) => `${role}:${each}`)
      );
      const stored = histories.get(tab.thread ?? current) ?? [];
      assert.deepEqual(shown, stored.filter((each) => each !== "assistant:"), `tab ${at}, loaded again`);
    }
  }

  /** Nothing that was taken is lost, and what was taken before another thing was sent stands before it. */
  #checkTaken(histories: ReadonlyMap<string, readonly string[]>): void {
    const texts = new Set([...histories.values()].flat());
    const lost = this.#taken.filter(({ text }) => !texts.has(`user:${text}`)).map(({ text }) => text);
    assert.deepEqual(lost, [], `lost in ${JSON.stringify([...histories])}`);
    for (const [thread, told] of histories) {
      const placed = this.#taken.map((taken) => ({ ...taken, at: told.indexOf(`user:${taken.text}`) }))
        .filter(({ at }) => at >= 0);
      // One that was taken in another branch, which lacks what came later, comes into this one behind that.
      const isElsewhere = (one: Taken, later: Taken) =>
        [...histories.values()].some((told) =>
          told.includes(`user:${one.text}`) && !told.includes(`user:${later.text}`)
        );
      for (const one of placed) {
        const later = placed.find((each) =>
          each.sentAt > one.takenAt && each.at < one.at && !isElsewhere(one, each)
        );
        assert.equal(
          later,
          undefined,
          `${one.text} stands behind what came later in ${thread}: ${told.join(", ")}`,
        );
      }
    }
  }
}

function openTab(door: Door, name: string, network: Network, kept: Kept): Tab {
  switch (door) {
    case "chat":
      return new ChatTab(network);
    case "agui":
      return new AgUiTab(network, name);
    case "hooks":
      return new HooksTab(network, name);
    case "responses":
      return new ResponsesTab(network, name, kept);
  }
}

function isOfChat(thread: string): boolean {
  return thread === CONVERSATION || thread.startsWith(`${CONVERSATION}:`);
}

async function threadsOf(store: Store): Promise<ThreadRef[]> {
  const { threads } = await store.list("acme", { limit: 100 });
  return threads.map(({ thread }) => ({ tenant: "acme", thread }));
}

/** True for a thread with nothing behind what it was forked with. */
async function isBare(store: Store, ref: ThreadRef): Promise<boolean> {
  const header = (await store.read(ref))?.header ?? assert.fail();
  return header.version === (readMeta(ref, header).forkedFrom?.version ?? 0);
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
