// Row E10: the files that are made of packages are those of the installed versions.

import assert from "node:assert/strict";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis/cloudflare";
import { OpenAI } from "openai/client";
import { renderCuts } from "../../../src/tasks/cut_packages.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";

Deno.test("E10: what is cut from packages is what deno task cut writes, with the licence of each", async () => {
  const files = await renderCuts();
  for (const [path, text] of Object.entries(files)) {
    const written = await Deno.readTextFile(new URL(path, projectRoot));
    assert.ok(written === text, `${path} is not current: run deno task cut`);
  }
  for (
    const [folder, names] of Object.entries({
      "src/plugins/mcp/server": ["@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod"],
      "src/providers/openai": ["openai"],
      "src/stores/upstash": ["@upstash/ratelimit", "@upstash/redis"],
    })
  ) {
    for (const name of names) {
      assert.match(files[`${folder}/dist/licenses.txt`] ?? "", new RegExp(`^${name} \\d`, "m"));
    }
  }
});

Deno.test("E10: the client of OpenAI without its resources sends what that of the package sends", async () => {
  const cut: { readonly OpenAI: typeof OpenAI } = await import(
    new URL("src/providers/openai/dist/package.js", projectRoot).href
  );
  assert.notEqual(cut.OpenAI, OpenAI);
  assert.deepEqual(Object.keys(new cut.OpenAI({ apiKey: "k" }).responses), []);
  const [sentByPackage, sentByCut] = await Promise.all([sentBy(OpenAI), sentBy(cut.OpenAI)]);
  assert.deepEqual(sentByCut, sentByPackage);
  assert.equal(sentByCut.url, "https://api.example/v1/responses?api-version=1");
});

Deno.test("E10: the client of Upstash without most of its commands sends what that of the package sends", async () => {
  const cut: { readonly Redis: typeof Redis } = await import(
    new URL("src/stores/upstash/dist/package.js", projectRoot).href
  );
  assert.notEqual(cut.Redis, Redis);
  const sent: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = await request.text();
    const { authorization, ...others } = Object.fromEntries(request.headers);
    sent.push(
      JSON.stringify([new URL(request.url).pathname, authorization, others["upstash-telemetry-sdk"], body]),
    );
    return Response.json(
      request.url.endsWith("/pipeline") ? [{ result: 1 }, { result: null }] : { result: "PONG" },
    );
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const options = { url, token: "t", enableTelemetry: false, responseEncoding: false } as const;
  for (const Client of [Redis, cut.Redis]) {
    const redis = new Client({ ...options, automaticDeserialization: false, enableAutoPipelining: false });
    assert.equal(await redis.exec(["PING"]), "PONG");
    assert.deepEqual(await redis.pipeline().zadd("z", { score: 1, member: "a" }).hget("h", "f").exec(), [
      1,
      null,
    ]);
    await redis.evalsha("0123", ["k"], ["a"]);
  }
  assert.equal(sent.length, 6);
  assert.deepEqual(sent.slice(3), sent.slice(0, 3));
  const redis = new cut.Redis({ ...options, enableAutoPipelining: false });
  const unused = /not of the cut: remove the alias/;
  assert.throws(() => void redis.pipeline().setex("k", 1, "v"), unused);
  assert.throws(() => void redis.append("k", "v"), unused);
  assert.throws(() => redis.json, unused);
  assert.throws(() => redis.functions, unused);
  assert.throws(() => redis.search, unused);
  assert.throws(() => redis.vector, unused);
});

Deno.test("E10: the limiter of Upstash without the others sends what that of the package sends", async () => {
  const cut: { readonly Ratelimit: typeof Ratelimit } = await import(
    new URL("src/stores/upstash/dist/package.js", projectRoot).href
  );
  assert.notEqual(cut.Ratelimit, Ratelimit);
  const sentBy = async (Limiter: typeof Ratelimit) => {
    const sent: unknown[] = [];
    const redis = {
      evalsha: (...args: readonly unknown[]) => {
        sent.push(args);
        return Promise.reject(new Error("NOSCRIPT"));
      },
      eval: (...args: readonly unknown[]) => {
        sent.push(args);
        return Promise.resolve([3, 5]);
      },
    };
    const limiter = Limiter.slidingWindow(5, "10 s");
    // The script and not the client is what differs.
    const options = { redis, limiter, prefix: "p" } as unknown as ConstructorParameters<typeof Ratelimit>[0];
    const window = new Limiter(options);
    const { success, limit } = await window.limit("someone");
    await window.getRemaining("someone");
    return { sent, success, limit };
  };
  const { now } = Date;
  Date.now = () => 1_700_000_000_000;
  const [ofPackage, ofCut] = await Promise.all([sentBy(Ratelimit), sentBy(cut.Ratelimit)])
    .finally(() => Date.now = now);
  assert.deepEqual(ofCut, ofPackage);
  assert.equal(ofCut.sent.length, 4);
  assert.throws(() => cut.Ratelimit.tokenBucket(1, "1 s", 1), /not of the cut: remove the alias/);
});

Deno.test("E10: the cut of Upstash's client has every command that the store sends by a method", async () => {
  const { Redis: Cut }: { readonly Redis: typeof Redis } = await import(
    new URL("src/stores/upstash/dist/package.js", projectRoot).href
  );
  const used = new Set<string>();
  for await (const file of walkFiles("src/stores/upstash")) {
    if (file.includes("/dist/") || !file.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(new URL(file, projectRoot));
    for (const [, name = ""] of text.matchAll(/\bpipeline\.(\w+)\(/g)) if (name !== "exec") used.add(name);
  }
  assert.ok(used.has("hget") && used.has("zadd"), [...used].join());
  const options = { url: "http://127.0.0.1:1", token: "t", enableAutoPipelining: false } as const;
  for (const name of used) {
    const pipeline: unknown = new Cut(options).pipeline();
    const add: unknown = Reflect.get(Object(pipeline), name);
    assert.ok(typeof add === "function", name);
    try {
      add("key", { score: 1, member: "a" }, "x");
    } catch (thrown) {
      assert.doesNotMatch(String(thrown), /not of the cut/, name);
    }
  }
});

/** One request by the two members that the provider uses. */
async function sentBy(Client: typeof OpenAI) {
  const sent: { url: string; method: string; headers: (readonly [string, string])[]; body: string }[] = [];
  const client = new Client({
    baseURL: "https://api.example/v1",
    apiKey: "k",
    organization: "org",
    defaultHeaders: { "user-agent": "OpenAI/JS" }, // the name of a class is another one where it is minified
    defaultQuery: { "api-version": "1" },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const headers = [...request.headers].filter(([name]) => name !== "x-stainless-retry-count");
      sent.push({ url: request.url, method: request.method, headers, body: await request.text() });
      return new Response("{}");
    },
  });
  const body = '{"model":"m"}';
  const { url, req } = await client.buildRequest({ method: "post", path: "/responses", body });
  await client.fetchWithTimeout(url, { ...req, body }, 1_000, new AbortController());
  const [request] = sent;
  return request ?? assert.fail("The client has sent nothing.");
}
