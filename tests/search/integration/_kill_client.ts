// A client of the kill loop: it works on one thread, sends every request under a key until it is answered, and remembers
// what it was told. It knows which servers it asked, so it knows when a lease can only be a dead worker's.

import { setTimeout as pause } from "node:timers/promises";
import type { StepEvent } from "../../../src/core/event.ts";
import { frames, type JsonAnswer } from "../../slow/support/client.ts";
import { job, openStep, type Scene } from "../../slow/integration/_scene.ts";
import type { Fleet, Server } from "./kill_loop.ts";
import type { Random } from "./_random.ts";

/** A request that was answered, and the steps that the answer told of. */
export interface Acknowledged {
  readonly thread: string;
  readonly input: string | undefined;
  readonly steps: readonly AcknowledgedStep[];
}

export interface AcknowledgedStep {
  readonly version: number;
  /** Ids of the calls it planned, when the answer says them. */
  readonly calls?: readonly string[];
  /** The final text, when it is the run's last step. */
  readonly output?: string;
}

type Answer =
  | { readonly type: "acknowledged"; readonly steps: readonly AcknowledgedStep[]; readonly status: string }
  | { readonly type: "again"; readonly reason: string };

const TOOLS = ["once", "once", "keyed", "keyed", "pure", "once+keyed", "keyed+pure", "once+once+keyed+pure"];

/** After this, a lease is expired whoever may hold it: a worker that could not give it back, or one that is fenced now. */
const LEASE_PATIENCE_MS = 3_000;

/** How long a client waits at most: some leave on a whim, some before a paused server wakes up, most stay. */
const PATIENCES_MS = [60, 800, 800, 5_000, 5_000, 5_000, 5_000, 5_000];

/** How long a request goes without an answer once nothing is killed any more: then its client gives up, and says so. */
const GIVE_UP_MS = 60_000;

/** Why a client ended before its time. */
export interface GivenUp {
  /** `slow`: no answer came, which proves nothing. `defect`: an answer that no killed machine explains. */
  readonly type: "slow" | "defect";
  readonly what: string;
  /** The input of the request that has no answer: it may stand in the history. */
  readonly input: string | undefined;
}

/** What a client is told while machines vanish around it; anything else is a defect. */
const EXPECTED = new Set([
  "idempotency_in_flight",
  "thread_busy",
  "store_unavailable",
  "step_fenced",
  "step_cancelled",
  "connection lost",
  "client left",
  "stream broke",
]);

export class ThreadClient {
  readonly thread: string;
  readonly acknowledged: Acknowledged[] = [];
  readonly retries = new Map<string, number>();
  leases = 0;
  givenUp: GivenUp | undefined;
  readonly #random: Random;
  readonly #fleet: Fleet;
  readonly #scene: Pick<Scene, "expireLease">;
  readonly #giveUpMs: number;
  /** Servers that may still be running a request of ours. */
  #asked = new Set<Server>();

  constructor(
    thread: string,
    random: Random,
    fleet: Fleet,
    scene: Pick<Scene, "expireLease">,
    giveUpMs = GIVE_UP_MS,
  ) {
    this.#giveUpMs = giveUpMs;
    this.thread = thread;
    this.#random = random;
    this.#fleet = fleet;
    this.#scene = scene;
  }

