// A client of one thread: it sends a request until it is acknowledged, always with the same idempotency key, and then the
// next one. Requests are delivered more than once, and in wild threads somebody else cancels, interrupts, steers and queues.

import type { AgentError } from "../../src/core/error.ts";
import { NEW_STATE, SCHEMA } from "../../src/core/state.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import type { RunResult } from "../../src/kernel/result.ts";
import type { StepRequest, Until } from "../../src/kernel/request.ts";
import { readPendingCalls } from "../../src/kernel/stored.ts";
import { patient } from "./overridden.ts";
import { answerCalls } from "./people.ts";
import type { Random } from "./random.ts";
import type { Asked, ToolKind } from "./script.ts";
import { THREAD_MS } from "./stores.ts";
import { type Delivered, Worker } from "./worker.ts";
import type { World } from "./world.ts";

/** A request as the client means it. */
export interface Errand extends Asked {
  readonly until: Until;
  readonly busy: StepRequest["busy"];
}

/** Tools that one plan calls. */
export type Pairs = readonly [readonly [ToolKind, ToolKind], ...(readonly [ToolKind, ToolKind])[]];

/** How a request ended for its client. */
export type Acknowledged =
  | { readonly type: "answered"; readonly answer: RunResult }
  /** Somebody cancelled it. */
  | { readonly type: "cancelled" }
  /** Somebody else's step has taken its input. */
  | { readonly type: "absorbed" };

/** A client whose connection broke comes again soon, or after a time in which the lease of whoever served it runs out. */
const BACKOFF_MS = 31_000;

/** How much sooner or later than a thread's end a client comes that waits for it, and the lease that runs meanwhile. */
const MARGIN_MS = 3_600_000;
const LEASE_MS = 30_000;

/** The event of a former life of the thread: its number is beyond those of any other. */
export const FORMER_EVENT = { seq: 9_000_000_000_000, text: "former" };

/** Deliveries of one request after which it counts as stuck. */
const PATIENCE = 2_000;

export class Client {
  readonly ref: ThreadRef;
  readonly errands: Errand[] = [];
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly #world: World;
  readonly #isolates: readonly Store[];
  readonly #random: Random;
  /** Deliveries that may outlast the client's interest in them. */
  readonly #background: Promise<unknown>[] = [];
  /** The history as it was last read. */
  #read: readonly string[] = [];
  #deliveries = 0;

  constructor(world: World, isolates: readonly Store[], thread: string) {
    this.ref = { tenant: "acme", thread };
    this.#world = world;
    this.#isolates = isolates;
    this.#random = world.random.fork(thread);
  }

  /** Sends the errand until it is acknowledged. False when that does not happen. */
  async send(errand: Errand): Promise<boolean> {
    this.errands.push(errand);
    const { time } = this.#world;
    if (this.#random.chance(this.#world.odds.duplicate)) this.#background.push(this.#duplicate(errand));
    const outcomes = new Map<string, number>();
    for (let count = 0; count < PATIENCE; count++) {
      const patience = time.sleep(this.#random.between(5_000, 40_000)).then(() => "overdue" as const);
      const delivery = this.deliver(errand);
      this.#background.push(delivery);
      const delivered = await Promise.race([delivery, patience]);
      const outcome = outcomeOf(delivered);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const waitMs = delivered === "overdue" || delivered.type === "vanished"
        ? this.#random.pick([this.#random.between(1, 2_000), BACKOFF_MS])
        : this.#takeIn(errand, delivered);
      if (waitMs === undefined) return true;
      await time.sleep(waitMs);
    }
    const ended = Array.from(outcomes, ([outcome, times]) => `${outcome} ${times} times`).join(", ");
    this.#world.violate("stuck", this.ref.thread, `${errand.request} is not acknowledged: ${ended}`);
    return false;
  }

  /** One delivery to some isolate. What it answers is compared with what was answered before. */
  async deliver(errand: Errand): Promise<Delivered> {
    const delivered = await this.#worker().serve(this.#toRequest(errand));
    if (delivered.type === "answered" && !delivered.answer.error) this.#compare(errand, delivered.answer);
    return delivered;
  }

  /** The same request again, now or later, until it is acknowledged or the one who sends it loses interest. */
  async #duplicate(errand: Errand): Promise<void> {
    const { time, tally } = this.#world;
    const latest = this.#random.pick([0, 20, 2_000, 60_000]);
    for (let count = this.#random.between(1, 3); count > 0; count--) {
      await time.sleep(this.#random.between(0, latest));
      tally.duplicates++;
      const delivered = await this.deliver(errand);
      if (delivered.type !== "vanished" && this.#takeIn(errand, delivered) === undefined) return;
    }
  }

  /** What a delivery means: milliseconds until the next one, or undefined when none is needed. */
  #takeIn({ request }: Errand, delivered: Exclude<Delivered, { type: "vanished" }>): number | undefined {
    switch (delivered.type) {
      case "queued":
        if (delivered.waiting > 0) return this.#random.between(1_000, 30_000);
        this.#acknowledge(request, { type: "absorbed" });
        return undefined;
      case "refused":
        return this.#refused(request, delivered.error);
      case "answered": {
        const { answer } = delivered;
        if (answer.error) return this.#refused(request, answer.error);
        this.#acknowledge(request, { type: "answered", answer });
        return undefined;
      }
    }
  }

  #refused(request: string, { code, message, retryAfterMs }: AgentError): number | undefined {
    switch (code) {
      case "step_cancelled":
        this.#acknowledge(request, { type: "cancelled" });
        return undefined;
      case "nothing_to_do":
        this.#acknowledge(request, { type: "absorbed" });
        return undefined;
      case "store_unavailable":
      case "step_fenced":
        return this.#random.between(1, 1_000);
      case "thread_busy":
      case "idempotency_in_flight":
      case "inbox_full":
        // Most clients wait as long as they are told, some do not.
        return this.#random.chance(0.8)
          ? (retryAfterMs ?? 0) + 1
          : this.#random.between(1, retryAfterMs ?? 1);
      case "approval_required":
        // The plan is that of a request that its own client does not know to wait: a worker vanished, or somebody disturbed.
        this.#background.push(this.#answerPending());
        return this.#random.between(1_000, 5_000);
      default:
        this.#world.violate("error", this.ref.thread, `${request} failed with ${code}: ${message}`);
        return this.#random.between(1, 5_000);
    }
  }

  #acknowledge(request: string, how: Acknowledged): void {
    if (!this.acknowledged.has(request)) this.acknowledged.set(request, how);
  }

