// The wakers in workerd: QStash by the official client and the simulated server, and real queues of Miniflare.

import assert from "node:assert/strict";
import { type Booted, bootWorker } from "../../../support/boot.ts";
import { freePort } from "../../../support/requires.ts";
import { startQStash } from "../../../support/qstash/server.ts";
import { claimsOf, signJwt } from "../../../support/qstash/signature.ts";

// Miniflare keeps a child process and timers beyond a test's own scope.
const loose = { sanitizeOps: false, sanitizeResources: false };

const KEY = "acme-secret-0123456789";
const authorization = `Bearer ${KEY}`;

async function schedule({ fetch }: Booted, wake: object): Promise<void> {
  const response = await fetch("/probe", {
    ...{ method: "POST", body: JSON.stringify(wake) },
    headers: { authorization, "content-type": "application/json" },
  });
  assert.equal(response.status, 200, await response.text());
}

async function arrived({ fetch }: Booted): Promise<readonly { readonly name: string }[]> {
  return await (await fetch("/probe", { headers: { authorization } })).json();
}

/** Asks until so many have arrived. */
async function until(worker: Booted, count: number): Promise<readonly { readonly name: string }[]> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const all = await arrived(worker);
    if (all.length >= count) return all;
    assert.ok(Date.now() < deadline, `${all.length} of ${count} have arrived`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test(
  "E8: in workerd a wake-up goes through QStash and comes back, is put off, and forged ones are refused",
  loose,
  async () => {
    await using upstash = startQStash({ speed: 1000 });
    const port = freePort();
    await using worker = await bootWorker(
      { TREADLE_API_KEYS: `acme:${KEY}`, ...upstash.variables(`http://127.0.0.1:${port}`) },
      { port, main: "tests/http/doors/wake/_worker.ts" },
    );
    await schedule(worker, { tenant: "acme", name: "@probe/one", version: 3 });
    await schedule(worker, { tenant: "acme", name: "@probe/busy" });
    await upstash.idle();
    assert.deepEqual((await arrived(worker)).map(({ name }) => name).toSorted(), [
      ...["@probe/busy", "@probe/busy", "@probe/one"],
    ]);
    assert.deepEqual(upstash.deliveries.map(({ status }) => status), [200, 200, 200]);
    assert.deepEqual(upstash.refusals, []);
    assert.deepEqual(upstash.messages.map(({ delayMs }) => delayMs).toSorted(), [0, 0, 1000]);

    const body = '{"tenant":"acme","name":"@probe/forged"}';
    const url = `${worker.url}/wake`;
    const claims = await claimsOf(url, body, Date.now());
    const stale = await claimsOf(url, body, Date.now() - 600_000);
    const forged = [
      ...[
        "",
        "x.y.z",
        await signJwt(claims, "sig_other"),
        await signJwt(claims, upstash.keys.current, "none"),
      ],
      await signJwt(claims, upstash.keys.current, "HS512"),
      await signJwt(stale, upstash.keys.current),
      await signJwt({ ...claims, sub: `${worker.url}/other` }, upstash.keys.current),
      await signJwt({ ...claims, body: "x" }, upstash.keys.current),
    ];
    const post = async (signature: string, text = body) => {
      const headers = { "content-type": "application/json", "upstash-signature": signature };
      const response = await worker.fetch("/wake", { method: "POST", headers, body: text });
      await response.body?.cancel();
      return response.status;
    };
    for (const signature of forged) assert.equal(await post(signature), 401, signature);
    assert.equal(await post(await signJwt(claims, upstash.keys.next)), 200);
    const malformed = await claimsOf(url, "[]", Date.now());
    assert.equal(await post(await signJwt(malformed, upstash.keys.current), "[]"), 489);
    assert.equal((await arrived(worker)).length, 4);
  },
);