  /** Job after job until then, which may be put off meanwhile, or until it gives up. */
  async work(endsAt: () => number): Promise<void> {
    for (let number = 0; Date.now() < endsAt(); number++) {
      const id = `${this.thread}-${number}`;
      const plans = Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.pick(TOOLS));
      const until = this.#random.pick(["step", "done"]);
      const input = job(id, ...plans);
      let status = await this.#insist(`${id}-0`, { agent: "worker", input, until }, input, endsAt);
      for (let step = 1; status === "open"; step++) {
        status = await this.#insist(`${id}-${step}`, { until }, undefined, endsAt);
      }
      if (status === undefined) return;
      if (status !== "done") {
        return this.#giveUp("defect", `${this.thread} is ${status} after ${input}`, undefined);
      }
    }
  }

  #giveUp(type: GivenUp["type"], what: string, input: string | undefined): undefined {
    this.givenUp = { type, what, input };
    return undefined;
  }

  /** Sends a request until it is answered; the thread's status then, or undefined when the client has given up. */
  async #insist(
    key: string,
    body: object,
    input: string | undefined,
    endsAt: () => number,
  ): Promise<string | undefined> {
    const since = Date.now();
    let expiredAt = since;
    for (;;) {
      const answer = await this.#ask(key, body);
      if (answer.type === "acknowledged") {
        this.acknowledged.push({ thread: this.thread, input, steps: answer.steps });
        return answer.status;
      }
      const { reason } = answer;
      this.retries.set(reason, (this.retries.get(reason) ?? 0) + 1);
      if (!EXPECTED.has(reason)) return this.#giveUp("defect", `${this.thread}, ${key}: ${reason}`, input);
      if (Date.now() - Math.max(since, endsAt()) > this.#giveUpMs) {
        return this.#giveUp("slow", `${this.thread}, ${key}: no answer, the last time: ${reason}`, input);
      }
      if (reason === "idempotency_in_flight" || reason === "thread_busy") {
        const isOrphaned = ![...this.#asked].some((server) => server.isAlive);
        if (isOrphaned || Date.now() - expiredAt > LEASE_PATIENCE_MS) {
          if (await this.#scene.expireLease(this.thread).then(() => true, () => false)) this.leases++;
          expiredAt = Date.now();
        }
      }
      await pause(10 + this.#random.below(60));
    }
  }

  async #ask(key: string, body: object): Promise<Answer> {
    const server = this.#fleet.pick(this.#random);
    const streams = this.#random.below(2) === 0;
    const leaving = new AbortController();
    const timer = setTimeout(() => leaving.abort(), this.#random.below(this.#random.pick(PATIENCES_MS)));
    const mayRun = this.#asked.has(server);
    this.#asked.add(server);
    try {
      const response = await openStep(server.runtime, this.thread, body, {
        signal: leaving.signal,
        headers: { accept: streams ? "text/event-stream" : "application/json", "idempotency-key": key },
      });
      const type = response.headers.get("content-type") ?? "";
      const answer = type.startsWith("text/event-stream")
        ? await readStream(response)
        : readJson(response.status, await response.json());
      // A refusal says that this attempt does not run, and nothing about an earlier one that we left.
      if (!isRefusal(answer) || !mayRun) this.#asked.delete(server);
      return answer;
    } catch {
      return { type: "again", reason: leaving.signal.aborted ? "client left" : "connection lost" };
    } finally {
      clearTimeout(timer);
    }
  }
}

function isRefusal(answer: Answer): boolean {
  return answer.type === "again" && ["idempotency_in_flight", "thread_busy"].includes(answer.reason);
}

function readJson(status: number, answer: JsonAnswer): Answer {
  if (status !== 200) return { type: "again", reason: answer.code ?? `status ${status}` };
  const { thread, calls, output } = answer;
  const planned = calls.filter(({ state }) => state === "pending").map(({ id }) => id);
  const step: AcknowledgedStep = {
    version: thread.version,
    calls: planned,
    ...(output === null ? {} : { output }),
  };
  return { type: "acknowledged", steps: [step], status: thread.status };
}

async function readStream(response: Response): Promise<Answer> {
  const steps: AcknowledgedStep[] = [];
  const isReplay = response.headers.has("idempotency-replayed");
  let calls: string[] = [];
  let text = "";
  for await (const { data } of frames(response.body ?? new ReadableStream())) {
    const event: StepEvent | { type: "stream.failed" } = JSON.parse(data);
    switch (event.type) {
      case "step.started":
        calls = [];
        text = "";
        break;
      case "text.delta":
        text += event.text;
        break;
      case "call.ready":
        calls.push(event.callId);
        break;
      case "step.failed":
        return { type: "again", reason: event.error.code };
      case "step.finished": {
        // A replay tells all steps of the request as one.
        const told = isReplay ? {} : { calls };
        const output = event.status === "done" && !isReplay ? { output: text } : {};
        steps.push({ version: event.version, ...told, ...output });
        if (!event.continues) return { type: "acknowledged", steps, status: event.status };
        break;
      }
    }
  }
  return { type: "again", reason: "stream broke" };
}
