// E17: doctor asks the provider, and the database, which are simulated over HTTP and real.

import assert from "node:assert/strict";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import { checkModels } from "../../../../src/cli/doctor/models.ts";
import { checkStore } from "../../../../src/cli/doctor/store.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";

/** OpenAI's list of models, and its refusal of a key (status and code as its API has them). */
function serveOpenAI() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (new URL(request.url).pathname !== "/v1/models") return new Response(null, { status: 404 });
    if (request.headers.get("authorization") !== "Bearer sk-right") {
      const error = { message: "Incorrect API key provided", code: "invalid_api_key" };
      return Response.json({ error }, { status: 401 });
    }
    return Response.json({
      object: "list",
      data: [{ id: "gpt-5.1" }, { id: "gpt-5.1-mini" }, { id: "gpt-5.2-2026-10-01" }],
    });
  });
}

async function findingsFor(model: string, key: string): Promise<Finding[]> {
  await using server = serveOpenAI();
  const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
  return await checkModels([{ ref: `openai/${model}`, by: "agent support" }], env, fetch);
}

Deno.test("E17: doctor finds a key that the provider refuses, and does not print it", async () => {
  const [finding] = await findingsFor("gpt-5.1", "sk-wrong-key");
  assert.equal(finding?.level, "error");
  assert.match(finding?.detail ?? "", /refuses the key of openai \(401\), which agent support needs/);
  assert.doesNotMatch(JSON.stringify(finding), /sk-wrong-key/);
});

Deno.test("E17: doctor finds a model that the provider does not have, and names those that it has", async () => {
  const [taken, finding] = await findingsFor("gpt-5.1-maxi", "sk-right");
  assert.equal(taken?.level, "ok");
  assert.deepEqual(finding, {
    check: "models",
    level: "error",
    detail:
      'the provider does not list the model gpt-5.1-maxi, which agent support names. Did you mean "gpt-5.1-mini"?',
    fix: "name one that it lists: gpt-5.1, gpt-5.1-mini, gpt-5.2-2026-10-01",
  });
});

Deno.test("E17: doctor finds nothing wrong with a model that the provider lists, or lists with its date", async () => {
  for (const model of ["gpt-5.1", "gpt-5.2"]) {
    const levels = (await findingsFor(model, "sk-right")).map(({ level }) => level);
    assert.deepEqual(new Set(levels), new Set(["ok"]));
  }
});

Deno.test("E12, E17: doctor names the family whose price counts for a model, but where TREADLE_PRICES has one", async () => {
  const ref = "anthropic/claude-sonnet-4-5-preview";
  const find = (env: Record<string, string>) =>
    checkModels(
      [{ ref, by: "agent support" }],
      { ANTHROPIC_API_KEY: "sk-ant-x", ...env },
      () => Promise.resolve(new Response(null, { status: 404 })),
    );
  const [taken, assumed, ...more] = await find({});
  assert.deepEqual([taken?.level, assumed?.level], ["ok", "warning"]);
  assert.deepEqual(more.map(({ detail }) => detail), [
    `prompts of ${ref} are cached (agent support): input that is read again costs 10 % of new input`,
  ]);
  assert.equal(
    assumed?.detail,
    `no price of ${ref} is known, which agent support names; that of claude-sonnet-4-5 counts`,
  );
  const priced = { TREADLE_PRICES: JSON.stringify({ [ref]: { input: 1, output: 2 } }) };
  assert.deepEqual((await find(priced)).map(({ level }) => level), ["ok", "ok"]);
});

Deno.test("P10, E17: doctor says of no model that its prompts are cached whose provider bills them as new ones", async () => {
  const ref = "cohere/command-a";
  const found = await checkModels(
    [{ ref, by: "agent support" }],
    { COHERE_API_KEY: "x" },
    () => Promise.resolve(new Response(null, { status: 404 })),
  );
  assert.deepEqual(found.filter(({ detail }) => detail.includes("cached")), []);
});

