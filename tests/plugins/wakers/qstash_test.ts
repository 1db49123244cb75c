// The door of QStash against the simulated one, whose client and signatures are those of the official package.

import assert from "node:assert/strict";
import { Receiver } from "@upstash/qstash";
import type { WakeOutcome } from "../../../src/core/wake.ts";
import { qstash } from "../../../src/plugins/wakers/qstash.ts";
import { seededFaults, startQStash } from "../../support/qstash/server.ts";
import { claimsOf, signJwt } from "../../support/qstash/signature.ts";
import { forgedSignatures } from "./_forged.ts";
import { startWakeDeployment, type WakeDeployment } from "./_deployment.ts";

const IO = { defer: () => {} };
const wake = (id: string, version?: number) => ({
  tenant: "acme",
  name: `@probe/${id}`,
  ...(version === undefined ? {} : { version }),
});

async function deliver({ url, post }: WakeDeployment, body: string, key: string, now = Date.now()) {
  const signature = await signJwt(await claimsOf(`${url}/wake`, body, now), key);
  return await post(body, { "upstash-signature": signature });
}

Deno.test("E9: a wake-up goes through QStash and comes back signed, with names and numbers alone", async () => {
  await using upstash = startQStash();
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()] });
  await app.deps.wakes.schedule(wake("one", 7), IO);
  await upstash.idle();
  await app.deps.wakes.schedule({ ...wake("two"), due: 1_800_000_000_000 }, IO); // as the pump does
  await upstash.idle();
  assert.deepEqual(app.probed, [wake("one", 7), { ...wake("two"), due: 1_800_000_000_000 }]);
  const [message] = upstash.messages;
  assert.equal(message?.body, '{"tenant":"acme","name":"@probe/one","version":7}');
  assert.equal(message?.destination, `${app.url}/wake`);
  assert.deepEqual([message?.retries, message?.delayMs, message?.flowControl], [3, 0, undefined]);
  assert.deepEqual(upstash.deliveries.map(({ status }) => status), [200, 200]);
  assert.deepEqual(upstash.refusals, []);
});

Deno.test("E9: below a base path the public URL has it, and the signature is for that URL", async () => {
  await using upstash = startQStash();
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()], basePath: "/agents" });
  await app.deps.wakes.schedule(wake("one"), IO);
  await upstash.idle();
  assert.deepEqual(upstash.deliveries.map(({ url, status }) => [url, status]), [[`${app.url}/wake`, 200]]);
  assert.equal(app.probed.length, 1);
});

Deno.test("E9: notBefore is the delay of the message; beyond 7 days nothing is sent", async () => {
  const now = 1_800_000_000_000;
  await using upstash = startQStash({ speed: 1_000_000, clock: () => now });
  await using app = startWakeDeployment({
    env: upstash.variables,
    doors: [qstash()],
    clock: () => now,
  });
  const day = 86_400_000;
  for (const ms of [-5, 0, 1, 90_500, 7 * day, 7 * day + 1, 400 * day]) {
    await app.deps.wakes.schedule({ ...wake(`w${ms}`), notBefore: now + ms }, IO);
  }
  assert.deepEqual(upstash.messages.map(({ delayMs }) => delayMs), [0, 0, 1000, 91_000, 7 * day]);
  assert.deepEqual([upstash.refusals, app.logs.filter((line) => line.includes("warn"))], [[], []]);
});

Deno.test("E9: a wake-up that is sent twice at once is one message; 5 seconds later, and after a delay, it is another", async () => {
  let now = 1_800_000_000_000;
  await using upstash = startQStash({ clock: () => now });
  await using app = startWakeDeployment({
    env: upstash.variables,
    doors: [qstash()],
    clock: () => now,
  });
  const schedule = () => app.deps.wakes.schedule(wake("one", 3), IO);
  await Promise.all([schedule(), schedule()]);
  assert.equal(upstash.messages.length, 1);
  now += 5_000; // the pump, or an input that came while nothing was stepped: the same version again
  await schedule();
  await app.deps.wakes.schedule({ ...wake("one", 3), notBefore: now + 1 }, IO);
  await app.deps.wakes.schedule(wake("one", 4), IO);
  await app.deps.wakes.schedule({ ...wake("one", 3), tenant: "beta" }, IO);
  assert.equal(upstash.messages.length, 5);
});

