// The pauses of tenants: definitions in the store, which each isolate reads at most every few seconds.

import * as z from "zod/mini";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import type { PauseView } from "../../core/contract/pauses.ts";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { Lru } from "../../core/lru.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { PausedAgents, Pausing } from "../../kernel/session/pausing.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";

/** Milliseconds for which an isolate goes by what it has read: a change reaches the other isolates within this time. */
export const PAUSES_MS = 10_000;

/** The name under which all agents of a tenant are paused: no agent has it. */
export const ALL = "*";

/** The kind of definition that a pause is. */
const KIND = "pause";

/** Tenants whose pauses an isolate holds, at most. */
const TENANTS = 1_000;

/** Milliseconds after which a refused step is tried again: a quarter of the time that its pause lasts by then, within these. */
const LEAST_WAIT_MS = 60_000;
const MOST_WAIT_MS = 900_000;

const stored = z.object(
  lazyShape(() => ({ since: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) })),
);

/** What a read has found. */
interface Read {
  readonly until: number;
  readonly paused: PausedAgents;
}

/** The pauses of a deployment. */
export class Pauses implements Pausing {
  readonly #deps: Pick<RuntimeDeps, "store" | "clock" | "sleep" | "log">;
  readonly #reads = new Lru<Read>(TENANTS);
  #changes = 0;

  constructor(deps: Pick<RuntimeDeps, "store" | "clock" | "sleep" | "log">) {
    this.#deps = deps;
  }

  read(tenant: string): PausedAgents | Promise<PausedAgents> {
    const known = this.#reads.get(tenant);
    return known !== undefined && known.until > this.#deps.clock() ? known.paused : this.#readAgain(tenant);
  }

  /** All of them, by the names of their agents, as the store has them now. */
  async list(tenant: string): Promise<readonly PauseView[]> {
    const { store } = this.#deps;
    const names = await store.listDefinitions(tenant, KIND);
    const found = await Promise.all(names.map(async (agent) => {
      const text = await store.readDefinition(tenant, KIND, agent);
      return text === undefined ? [] : [{ agent, ...toPause(agent, text) }];
    }));
    return found.flat();
  }

  /**
   * Pauses an agent, or all of them by {@link ALL}: this isolate begins no step of it from now on. A pause that is there keeps its time, and
   * without a reason it stays as it is; one that cannot be read is replaced.
   */
  async put(
    tenant: string,
    agent: string,
    { by, reason }: Pick<PauseView, "by"> & { readonly reason: string | undefined },
  ): Promise<PauseView> {
    const { store, clock } = this.#deps;
    const text = await store.readDefinition(tenant, KIND, agent) ?? "";
    const { data: before } = stored.safeParse(parseJson(text));
    const since = before?.since ?? new Date(clock()).toISOString();
    const pause = before !== undefined && reason === undefined
      ? before
      : { since, by, reason: reason ?? null };
    await store.putDefinition(tenant, KIND, agent, JSON.stringify(pause));
    this.#forget(tenant);
    return { agent, ...pause };
  }

  /** False where it was not paused. */
  async remove(tenant: string, agent: string): Promise<boolean> {
    const removed = await this.#deps.store.removeDefinition(tenant, KIND, agent);
    this.#forget(tenant);
    return removed;
  }

  /** Also what a read finds that has begun before. */
  #forget(tenant: string): void {
    this.#changes += 1;
    this.#reads.delete(tenant);
  }

  async #readAgain(tenant: string): Promise<PausedAgents> {
    const until = this.#deps.clock() + PAUSES_MS;
    const changes = this.#changes;
    const found = await withStoreRetries(() => this.list(tenant), this.#deps);
    const paused: PausedAgents = (agent) => {
      const pause = found.find((each) => each.agent === ALL || each.agent === agent);
      return pause && this.#toRefusal(pause, agent);
    };
    if (changes === this.#changes) this.#reads.set(tenant, { until, paused });
    return paused;
  }

  /** Who has paused it, and why, is for operators alone. */
  #toRefusal({ agent: paused, since }: PauseView, agent: string): AgentError {
    const lastsMs = this.#deps.clock() - Date.parse(since);
    const retryAfterMs = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, Math.round(lastsMs / 4)));
    const what = paused === ALL ? "All agents are" : `Agent ${agent} is`;
    return new AgentError("agent_paused", `${what} paused since ${since}; retry after ${retryAfterMs} ms.`, {
      retryAfterMs,
      details: { pause: paused },
    });
  }
}

function toPause(agent: string, text: string): z.infer<typeof stored> {
  const read = stored.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new AgentError("store_corrupt", `The stored pause of ${agent} cannot be read; put it again.`);
}