Deno.test("E17: a model that a compatible server does not list may be there all the same", async () => {
  await using server = serveOpenAI();
  const env = {
    COMPATIBLE_API_KEY: "sk-right",
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1`,
  };
  const findings = await checkModels([{ ref: "compatible/other", by: "agent support" }], env, fetch);
  assert.deepEqual(findings.map(({ level }) => level), ["ok", "warning"]);
});

Deno.test("E17: doctor finds a key of another service", async () => {
  const findings = await checkModels([{ ref: "anthropic/claude-sonnet-4-5", by: "TREADLE_MODEL" }], {
    ANTHROPIC_API_KEY: "sk-proj-of-openai",
  }, () => Promise.resolve(new Response(null, { status: 404 })));
  assert.match(JSON.stringify(findings), /does not begin with sk-ant-/);
});

needsRedis("E17: doctor finds a wrong token, a database that evicts, and a clock that is off", async () => {
  await using redis = await startRedis();
  await using bridge = await serveRedisRest({ redis, token: "token-of-the-bridge" });
  const env = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
  const check = async (token: string, clock = Date.now) => {
    const findings = await checkStore({ ...env, UPSTASH_REDIS_REST_TOKEN: token }, {
      folder: ".",
      fetch,
      clock,
    });
    // How long the store takes is that of this machine.
    return findings.filter(({ level, detail }) => level !== "ok" && !/takes \d+ ms/.test(detail))
      .map(({ level, detail }) => `${level}: ${detail}`);
  };
  assert.deepEqual(await check(bridge.token), []);
  assert.match(String(await check("another-token")), /^error: .* refuses the token$/);
  assert.match(
    String(await check(bridge.token, () => Date.now() + 60_000)),
    /^error: the clock of this machine is 6\d s ahead of that of 127\.0\.0\.1/,
  );
  assert.match(String(await check(bridge.token, () => Date.now() - 60_000)), /(?:5\d|60) s behind/);
  await configure(redis, ["maxmemory-policy", "allkeys-lru"]);
  assert.match(String(await check(bridge.token)), /^warning: the database evicts keys.*allkeys-lru/);
});

needsRedis("E17: doctor finds a database that refuses writes", async () => {
  await using redis = await startRedis();
  await using bridge = await serveRedisRest({ redis, token: "token-of-the-bridge" });
  await configure(redis, ["min-replicas-to-write", "1"]);
  const env = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
  const findings = await checkStore(env, { folder: ".", fetch, clock: Date.now });
  assert.match(JSON.stringify(findings), /refuses writes: NOREPLICAS/);
});

/** Sets a parameter of the server itself: the REST API has no CONFIG. */
async function configure({ port }: { port: number }, parameter: readonly string[]): Promise<void> {
  const { stdout } = await new Deno.Command("redis-cli", {
    args: ["-p", String(port), "CONFIG", "SET", ...parameter],
  })
    .output();
  assert.equal(new TextDecoder().decode(stdout).trim(), "OK");
}

Deno.test("E17: doctor sends neither the key of a provider nor the token of the store to where a redirect leads", async () => {
  const received: (string | null)[] = [];
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    received.push(request.headers.get("x-api-key") ?? request.headers.get("authorization"));
    return Response.json({ data: [{ id: "claude-sonnet-4-5" }], result: ["1", "2"] });
  });
  const target = `http://127.0.0.1:${other.addr.port}/`;
  await using moved = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.redirect(target, 307),
  );
  const url = `http://127.0.0.1:${moved.addr.port}`;
  const [model] = await checkModels([{ ref: "anthropic/claude-sonnet-4-5", by: "agent support" }], {
    ANTHROPIC_API_KEY: "sk-ant-secret",
    ANTHROPIC_BASE_URL: url,
  }, fetch);
  assert.equal(model?.level, "error");
  assert.match(model?.detail ?? "", /redirects to 127\.0\.0\.1:\d+, which is not sent the key of anthropic/);
  const env = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: "token" };
  const [store, ...others] = await checkStore(env, { folder: ".", fetch, clock: Date.now });
  assert.deepEqual(others, []);
  assert.match(store?.detail ?? "", /redirects to 127\.0\.0\.1:\d+, which is not sent the token/);
  assert.deepEqual(received, []);
});
