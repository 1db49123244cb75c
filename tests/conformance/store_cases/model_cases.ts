// Property: after any sequence of operations a store answers and reads as the model does.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { BeginOutcome, BeginRequest, IdempotencyKey } from "../../../src/core/store/begin.ts";
import type { AdvanceRequest, CommitRequest } from "../../../src/core/store/commit.ts";
import type { ThreadStatus } from "../../../src/core/state.ts";
import { type Bench, counters, LEASE_MS, newThread, type StoreCase, wholeHistory } from "./case.ts";
import { Model } from "./model.ts";
import { asSent } from "../../support/as_sent.ts";

type Operation =
  | {
    readonly type: "begin";
    readonly inputs: number;
    readonly key: number | null;
    readonly otherBody: boolean;
    readonly busy: BeginRequest["busy"];
    /** Expected version relative to the present one. */
    readonly expected: number | null;
    readonly create: boolean;
  }
  | ({ readonly type: "commit"; readonly retry: boolean } & Work)
  | ({ readonly type: "advance" } & Work)
  | { readonly type: "mark" | "decide"; readonly call: number }
  | { readonly type: "abandon"; readonly back: number; readonly told: boolean }
  | { readonly type: "repeat" | "cancel" | "expire" | "remove" };

interface Work {
  /** Which of the steps that began: 0 is the newest. */
  readonly back: number;
  readonly entries: number;
  readonly calls: number;
  readonly status: ThreadStatus;
}

const work = {
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
  entries: fc.nat(3),
  calls: fc.nat(2),
  status: fc.constantFrom<ThreadStatus>("open", "waiting", "done", "failed"),
};

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("begin" as const),
      inputs: fc.nat(2),
      key: fc.option(fc.nat(1), { freq: 2 }),
      otherBody: fc.nat(9).map((n) => n === 0),
      busy: fc.constantFrom<BeginRequest["busy"]>("reject", "queue", "restart"),
      expected: fc.option(fc.constantFrom(0, 0, 1), { freq: 3 }),
      create: fc.nat(4).map((n) => n > 0),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("commit" as const), retry: fc.boolean(), ...work }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("advance" as const), ...work }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom("mark" as const, "decide" as const), call: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("abandon" as const), back: work.back, told: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("repeat" as const, "cancel" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("expire" as const) }) },
  { weight: 1, arbitrary: fc.nat(3).map((n) => ({ type: n === 0 ? "remove" as const : "cancel" as const })) },
);

/** A step as its runtime sees it. */
interface Running {
  readonly owner: string;
  readonly inputs: readonly string[];
  readonly idempotency: IdempotencyKey | undefined;
  epoch: number;
  version: number;
  waiting: number;
  over: boolean;
}

/** Runs operations against both, and compares every answer and what is left. */
class Comparison {
  readonly #at: Bench;
  readonly #ref: BeginRequest["ref"];
  readonly #model = new Model();
  #steps: Running[] = [];
  #count = 0;
  #repeat: () => Promise<void> = async () => {};

  constructor(at: Bench, run: number) {
    this.#at = at;
    this.#ref = at.sibling(`run-${run}`);
  }

  async run(operations: readonly Operation[]): Promise<void> {
    for (const one of operations) {
      await this.#perform(one);
      assert.deepEqual(await this.#at.store.read(this.#ref), this.#model.read());
    }
    if (this.#model.read()) {
      assert.deepEqual(await wholeHistory(this.#at.store, this.#ref), this.#model.history);
    }
    await this.#at.store.remove(this.#ref);
  }

  async #perform(one: Operation): Promise<void> {
    const ref = this.#ref;
    const { store, opened } = this.#at;
    switch (one.type) {
      case "begin":
        return await this.#begin(one);
      case "commit":
      case "advance":
        return await this.#finish(one);
      case "repeat":
        return await this.#repeat();
      case "cancel":
        return assert.deepEqual(await store.cancel(ref), this.#model.cancel());
      case "expire":
        if (!opened.advanceTime) return;
        await opened.advanceTime(LEASE_MS + 1);
        return this.#model.expire();
      case "remove":
        this.#steps = [];
        this.#repeat = async () => {};
        return assert.equal(await store.remove(ref), this.#model.remove());
      case "abandon":
        return await this.#abandon(this.#step(one.back), one.told);
      case "decide": {
        const at = ++this.#count;
        const decision = { approved: at % 4 > 0, at, by: `p${at % 3}` };
        const needed = one.call % 2 + 1;
        const outcome = await store.decide(ref, `c${one.call}`, decision, needed);
        return assert.equal(outcome.type, this.#model.decide(`c${one.call}`, decision, needed));
      }
      case "mark":
        return await this.#mark(this.#step(0));
    }
  }

  #step(back: number): Running | undefined {
    return this.#steps.at(-1 - back);
  }

  async #begin(one: Extract<Operation, { type: "begin" }>): Promise<void> {
    const owner = `${this.#ref.thread}-owner-${++this.#count}`;
    const key = one.key === null
      ? undefined
      : { key: `k${one.key}`, bodyHash: one.otherBody ? "other" : "hash" };
    const version = this.#model.read()?.header.version ?? 0;
    const request: BeginRequest = {
      ...this.#at.request(),
      ref: this.#ref,
      owner,
      inputs: Array.from({ length: key ? 1 : one.inputs }, (_, n) => `${owner}-${n}`),
      busy: one.busy,
      ...(key ? { idempotency: key } : {}),
      ...(one.expected === null ? {} : { expectedVersion: version + one.expected }),
      ...(one.create ? { create: newThread() } : {}),
    };
    const ask = async () => {
      const expected = this.#model.begin(request);
      assert.deepEqual(toModelled(await this.#at.store.begin(request)), expected);
      return expected;
    };
    const outcome = await ask();
    this.#repeat = async () => void await ask();
    if (outcome.type !== "begun") return;
    this.#steps.push({
      owner,
      inputs: request.inputs,
      idempotency: key,
      epoch: outcome.header.epoch,
      version: outcome.header.version,
      waiting: outcome.inbox.length,
      over: false,
    });
  }

  async #finish(one: Extract<Operation, { type: "commit" | "advance" }>): Promise<void> {
    const step = this.#step(one.back);
    if (!step || step.over) return;
    if (one.type === "advance") return await this.#advance(step, this.#work(step, one));
    const { idempotency } = step;
    const outcome = one.retry ? "retry" as const : "done" as const;
    await this.#commit(step, {
      ...this.#work(step, one),
      ...(idempotency ? { receipt: { ...idempotency, outcome, text: `T${this.#count}` } } : {}),
    });
  }

