// What workerd does with the stream of a client that left, on the newest and on the oldest supported engine. A step relies on one of these
// facts: code inside waitUntil runs to its end (src/http/drain_run.ts). tests/slow/integration/disconnect_test.ts has the step on both engines.

import assert from "node:assert/strict";
import { ENGINES } from "../support/engine.ts";
import { eventually } from "../../support/eventually.ts";

/**
 * What happens in the Worker after its client left, in this order: `cancel` is cancel() of the response body, `abort` is request.signal,
 * `end` is the code behind the stream. A `quiet` stream writes nothing after its client left, a `busy` one goes on.
 */
const FACTS = {
  newest: {
    "busy": ["cancel"],
    "busy-waitUntil": ["cancel", "end"],
    "busy-waitUntil-signal": ["cancel", "abort", "end"],
    "quiet-waitUntil": ["end"],
    "quiet-waitUntil-signal": ["end"],
  },
  oldest: {
    "busy": [],
    "busy-waitUntil": ["cancel", "end"],
    "busy-waitUntil-signal": ["abort", "cancel", "end"],
    "quiet-waitUntil": ["end"],
    "quiet-waitUntil-signal": ["end"],
  },
} as const;

const NAMES = ["newest", "oldest"] as const;

for (const name of NAMES) {
  Deno.test({
    name:
      `Q3, E4: on the ${name} workerd, what follows a stream runs inside waitUntil alone, and a client that left is noticed at a write`,
    // Miniflare keeps a child process and timers beyond a test's own scope.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const facts = Object.entries(FACTS[name]);
      const isOfSignal = ([stream]: readonly [string, unknown]) => stream.endsWith("-signal");
      const silent = facts.filter((fact) => !isOfSignal(fact));
      assert.deepEqual(await observe(name, [], silent.map(([stream]) => stream)), Object.fromEntries(silent));
      const signalling = facts.filter(isOfSignal);
      assert.deepEqual(
        await observe(name, ["enable_request_signal"], signalling.map(([stream]) => stream)),
        Object.fromEntries(signalling),
      );
    },
  });
}

/** What the Worker noted about each stream, once the last one has ended: those before it would have ended as well. */
async function observe(
  name: typeof NAMES[number],
  compatibilityFlags: string[],
  streams: readonly string[],
): Promise<Record<string, string[]>> {
  const start = await ENGINES[name]();
  const miniflare = start({
    modules: true,
    script: WORKER,
    compatibilityDate: "2026-04-01",
    compatibilityFlags,
    cf: false,
    host: "127.0.0.1",
  });
  try {
    const url = await miniflare.ready;
    for (const stream of streams) await leave(new URL(stream, url));
    let notes: Record<string, string[]> = {};
    await eventually(async () => {
      notes = await (await fetch(new URL("notes", url))).json();
      return notes[streams.at(-1) ?? ""]?.includes("end") ?? false;
    }, () => JSON.stringify(notes));
    return notes;
  } finally {
    await miniflare.dispose();
  }
}

/** Reads the first bytes of a stream and closes the connection. */
async function leave(url: URL): Promise<void> {
  const leaving = new AbortController();
  // Miniflare would hold back the first bytes to compress them.
  const headers = { "accept-encoding": "identity" };
  const response = await fetch(url, { signal: leaving.signal, headers });
  const reader = (response.body ?? assert.fail("no body")).getReader();
  await reader.read();
  leaving.abort();
  await assert.rejects(reader.read(), { name: "AbortError" });
}

/** A stream of half a second whose name says what it does. */
const WORKER = `
const notes = {};
const CHUNK = new TextEncoder().encode("data: x\\n\\n");

export default {
  async fetch(request, _env, context) {
    const stream = new URL(request.url).pathname.slice(1);
    if (stream === "notes") return Response.json(notes);
    const noted = notes[stream] = [];
    request.signal.addEventListener("abort", () => noted.push("abort"));
    let cancelled = false;
    const write = async (controller) => {
      for (let count = 0; count < 20; count++) {
        if (!cancelled && (count === 0 || stream.includes("busy"))) controller.enqueue(CHUNK);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      noted.push("end");
      if (!cancelled) controller.close();
    };
    const body = new ReadableStream({
      start(controller) {
        const written = write(controller);
        if (stream.includes("waitUntil")) context.waitUntil(written);
      },
      cancel() {
        cancelled = true;
        noted.push("cancel");
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  },
};
`;
