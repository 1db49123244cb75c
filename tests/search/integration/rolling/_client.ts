// A client of a rolling deployment: it works on threads one after the other, sends each request under a key until it is answered,
// to isolates of either version as a load balancer chooses, and remembers what it was told. Three in ten requests come with
// the death of their isolate, and one in ten with an isolate that sleeps until another has gone on.

import { setTimeout as pause } from "node:timers/promises";
import { answerTo } from "../../../compat/_model.ts";
import type { Random } from "../_random.ts";
import type { Fleet, Isolate, Version } from "./_fleet.ts";

/** A run that a client was told the end of. */
export interface Acknowledged {
  readonly thread: string;
  readonly job: string;
  readonly output: string;
}

/** What a client needs beside its isolates. */
export interface World {
  readonly fleet: Fleet;
  readonly key: string;
  /** Ends the lease of a worker that is dead, or sleeps: the 30 s are not waited for. */
  expireLease(thread: string): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly output?: string | null;
  readonly thread?: { readonly status: string };
  readonly calls?: readonly { readonly id: string; readonly state: string }[];
}

const PLANS = ["once", "once", "keyed", "pure", "once keyed", "keyed pure", "once once keyed pure", "remove"];

/** Of 100 requests: those whose isolate is to be killed, and those whose isolate sleeps. Two in five of these are dead by then. */
const KILLED = 50;
const SLEEPS = 8;

/** The share of either version that is left where the other has the rest. */
const LEAST = 0.08;

/** Milliseconds within which an isolate dies that is to be killed, and the time that one sleeps. */
const DIES_WITHIN_MS = 160;
const SLEEP_MS = 500;

/** What a client is told while isolates of two versions vanish around it; anything else is a defect. */
const EXPECTED = new Set([
  "idempotency_in_flight",
  "thread_busy",
  "store_unavailable",
  "step_fenced",
  "step_cancelled",
  "schema_unsupported",
  "connection lost",
]);

/** Milliseconds after which a request that is not answered is a defect. */
const PATIENCE_MS = 60_000;