Deno.test("E9: work that is put off is published again with its delay, under another id, until it is done", async () => {
  await using upstash = startQStash({ speed: 100_000 });
  const again: WakeOutcome = { type: "again", afterMs: 2_500, because: "thread_busy" };
  await using app = startWakeDeployment({
    env: upstash.variables,
    doors: [qstash()],
    outcome: (_wake, count) => count < 4 ? again : { type: "handled" },
  });
  await app.deps.wakes.schedule(wake("busy", 5), IO);
  await upstash.idle();
  assert.equal(app.probed.length, 4);
  assert.deepEqual(app.probed.map(({ version }) => version), [5, 5, 5, 5]);
  assert.deepEqual(
    upstash.deliveries.map(({ status, retried }) => [status, retried]),
    Array(4).fill([200, 0]),
  );
  assert.equal(new Set(upstash.messages.map(({ deduplicationId }) => deduplicationId)).size, 4);
  assert.ok(upstash.messages.slice(1).every(({ delayMs }) => delayMs === 3000));
});

Deno.test("E9: work that is put off without end is left to the cron pump after 10 messages", async () => {
  await using upstash = startQStash({ speed: 1_000_000 });
  await using app = startWakeDeployment({
    env: upstash.variables,
    doors: [qstash()],
    outcome: () => ({ type: "again", afterMs: 1_000, because: "store_unavailable" }),
  });
  await app.deps.wakes.schedule(wake("down"), IO);
  await upstash.idle();
  assert.equal(app.probed.length, 11);
  assert.equal(app.logs.filter((line) => line.includes("put off too often")).length, 1);
});

Deno.test("E9: where publishing fails, a new wake-up is left to the pump and one that is put off to QStash's repetition", async () => {
  const gone = startQStash();
  await using upstash = startQStash({ speed: 1_000_000 });
  await using app = startWakeDeployment({
    env: (url) => ({ ...upstash.variables(url), QSTASH_URL: gone.url }),
    doors: [qstash()],
    outcome: () => ({ type: "again", afterMs: 8_200, because: "thread_busy" }),
  });
  await app.deps.wakes.schedule(wake("one"), IO); // its token is of another account
  const refused = await deliver(app, JSON.stringify(wake("one")), upstash.keys.current);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "9"]);
  assert.equal((await refused.json()).code, "waker_unavailable");
  await gone[Symbol.asyncDispose]();
  await app.deps.wakes.schedule(wake("two"), IO); // nobody listens
  const warned = app.logs.filter((line) => line.includes('"warn"'));
  assert.equal(warned.length, 3);
  assert.deepEqual(gone.refusals, Array(2).fill("unable to authenticate: invalid token"));
  for (const line of app.logs) assert.ok(!line.includes(upstash.token) && !line.includes("Bearer"), line);
});

Deno.test("E9: a QStash that does not answer is given up after 10 s, and the work is left to the pump", async () => {
  await using upstash = startQStash();
  const closing = new AbortController();
  const silent = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {}, signal: closing.signal },
    () => new Promise<Response>(() => {}),
  );
  const waits: number[] = [];
  await using app = startWakeDeployment({
    env: (url) => ({ ...upstash.variables(url), QSTASH_URL: `http://127.0.0.1:${silent.addr.port}` }),
    doors: [qstash()],
    options: { sleep: async (ms) => void waits.push(ms) },
  });
  await app.deps.wakes.schedule(wake("one"), IO);
  assert.deepEqual(waits, [10_000]);
  const [line = ""] = app.logs.filter((each) => each.includes('"warn"'));
  assert.ok(line.includes("waker_unavailable") && line.includes("did not answer within 10000 ms"), line);
  closing.abort();
  await silent.finished;
});

Deno.test("E9: QStash's response waits for the work, and a connection that closes does not end it", async () => {
  await using upstash = startQStash();
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await using app = startWakeDeployment({
    env: upstash.variables,
    doors: [qstash()],
    outcome: async () => {
      begun.resolve();
      await gate.promise;
      ended.resolve();
      return { type: "handled" };
    },
  });
  const body = JSON.stringify(wake("slow"));
  const signature = await signJwt(await claimsOf(`${app.url}/wake`, body, Date.now()), upstash.keys.current);
  const closing = new AbortController();
  const request = fetch(`${app.url}/wake`, {
    method: "POST",
    body,
    signal: closing.signal,
    headers: { "content-type": "application/json", "upstash-signature": signature },
  });
  await begun.promise;
  closing.abort();
  await assert.rejects(request);
  gate.resolve();
  await ended.promise;
});

