// E17: doctor names what is wrong with a deployment, by asking it as a client does.

import assert from "node:assert/strict";
import { checkDeployment, type Deployment } from "../../../src/cli/doctor/deployment.ts";
import { bootDeno } from "../../support/boot.ts";
import { freePort } from "../../support/requires.ts";
import { runTreadle } from "../_treadle.ts";

const KEY = "0123456789abcdef0123";
const KEYS = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" };

async function faults(deployment: Deployment, clock = Date.now): Promise<string> {
  const findings = await checkDeployment(deployment, { fetch, clock });
  return findings.filter(({ level }) => level !== "ok").map(({ level, detail }) => `${level}: ${detail}`)
    .join("\n");
}

Deno.test("E17: doctor finds nothing wrong with a deployment that takes the key and the page", async () => {
  await using server = await bootDeno({ ...KEYS, TREADLE_CORS_ORIGINS: "https://app.example" });
  assert.equal(await faults({ url: server.url, key: KEY, origin: "https://app.example" }), "");
});

Deno.test("E17: doctor finds a wrong key, a page that may not call, a clock that is off, a key that was not given", async () => {
  await using server = await bootDeno(KEYS);
  const { url } = server;
  assert.equal(await faults({ url, key: "another-key-0123456789" }), "error: it refuses the key");
  assert.equal(
    await faults({ url, key: KEY, origin: "https://app.example" }),
    "error: pages of https://app.example may not call it",
  );
  assert.match(
    await faults({ url, key: KEY }, () => Date.now() - 600_000),
    /clock of this machine is (?:599|600) s behind/,
  );
  assert.match(await faults({ url }), /^warning: the key was not tried/);
});

Deno.test("E17: doctor finds a deployment that is open to everybody", async () => {
  await using server = await bootDeno({ TREADLE_OPEN: "1", TREADLE_STORE: "memory" });
  assert.match(await faults({ url: server.url }), /^warning: it serves everybody without a key/);
});

Deno.test("E17: doctor finds a deployment whose store does not answer", async () => {
  await using server = await bootDeno({
    ...{ TREADLE_API_KEYS: `acme:${KEY}`, UPSTASH_REDIS_REST_TOKEN: "x" },
    UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${freePort()}`,
  });
  assert.match(await faults({ url: server.url, key: KEY }), /answers 503 store_unavailable/);
});

Deno.test("E17: doctor finds a deployment without keys, a server that is not Treadle, none, and no address", async () => {
  await using closed = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname.startsWith("/closed")
        ? Response.json({ code: "not_configured" }, { status: 503 })
        : new Response("<h1>It works!</h1>"),
  );
  const url = `http://127.0.0.1:${closed.addr.port}`;
  assert.match(await faults({ url: `${url}/closed` }), /has no keys and refuses every request/);
  assert.match(await faults({ url }), /answers 200, and not as Treadle does/);
  assert.match(await faults({ url: `http://127.0.0.1:${freePort()}` }), /does not answer/);
  assert.match(await faults({ url: "agents.example" }), /is no address of a deployment/);
});

Deno.test("E17: treadle doctor ends with 1 when it finds an error, and prints findings as JSON", async () => {
  const { code, stdout } = await runTreadle("doctor", "--url", `http://127.0.0.1:${freePort()}`, "--json");
  assert.equal(code, 1);
  const [finding] = JSON.parse(stdout);
  assert.deepEqual(Object.keys(finding), ["check", "level", "detail", "fix"]);
});