export class RollingClient {
  readonly threads: string[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly again = new Map<string, number>();
  readonly problems: string[] = [];
  /** Answers by the version that gave them. */
  readonly answers: Record<Version, number> = { old: 0, new: 0 };
  requests = 0;
  /** Of the requests to the new version among all. */
  #share = 0;
  readonly #name: string;
  readonly #random: Random;
  readonly #world: World;
  /** What becomes of isolates, until it has. */
  readonly #fates: Promise<void>[] = [];
  /** Isolates that may still run a request of ours. */
  readonly #asked = new Set<Isolate>();

  constructor(name: string, random: Random, world: World) {
    this.#name = name;
    this.#random = random;
    this.#world = world;
  }

  /** Thread after thread until then, the last one to its end: deployments and rollbacks by turns. */
  async work(endsAt: number, first: "deployment" | "rollback"): Promise<void> {
    for (let number = 0; number === 0 || Date.now() < endsAt; number++) {
      const thread = `${this.#name}_${number}`;
      this.threads.push(thread);
      const jobs = 3 + this.#random.below(2);
      for (let index = 0; index < jobs; index++) {
        const rollout = (number % 2 === 0) === (first === "deployment") ? index : jobs - 1 - index;
        this.#share = LEAST + (1 - 2 * LEAST) * rollout / (jobs - 1);
        if (!await this.#run(thread, `${thread}_${index}`)) break;
      }
    }
    await Promise.all(this.#fates);
  }

  /** From an input to its answer; false when that cannot be had. */
  async #run(thread: string, job: string): Promise<boolean> {
    const plans = Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.pick(PLANS));
    const until = this.#random.pick(["step", "done"]);
    const input = `job ${job}: ${plans.join("; ")}`;
    for (let step = 0; step < 40; step++) {
      const body = step === 0 ? { agent: "worker", input, until } : { until };
      const answer = await this.#insist(thread, `${job}-${step}`, body);
      const { output, thread: { status } = { status: "" } } = answer ?? {};
      if (answer === undefined) return false;
      if (status === "done") {
        this.acknowledged.push({ thread, job, output: output ?? "" });
        if (output !== answerTo(job)) this.problems.push(`${job} ended with ${JSON.stringify(output)}`);
        return true;
      }
      if (status === "waiting" && !await this.#approve(thread)) return false;
      if (status !== "open" && status !== "waiting") {
        this.problems.push(`${thread} is ${status} after ${input}`);
        return false;
      }
    }
    this.problems.push(`${job} does not end`);
    return false;
  }

  /** Sends a request until it is answered; undefined for an answer that no client should get. */
  async #insist(thread: string, key: string, body: object): Promise<Answer | undefined> {
    const since = Date.now();
    for (;;) {
      this.requests++;
      const version = this.#version();
      const isolate = await this.#world.fleet.pick(version);
      const answer = await this.#ask(isolate, thread, key, body);
      // A client that was refused by one version does not insist on it.
      if (answer?.code === "schema_unsupported") this.#share = Math.max(this.#share, 0.5);
      if (answer?.status === 200) {
        this.answers[version] += 1;
        return answer;
      }
      const reason = answer === undefined ? "connection lost" : answer.code ?? `status ${answer.status}`;
      this.#count(`${reason} (${version})`);
      if (!EXPECTED.has(reason)) {
        this.problems.push(`${thread}, ${key}: ${reason} of the ${version} version`);
        return undefined;
      }
      if (Date.now() - since > PATIENCE_MS) {
        this.problems.push(`${thread}, ${key}: no answer within a minute, at last ${reason}`);
        return undefined;
      }
      if (reason === "idempotency_in_flight" || reason === "thread_busy") await this.#expireOrphan(thread);
      await pause(5 + this.#random.below(40));
    }
  }

  /** Everything that the thread waits for, by whichever isolate takes it. */
  async #approve(thread: string): Promise<boolean> {
    for (let tries = 0; tries < 200; tries++) {
      const version = this.#version();
      const { url } = await this.#world.fleet.pick("new");
      const { calls } = await this.#send(`${url}/v1/threads/${thread}`, {}) ?? {};
      const call = calls?.find(({ state }) => state === "approval");
      if (calls !== undefined && call === undefined) return true;
      if (call !== undefined) {
        const at = await this.#world.fleet.pick(version);
        const path = `${at.url}/v1/threads/${thread}/approvals/${call.id}`;
        const { status, code } = await this.#send(path, {
          method: "POST",
          body: JSON.stringify({ approved: true }),
        }) ?? {};
        if (status !== 200) this.#count(`approval: ${code ?? "connection lost"} (${version})`);
        if (code === "thread_busy") await this.#expireOrphan(thread);
      }
      await pause(5 + this.#random.below(20));
    }
    this.problems.push(`${thread}: nobody takes its approval`);
    return false;
  }

  async #ask(isolate: Isolate, thread: string, key: string, body: object): Promise<Answer | undefined> {
    const fate = this.#random.below(100);
    const at = this.#random.below(DIES_WITHIN_MS);
    const leaving = new AbortController();
    this.#asked.add(isolate);
    const ended = fate < KILLED
      ? pause(at).then(() => this.#world.fleet.kill(isolate))
      : fate < KILLED + SLEEPS
      ? pause(at).then(() => {
        leaving.abort();
        return this.#world.fleet.sleep(isolate, SLEEP_MS);
      })
      : undefined;
    const answer = await this.#send(`${isolate.url}/v1/threads/${thread}/steps`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "idempotency-key": key },
      signal: leaving.signal,
    });
    if (ended !== undefined) this.#fates.push(ended);
    if (answer !== undefined) this.#asked.delete(isolate);
    return answer;
  }

  async #send(url: string, { headers, ...init }: RequestInit): Promise<Answer | undefined> {
    const authorization = `Bearer ${this.#world.key}`;
    try {
      const response = await fetch(url, {
        ...init,
        headers: { ...Object(headers), authorization, "content-type": "application/json" },
      });
      return { status: response.status, ...await response.json() };
    } catch {
      return undefined;
    }
  }

  /** A lease is a dead worker's, or a sleeper's, when no isolate is alive that we wait for. */
  async #expireOrphan(thread: string): Promise<void> {
    if ([...this.#asked].some(({ isAlive }) => isAlive)) return;
    await this.#world.expireLease(thread);
  }

  #version(): Version {
    return this.#random.below(1_000) < 1_000 * this.#share ? "new" : "old";
  }

  #count(reason: string): void {
    this.again.set(reason, (this.again.get(reason) ?? 0) + 1);
  }
}