  async #commit(step: Running, request: CommitRequest): Promise<void> {
    const expected = this.#model.commit(request);
    assert.deepEqual(await this.#at.store.commit(request), expected);
    if (expected.type === "fenced" && !request.afterCancel) {
      return await this.#commit(step, { ...request, afterCancel: true });
    }
    step.over = true;
    this.#repeat = async () => {};
    if (expected.type !== "committed") return;
    const waiting = () => this.#model.read()?.waiting ?? 0;
    this.#repeat = async () => {
      assert.deepEqual(await this.#at.store.commit(request), { ...expected, waiting: waiting() });
    };
    await this.#repeat();
  }

  async #advance(step: Running, request: AdvanceRequest): Promise<void> {
    const expected = this.#model.advance(request);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(asSent(await this.#at.store.advance(request)), expected);
    }
    this.#repeat = async () => {};
    if (expected.type !== "advanced") return;
    step.version = expected.version;
    step.epoch = expected.epoch;
    step.waiting = expected.inbox.length;
  }

  #work(step: Running, { entries, calls, status }: Work): AdvanceRequest {
    const count = ++this.#count;
    const ids = Array.from({ length: calls }, (_, n) => `c${(count + n) % 6}`);
    return {
      ref: this.#ref,
      owner: step.owner,
      epoch: step.epoch,
      version: step.version,
      schema: 1,
      entries: Array.from({ length: entries }, (_, n) => `entry ${count}.${n}`),
      status,
      state: `state ${count}`,
      counters: counters(count),
      pending: calls === 0 ? null : { ids, calls: `calls ${count}` },
      consumed: step.waiting,
      blobs: [],
      events: [],
      leaseMs: LEASE_MS,
      ...(step.idempotency ? { idempotency: step.idempotency } : {}),
    };
  }

  async #abandon(step: Running | undefined, told: boolean): Promise<void> {
    if (!step) return;
    const { owner, epoch, inputs, idempotency } = step;
    const request = { ref: this.#ref, owner, epoch, inputs, told, ...(idempotency ? { idempotency } : {}) };
    await this.#at.store.abandon(request);
    this.#model.abandon(request);
    this.#repeat = async () => {};
  }

  async #mark(step: Running | undefined): Promise<void> {
    const ids = this.#model.read()?.pending?.ids;
    if (!step || !ids) return;
    const outcome = await this.#at.store.markStarted(this.#ref, step.epoch, ids);
    assert.equal(outcome, this.#model.markStarted(step.epoch, ids));
  }
}

/** What the model answers of a begin: it knows no times, and these requests neither reserve nor name a shared blob. */
function toModelled(outcome: BeginOutcome): BeginOutcome {
  if ("retryAfterMs" in outcome) return { ...outcome, retryAfterMs: 0 };
  if (outcome.type !== "begun") return outcome;
  const { reserved, hasSharedBlob, ...begun } = outcome;
  assert.deepEqual([reserved, hasSharedBlob], [undefined, undefined]);
  return begun;
}

export const modelCases: StoreCase[] = [
  {
    row: "E3",
    name: "answers as the model does after any sequence of operations",
    async run(at) {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 5, maxLength: 30 }),
          (operations) => new Comparison(at, runs++).run(operations),
        ),
        { numRuns: at.opened.advanceTime ? 400 : 60, seed: 20_240_601 },
      );
    },
  },
];