Deno.test("E9: what is signed and no wake-up is 489 and not repeated", async () => {
  await using upstash = startQStash();
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()] });
  const bodies = [
    "",
    "null",
    "[]",
    '"x"',
    "{",
    "{}",
    '{"tenant":"acme"}',
    '{"tenant":1,"name":"t"}',
    '{"tenant":"a/b","name":"t"}',
    '{"tenant":"acme","name":"../t"}',
    '{"tenant":"acme","name":"@probe"}',
    '{"tenant":"acme","name":"t","version":-1}',
    '{"tenant":"acme","name":"t","version":"1"}',
    '{"tenant":"acme","name":"t","notBefore":1.5}',
    '{"tenant":"acme","name":"t","attempt":null}',
  ];
  for (const body of bodies) {
    const response = await deliver(app, body, upstash.keys.current);
    assert.equal(response.status, 489, body);
    assert.equal(response.headers.get("upstash-nonretryable-error"), "true");
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.equal((await response.json()).code, "invalid_request");
  }
  const unknown = await deliver(app, '{"tenant":"acme","name":"@other/x"}', upstash.keys.current);
  assert.deepEqual([unknown.status, await unknown.json()], [200, { outcome: "stale" }]);
  assert.deepEqual(app.probed, []);
});

Deno.test("E9: rotated keys are accepted, replays too, which the version makes harmless", async () => {
  await using upstash = startQStash();
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()] });
  const body = JSON.stringify(wake("one", 1));
  const claims = await claimsOf(`${app.url}/wake`, body, Date.now());
  const receiver = new Receiver({
    currentSigningKey: upstash.keys.current,
    nextSigningKey: upstash.keys.next,
  });
  for (const key of [upstash.keys.current, upstash.keys.next, upstash.keys.current]) {
    const signature = await signJwt(claims, key);
    assert.equal(await receiver.verify({ signature, body, url: `${app.url}/wake` }), true);
    assert.equal((await app.post(body, { "upstash-signature": signature })).status, 200);
  }
  const unpadded = await signJwt({ ...claims, body: claims.body.replace("=", "") }, upstash.keys.current);
  assert.equal((await app.post(body, { "upstash-signature": unpadded })).status, 200);
  for (const skew of [-30, 30]) {
    const skewed = await deliver(app, body, upstash.keys.current, Date.now() + skew * 1000);
    assert.equal(skewed.status, 200, `${skew} s`);
  }
  assert.equal(app.probed.length, 6);
});

Deno.test("E9: forged, stale and foreign deliveries are 401 and logged without secrets", async () => {
  await using upstash = startQStash({ speed: 1_000_000 });
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()] });
  const { current, next } = upstash.keys;
  const body = JSON.stringify(wake("secret-name", 1));
  const destination = `${app.url}/wake`;
  const genuine = await signJwt(await claimsOf(destination, body, Date.now()), current);
  const [, payload = "", mac = ""] = genuine.split(".");
  const forged = await forgedSignatures({ destination, body, current, next, token: upstash.token });
  const receiver = new Receiver({ currentSigningKey: current, nextSigningKey: next });
  const accepted: string[] = [];
  for (const [what, signature] of Object.entries(forged)) {
    const headers: Record<string, string> = signature === undefined ? {} : { "upstash-signature": signature };
    const response = await app.post(body, headers);
    assert.equal(response.status, 401, what);
    assert.equal((await response.json()).code, "webhook_unverified", what);
    await receiver.verify({ signature: signature ?? "", body, url: destination }).then(
      () => accepted.push(what),
      () => {},
    );
  }
  // The official Receiver takes each algorithm of HMAC, and tokens without times; QStash sends neither.
  assert.deepEqual(accepted, ["HS384", "HS512", "an overlong token", "no expiry", "no beginning"]);
  for (const changed of [`${body} `, body.replace("1", "2"), "{}", ""]) {
    assert.equal((await app.post(changed, { "upstash-signature": genuine })).status, 401, changed);
  }
  upstash.rotateKeys();
  upstash.rotateKeys(); // both keys of the deployment are old
  await app.deps.wakes.schedule(wake("secret-name", 2), IO);
  await upstash.idle();
  assert.deepEqual(upstash.deliveries.map(({ status }) => status), Array(4).fill(401));
  assert.equal(upstash.deadLetters.length, 1);
  assert.deepEqual(app.probed, []);
  const refused = app.logs.filter((line) => line.includes("a delivery to /wake was refused"));
  assert.equal(refused.length, Object.keys(forged).length + 4 + 4);
  for (const line of app.logs) {
    for (const secret of [current, next, upstash.token, mac, payload, "secret-name"]) {
      assert.ok(!line.includes(secret), line);
    }
  }
});

