// The wakers in workerd: QStash by the official client and the simulated server, and real queues of Miniflare.

import assert from "node:assert/strict";
import type { Booted } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { freePort } from "../../../support/requires.ts";
import { startQStash } from "../../../support/qstash/server.ts";
import { claimsOf, signJwt } from "../../../support/qstash/signature.ts";
import { forgedSignatures } from "../../../plugins/wakers/_forged.ts";
import { eventually } from "../../../support/eventually.ts";

// Miniflare keeps a child process and timers beyond a test's own scope.
const loose = { sanitizeOps: false, sanitizeResources: false };

const KEY = "acme-secret-0123456789";
const authorization = `Bearer ${KEY}`;

async function schedule({ fetch }: Booted, wake: object): Promise<void> {
  const response = await fetch("/probe", {
    method: "POST",
    body: JSON.stringify(wake),
    headers: { authorization, "content-type": "application/json" },
  });
  assert.equal(response.status, 200, await response.text());
}

async function arrived({ fetch }: Booted): Promise<readonly { readonly name: string }[]> {
  return await (await fetch("/probe", { headers: { authorization } })).json();
}

/** Asks until so many have arrived. */
async function until(worker: Booted, count: number): Promise<readonly { readonly name: string }[]> {
  let all = await arrived(worker);
  await eventually(async () => (all = await arrived(worker)).length >= count, () => [all.length, count]);
  return all;
}

Deno.test(
  "E9: in workerd a wake-up goes through QStash and comes back, is put off, and forged ones are refused",
  loose,
  async () => {
    await using upstash = startQStash({ speed: 1000 });
    const port = freePort();
    await using worker = await bootWorker(
      { TREADLE_API_KEYS: `acme:${KEY}`, ...upstash.variables(`http://127.0.0.1:${port}`) },
      { port, main: "tests/slow/plugins/wakers/_worker.ts" },
    );
    await schedule(worker, { tenant: "acme", name: "@probe/one", version: 3 });
    await schedule(worker, { tenant: "acme", name: "@probe/busy" });
    await upstash.idle();
    assert.deepEqual((await arrived(worker)).map(({ name }) => name).toSorted(), [
      "@probe/busy",
      "@probe/busy",
      "@probe/one",
    ]);
    assert.deepEqual(upstash.deliveries.map(({ status }) => status), [200, 200, 200]);
    assert.deepEqual(upstash.refusals, []);
    assert.deepEqual(upstash.messages.map(({ delayMs }) => delayMs).toSorted(), [0, 0, 1000]);

    const body = '{"tenant":"acme","name":"@probe/forged"}';
    const url = `${worker.url}/wake`;
    const { current, next } = upstash.keys;
    const claims = await claimsOf(url, body, Date.now());
    const forged = await forgedSignatures({ destination: url, body, current, next, token: upstash.token });
    const post = async (signature: string | undefined, text = body) => {
      const headers: Record<string, string> = signature === undefined
        ? {}
        : { "upstash-signature": signature };
      const response = await worker.fetch("/wake", { method: "POST", headers, body: text });
      await response.body?.cancel();
      return response.status;
    };
    for (const [what, signature] of Object.entries(forged)) assert.equal(await post(signature), 401, what);
    assert.equal(await post(await signJwt(claims, next)), 200);
    const malformed = await claimsOf(url, "[]", Date.now());
    assert.equal(await post(await signJwt(malformed, current), "[]"), 489);
    assert.equal((await arrived(worker)).length, 4);
  },
);

Deno.test(
  "E9: in workerd wake-ups go through a queue, are put off, delayed and delivered, and poison is removed",
  loose,
  async () => {
    await using worker = await bootWorker({ TREADLE_API_KEYS: `acme:${KEY}` }, {
      main: "tests/slow/plugins/wakers/_queue_worker.ts",
      queues: { WAKES: "treadle-wakes" },
    });
    const raw = async (body: unknown) => {
      const headers = { authorization, "content-type": "application/json" };
      const response = await worker.fetch("/probe/raw", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, await response.text());
    };
    const sent = Date.now();
    await schedule(worker, { tenant: "acme", name: "@probe/later", notBefore: sent + 900 });
    for (const poison of [null, "text", {}, { tenant: "a b", name: "t" }]) await raw(poison);
    for (let n = 0; n < 25; n++) await schedule(worker, { tenant: "acme", name: `@probe/w${n}`, version: n });
    await schedule(worker, { tenant: "acme", name: "@probe/busy", due: 5 });
    await schedule(worker, { tenant: "acme", name: "@gone/x" });
    const all = await until(worker, 28);
    assert.equal(new Set(all.map(({ name }) => name)).size, 27);
    assert.equal(all.filter(({ name }) => name === "@probe/busy").length, 2);
    assert.ok(Date.now() - sent >= 900, "a delay and a repetition are waited for");
    assert.equal(worker.output().split("is no wake-up and was removed").length - 1, 4);
  },
);
