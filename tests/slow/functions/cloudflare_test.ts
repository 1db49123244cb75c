// functions/cloudflare.ts as a module; tests/slow/integration boots it in workerd.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import worker from "../../../functions/cloudflare.ts";
import { problemSchema } from "../../../src/http/schemas/responses/runs.ts";

const invocation = { waitUntil: () => {} };

Deno.test("E1: a Worker with wrong bindings answers problem+json that names nothing, and logs why once", async () => {
  const bindings = { TREADLE_API_KEYS: "acme:short-secret", QUEUE: {} };
  const lines = await logged(async () => {
    for (const path of ["/", "/v1/agents"]) {
      const response = await worker.fetch(new Request(`http://x${path}`), bindings, invocation);
      assert.equal(response.headers.get("content-type"), "application/problem+json");
      const text = await response.text();
      assert.doesNotMatch(text, /TREADLE|short-secret/);
      const problem = z.strictObject(problemSchema.shape).parse(JSON.parse(text));
      assert.deepEqual([response.status, problem.code], [500, "config_invalid"]);
    }
  });
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0] ?? "");
  assert.equal(line.code, "config_invalid");
  assert.match(line.reason, /TREADLE_API_KEYS must have keys/);
});

Deno.test("E1: a Worker without Upstash warns once that its threads stay in one isolate", async () => {
  const bindings = { TREADLE_OPEN: "1" };
  const lines = await logged(async () => {
    for (const path of ["/healthz", "/healthz"]) {
      const response = await worker.fetch(new Request(`http://x${path}`), bindings, invocation);
      assert.equal(response.status, 200);
      await response.body?.cancel();
    }
  });
  assert.equal(lines.filter((line) => line.includes('"warn"')).length, 1);
});

Deno.test("E1: a Worker names bindings that look mistyped once, without their values, also when it refuses to serve", async () => {
  for (const [bindings, status] of [[{ TREADLE_OPEN: "1" }, 200], [{ TREADLE_OPEN: "yes" }, 500]] as const) {
    const mistyped = { ...bindings, UPSTASH_REDIS_URL: "https://secret.example", QUEUE: {} };
    const lines = await logged(async () => {
      for (const path of ["/healthz", "/healthz"]) {
        const response = await worker.fetch(new Request(`http://x${path}`), mistyped, invocation);
        assert.equal(response.status, status);
        await response.body?.cancel();
      }
    });
    const named = lines.map((line) => JSON.parse(line)).filter(({ variables }) => variables !== undefined);
    assert.deepEqual(named.map(({ level, variables }) => [level, variables]), [
      ["warn", "UPSTASH_REDIS_URL: did you mean UPSTASH_REDIS_REST_URL?"],
    ]);
    assert.ok(!lines.join().includes("secret.example"));
  }
});

Deno.test("E15: a Worker without static assets has no page, and one that cannot read them says so in its log", async () => {
  const broken = { fetch: () => Promise.resolve(new Response("none", { status: 404 })) };
  for (
    const [bindings, status, code] of [[{}, 404, "not_found"], [{ ASSETS: broken }, 500, "internal"]] as const
  ) {
    const lines = await logged(async () => {
      const request = new Request("http://x/");
      const response = await worker.fetch(request, { TREADLE_OPEN: "1", ...bindings }, invocation);
      assert.deepEqual([response.status, (await response.json()).code], [status, code]);
    });
    assert.equal(lines.some((line) => JSON.parse(line).level === "error"), status === 500, lines.join("\n"));
  }
});

/** What the console is told meanwhile. */
async function logged(work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const { log, warn, error } = console;
  console.log = console.warn = (line) => lines.push(line);
  console.error = (line) => lines.push(line);
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
  return lines;
}