Deno.test("E9: /wake needs no key and gives none: other methods and paths are as without the door", async () => {
  await using upstash = startQStash();
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash()] });
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.url}/wake`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await get({}), 401);
  assert.equal(await get({ authorization: "Bearer acme-secret-0123456789" }), 405);
  const below = await fetch(`${app.url}/wake/x`, { method: "POST" });
  assert.equal(below.status, 401);
  await below.body?.cancel();
  const large = await deliver(
    app,
    JSON.stringify({ ...wake("x"), pad: "x".repeat(9_000) }),
    upstash.keys.current,
  );
  assert.equal(large.status, 413);
  await large.body?.cancel();
});

Deno.test("E9: with 30 % of messages dropped and 30 % doubled, each is handled no more than twice and the rest is lost", async () => {
  await using upstash = startQStash({ faults: seededFaults(13, 0.3, 0.3) });
  await using app = startWakeDeployment({ env: upstash.variables, doors: [qstash({ oneByOne: true })] });
  await Promise.all(Array.from({ length: 100 }, (_, n) => app.deps.wakes.schedule(wake(`w${n}`), IO)));
  await upstash.idle();
  const counts = new Map<string, number>();
  for (const { name } of app.probed) counts.set(name, (counts.get(name) ?? 0) + 1);
  const times = (count: number) => [...counts.values()].filter((each) => each === count).length;
  assert.ok(counts.size > 55 && counts.size < 85, `${counts.size} of 100 arrive`);
  assert.ok(times(2) > 10, `${times(2)} arrive twice`);
  assert.equal(times(1) + times(2), counts.size);
  assert.equal(new Set(upstash.messages.map(({ flowControl }) => flowControl?.key)).size, 100);
});

for (
  const [what, env, named] of [
    ["nothing", {}, [
      "QSTASH_TOKEN",
      "QSTASH_CURRENT_SIGNING_KEY",
      "QSTASH_NEXT_SIGNING_KEY",
      "TREADLE_PUBLIC_URL",
    ]],
    ["a path as public URL", { TREADLE_PUBLIC_URL: "agents.example.org" }, [
      "TREADLE_PUBLIC_URL must be an http",
    ]],
    ["a public URL with a query", { TREADLE_PUBLIC_URL: "https://a.example/?x=1" }, [
      "TREADLE_PUBLIC_URL must be",
    ]],
    ["a public URL with a password", { TREADLE_PUBLIC_URL: "https://u:p@a.example" }, [
      "TREADLE_PUBLIC_URL must be",
    ]],
    ["another scheme", { QSTASH_URL: "redis://x" }, ["QSTASH_URL must be"]],
    ["an empty token", { QSTASH_TOKEN: "  " }, ["QSTASH_TOKEN must be set"]],
  ] satisfies [string, Record<string, string>, string[]][]
) {
  Deno.test(`E9: with ${what} in the environment the deployment does not start and names the variables`, async () => {
    await using upstash = startQStash();
    const good = what === "nothing" ? {} : upstash.variables("https://a.example");
    const start = () => startWakeDeployment({ env: () => ({ ...good, ...env }), doors: [qstash()] });
    assert.throws(start, (thrown: Error) => {
      for (const text of named) assert.ok(thrown.message.includes(text), thrown.message);
      for (const value of Object.values(env)) {
        assert.ok(value.trim() === "" || !thrown.message.includes(value));
      }
      return "code" in thrown && thrown.code === "config_invalid";
    });
  });
}

Deno.test("E9: an optional door of QStash does nothing without QSTASH_TOKEN, and with it every variable must be right", async () => {
  const without: Record<string, string>[] = [
    {},
    { QSTASH_TOKEN: "" },
    { QSTASH_CURRENT_SIGNING_KEY: "sig_0123456789abcdef" },
  ];
  for (const env of without) {
    await using app = startWakeDeployment({ env: () => env, doors: [qstash({ optional: true })] });
    await app.deps.wakes.schedule(wake("one"), IO);
    assert.deepEqual(app.probed, [wake("one")]);
    assert.equal((await app.post("{}")).status, 401); // there is no such route, and no caller
    assert.deepEqual(app.logs.filter((line) => line.includes("warn")), []);
  }
  const start = () =>
    startWakeDeployment({ env: () => ({ QSTASH_TOKEN: "t" }), doors: [qstash({ optional: true })] });
  assert.throws(start, { code: "config_invalid" });
});
