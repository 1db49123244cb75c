// Clients that run steps on two servers over one store, while the servers are killed. Each client has a thread of its own, and sends a request
// under one key until it is answered.

import { setTimeout as pause } from "node:timers/promises";
import { job, type Runtime, type Scene } from "../../integration/_scene.ts";

/** A request that a client has sent. */
export interface Sent {
  readonly thread: string;
  /** The key, and the id of the job in the input. */
  readonly id: string;
  readonly input: string;
  /** When it was answered; undefined before. */
  answeredAt?: number;
}

/** Servers under load. */
export interface Load {
  /** In the order in which they were sent, of each thread. */
  readonly sent: readonly Sent[];
  /** Kills one of the servers, and boots another one in its place. */
  attack(): Promise<void>;
  /** Ends the clients and the servers: what runs is cut. */
  end(): Promise<void>;
}

/** How the servers of a load are booted, and what stands for the 30 s of a lease. */
export interface Ground {
  readonly boot: () => Promise<Runtime>;
  readonly expireLease: Scene["expireLease"];
}

/** One life of a server. */
interface Life {
  readonly runtime: Runtime;
  isOver: boolean;
}

/** Milliseconds until a request that failed is sent again. */
const AGAIN_MS = 25;

export async function startLoad(threads: readonly string[], ground: Ground): Promise<Load> {
  const boot = async (): Promise<Life> => ({ runtime: await ground.boot(), isOver: false });
  const lives = [await boot(), await boot()];
  const sent: Sent[] = [];
  const state = { isOver: false, turn: 0 };
  const kill = async (life: Life) => {
    life.isOver = true;
    await life.runtime.kill();
  };
  const clients = threads.map((thread) =>
    work(thread, { lives, sent, state, expireLease: ground.expireLease })
  );
  return {
    sent,
    async attack() {
      const place = state.turn++ % lives.length;
      const [life] = lives.slice(place);
      if (life !== undefined) await kill(life);
      lives[place] = await boot();
    },
    async end() {
      state.isOver = true;
      await Promise.all(lives.map(kill));
      await Promise.all(clients);
    },
  };
}

interface Work {
  readonly lives: readonly Life[];
  readonly sent: Sent[];
  readonly state: { readonly isOver: boolean };
  readonly expireLease: Scene["expireLease"];
}

async function work(thread: string, { lives, sent, state, expireLease }: Work): Promise<void> {
  /** Those that may still run a request of the thread. */
  const asked = new Set<Life>();
  for (let number = 0; !state.isOver; number++) {
    const id = `${thread}-${number}`;
    const request: Sent = { thread, id, input: job(id, "once", "keyed+pure", "once") };
    sent.push(request);
    for (let tries = 0; request.answeredAt === undefined && !state.isOver; tries++) {
      const life = lives[(number + tries) % lives.length];
      if (life === undefined || life.isOver) {
        await pause(AGAIN_MS);
        continue;
      }
      asked.add(life);
      if (await send(life.runtime, request) === "done") {
        request.answeredAt = Date.now();
        asked.clear();
        continue;
      }
      await pause(AGAIN_MS);
      if ([...asked].every(({ isOver }) => isOver) && !state.isOver) {
        asked.clear();
        await expireLease(thread);
      }
    }
  }
}

/** The status of the thread in the answer; undefined without one. */
export async function send(runtime: Runtime, { thread, id, input }: Sent): Promise<string | undefined> {
  try {
    const response = await runtime.fetch(`/v1/threads/${thread}/steps`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": id },
      body: JSON.stringify({ agent: "worker", input, until: "done" }),
    });
    const answer = await response.json();
    return response.ok ? answer.thread.status : undefined;
  } catch {
    return undefined; // the server was killed
  }
}
