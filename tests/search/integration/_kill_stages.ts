// Where a kill loop takes place: which servers there are, what is killed beside them, and who knows which calls were started.

import { setTimeout as pause } from "node:timers/promises";
import type { BootedProcess } from "../../support/boot_deno.ts";
import { type RuntimeName, RUNTIMES, type Scene, TENANT } from "../../slow/integration/_scene.ts";
import type { Random } from "./_random.ts";

/** What an attack is made with. */
export interface Attack {
  readonly random: Random;
  /** Starts a process, again where it does not come up in time. */
  start<T>(start: () => Promise<T>, name: string): Promise<T>;
  /** One of the servers, alive. */
  server(): BootedProcess | undefined;
}

export interface Stage extends AsyncDisposable {
  readonly servers: readonly RuntimeName[];
  /** Milliseconds between two attacks at most: one server alone needs some to get anything done. */
  readonly restMs: number;
  /** What befalls the store, by its name. */
  readonly attacks: Readonly<Record<string, (attack: Attack) => Promise<void>>>;
  /** Ids of the calls that were marked as started, as far as the store may have heard of it. */
  readonly marked: ReadonlySet<string>;
  boot(name: RuntimeName, variables: Record<string, string>): Promise<BootedProcess>;
  /** Stands for the end of a lease. */
  expireLease(thread: string, server: BootedProcess | undefined): Promise<void>;
}

/** By the store that threads are in. */
export const STAGES: Readonly<Record<string, (scene: Scene) => Promise<Stage>>> = {
  redis: onRedis,
  durable_objects: onObjects,
};

/** A Deno server and workerd over one Redis, which is killed as well. */
function onRedis(scene: Scene): Promise<Stage> {
  const marked = new Set<string>();
  scene.onStore = (script, { commands }) => {
    // EVALSHA sha 2 header pending epoch id...
    if (script === "mark") { for (const id of commands[0]?.slice(6) ?? []) marked.add(id); }
    return undefined;
  };
  return Promise.resolve({
    servers: RUNTIMES,
    restMs: 500,
    marked,
    attacks: {
      async redis({ random, start }) {
        await scene.redis.kill();
        await pause(random.below(300));
        await start(() => scene.redis.restart(), "redis");
      },
    },
    boot: (name, variables) => scene.boot(name, {}, variables),
    expireLease: (thread) => scene.expireLease(thread),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
}

/** workerd with its objects on the disk; the object of the tenant is evicted at any moment. */
async function onObjects(scene: Scene): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const marked = new Set<string>();
  const marks = stack.use(
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const ids = await request.json().catch(() => []); // of an object that was killed before it marked them
      for (const id of ids) marked.add(id);
      return new Response();
    }),
  );
  const owned = stack.move();
  return {
    servers: ["workerd"],
    restMs: 1_500,
    marked,
    attacks: {
      async object({ server }) {
        const response = await server()?.fetch(`/test/evict?tenant=${TENANT}`).catch(() => undefined);
        await response?.body?.cancel();
      },
    },
    boot: (name, variables) =>
      scene.boot(name, { main: "tests/search/integration/_objects_worker.ts", objects: folder }, {
        ...variables,
        TREADLE_STORE: "durable_objects",
        TEST_MARKS: `http://127.0.0.1:${marks.addr.port}/`,
      }),
    async expireLease(thread, server) {
      const response = await server?.fetch(`/test/expire?tenant=${TENANT}&thread=${thread}`);
      await response?.body?.cancel();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