  /** Every answer to a request is the first one. */
  #compare({ request }: Errand, answer: RunResult): void {
    const first = this.acknowledged.get(request);
    if (first === undefined) return this.#acknowledge(request, { type: "answered", answer });
    if (first.type !== "answered") return;
    const [was, is] = [first.answer, answer].map(essence);
    if (was === is) return;
    this.#world.violate("replay_differs", this.ref.thread, `${request} was answered ${was}, then ${is}`);
  }

  /** People answer the calls that a request has left to them; the next request may come before they have. */
  async answerApprovals({ request }: Errand): Promise<void> {
    const how = this.acknowledged.get(request);
    if (how?.type !== "answered" || how.answer.calls.every(({ state }) => state !== "approval")) return;
    const answered = this.#answerPending();
    if (this.#random.chance(0.7)) await answered;
    else this.#background.push(answered);
  }

  async #answerPending(): Promise<void> {
    const { ref } = this;
    const snapshot = await this.#world.time.hold(patient(this.#isolate()).read(ref));
    const pending = readPendingCalls(ref, snapshot?.pending ?? null);
    await answerCalls(pending.filter(({ disposition }) => disposition.type === "approve"), {
      world: this.#world,
      ref,
      random: this.#random,
      isolate: () => this.#isolate(),
    });
  }

  /** What was read once is there for ever. */
  async look(): Promise<void> {
    const { thread } = this.ref;
    const page = await this.#world.time.hold(
      patient(this.#isolate()).history(this.ref, { after: 0, limit: 1_000 }),
    );
    const texts = page?.entries ?? [];
    const at = this.#read.findIndex((text, index) => text !== texts[index]);
    if (at >= 0) {
      this.#world.violate("history_changed", thread, `entry ${at} was ${this.#read[at]}, is ${texts[at]}`);
    }
    this.#read = texts;
  }

  /** Somebody else at the same thread, until the client is done: cancels, interruptions, and inputs that steer or are queued. */
  async disturb(pairs: Pairs, isOver: () => boolean): Promise<void> {
    const { time, tally } = this.#world;
    const random = this.#random.fork("disturbance");
    for (let count = 0; !isOver(); count++) {
      await time.sleep(random.between(50, 20_000));
      const what = random.pick<"cancel" | "interrupt" | "steer" | "queue">([
        ...["cancel", "interrupt", "steer", "queue"] as const,
      ]);
      if (what === "cancel") {
        await this.#untilBusy(random);
        tally.cancels++;
        await time.hold(patient(this.#isolate()).cancel(this.ref));
      } else {
        const plans = random.chance(0.5) ? [random.pick(pairs)] : [];
        await this.send({ request: `${this.ref.thread}-x${count}`, plans, until: "step", busy: what });
      }
    }
  }

  /** A thread of this id that lives and ends before this one, in the middle of a step. */
  async liveBefore(): Promise<void> {
    const { time, agent } = this.#world;
    const { ref } = this;
    const store = patient(this.#isolate());
    const meta = { agent: agent.name, agentHash: agent.hash, metadata: {}, createdAt: time.clock() };
    const create = {
      meta: JSON.stringify(meta),
      state: JSON.stringify(NEW_STATE),
      schema: SCHEMA,
      createdAt: 0,
    };
    const request = { ref, owner: "former", leaseMs: LEASE_MS, schema: SCHEMA, busy: "reject" } as const;
    const window = { entries: 1, bytes: 1 };
    await time.hold(store.begin({ ...request, create, inputs: ["a former input"], window }));
    await time.hold(store.flush(ref, { ...request, epoch: 1 }, [FORMER_EVENT]));
    await time.sleep(THREAD_MS + MARGIN_MS);
  }

  /** Leaves the thread alone for almost as long as it lives. */
  async rest(): Promise<void> {
    await this.#world.time.sleep(THREAD_MS - MARGIN_MS);
  }

  /**
   * A worker begins and dies; shortly before the end of its lease an input is queued; then the thread is left alone until a
   * few seconds before its end. No other client may use the thread meanwhile.
   */
  async strand(): Promise<boolean> {
    const { time } = this.#world;
    const errand = (name: string, busy: Errand["busy"]): Errand => ({
      request: `${this.ref.thread}-x${name}`,
      plans: [],
      until: "step",
      busy,
    });
    const [first, second] = [errand("stranded", "reject"), errand("queued", "steer")];
    await this.#worker({ diesBegun: true }).serve(this.#toRequest(first));
    await time.sleep(LEASE_MS - 5_000);
    const end = time.clock() + THREAD_MS; // the answer may come late, by a worker that stands still
    const delivered = await this.deliver(second);
    if (delivered.type === "queued") {
      await time.sleep(end - 10_000 - time.clock());
      await this.#touch();
    }
    return await this.send(first) && await this.send(second);
  }

  /** Begins and gives up, so that the thread lives on: no worker is sure to come within a few seconds. */
  async #touch(): Promise<void> {
    const { time } = this.#world;
    const { ref } = this;
    const store = patient(this.#isolate());
    const request = { ref, owner: "touch", leaseMs: LEASE_MS, schema: SCHEMA, busy: "reject" } as const;
    const window = { entries: 1, bytes: 1 };
    const begun = await time.hold(store.begin({ ...request, inputs: [], window }));
    if (begun.type === "begun") {
      await time.hold(store.abandon({ ...request, epoch: begun.header.epoch, inputs: [] }));
    } else this.#world.violate("input_missing", ref.thread, `a thread with a queued input is ${begun.type}`);
  }

  /** A request of several steps, and an input that is queued in the middle of them. */
  async crowd([pair]: Pairs): Promise<boolean> {
    const request = (name: string) => `${this.ref.thread}-x${name}`;
    const many = {
      request: request("many"),
      plans: [pair, pair, pair],
      until: "done",
      busy: "reject",
    } as const;
    const more = { request: request("more"), plans: [], until: "step", busy: "steer" } as const;
    const sent = this.send(many);
    await this.#untilBusy(this.#random);
    const queued = this.send(more);
    return await sent && await queued;
  }

  /** Until some time within a step, when one comes soon. */
  async #untilBusy(random: Random): Promise<void> {
    const { time } = this.#world;
    for (let tries = 0; tries < 50; tries++) {
      const snapshot = await time.hold(patient(this.#isolate()).read(this.ref));
      if (snapshot?.running) break;
      await time.sleep(50);
    }
    await time.sleep(random.between(0, 300));
  }

  /** Waits for the deliveries that nobody waited for. */
  async settle(): Promise<void> {
    while (this.#background.length > 0) await this.#background.shift();
  }

  #worker(fate?: { diesBegun: boolean }): Worker {
    const random = this.#random.fork(`worker ${this.#deliveries++}`);
    const defer = (work: Promise<unknown>) => void this.#background.push(work);
    return new Worker(this.#world, this.#isolate(), random, { ...fate, defer });
  }

  #isolate(): Store {
    const [first, ...others] = this.#isolates;
    if (first === undefined) throw new Error("There is no isolate.");
    return this.#random.pick([first, ...others]);
  }

  #toRequest({ request, plans, until, busy }: Errand): StepRequest {
    const asked: Asked = { request, plans };
    return {
      ref: this.ref,
      agent: this.#world.agent.name,
      inputs: [JSON.stringify(asked)],
      until,
      toolResults: [],
      busy,
      idempotency: { key: request, bodyHash: request },
      resumable: request.endsWith("3"),
    };
  }
}

/** What two answers to one request have in common. */
function essence({ thread, step, output, calls, choice, usage, warnings }: RunResult): string {
  const { version, status, length, counters } = thread;
  return JSON.stringify({ version, status, length, counters, step, output, calls, choice, usage, warnings });
}

function outcomeOf(delivered: Delivered | "overdue"): string {
  if (delivered === "overdue") return delivered;
  if (delivered.type === "refused") return delivered.error.code;
  return delivered.type === "answered" ? delivered.answer.error?.code ?? "answered" : delivered.type;
}
