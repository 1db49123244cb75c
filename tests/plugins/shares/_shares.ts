// B2: links by which others read a thread: what they show, how they end, and who may make them.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { signClaims } from "../../../src/http/access/signed_claims.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { createClient } from "../../../src/react/client/mod.ts";
import { KEY, OTHER_KEY } from "../../http/_app.ts";
import { projectRoot } from "../../support/project.ts";
import { NOW } from "../../http/access/_tokens.ts";
import { PNG } from "../media/_media.ts";
import { createShareApp, outcome, OVER } from "./_app.ts";

const IMAGE = { type: "image", mediaType: "image/png", data: PNG, name: "dot.png" };
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const LINK_SECRET = "0123456789abcdef0123456789abcdef";

const secretTool = defineTool({
  name: "look",
  description: "Looks.",
  effect: "pure",
  run: () => ({ found: "OBSERVED" }),
});

Deno.test("K1, B2: a link shows the words of inputs and answers, and nothing else of the thread", async () => {
  const app = createShareApp({
    agents: [
      defineAgent({ name: "seer", driver: "scripted", tools: [secretTool], instructions: "INSTRUCTED" }),
    ],
    scenario: [{ says: "Let me look.", calls: [{ tool: "look", args: { at: "ARGUED" } }] }, {
      says: "Seen.",
    }],
  });
  const parts = [{ type: "text", text: "Where?" }, IMAGE, {
    type: "image",
    mediaType: "image/png",
    url: "https://files.example/signed?SECRET",
  }];
  await app.run("ann.t9", { parts }, { agent: "seer", user: "ANNA" });
  await app.owner("PATCH", "/v1/threads/ann.t9", { title: "My order" });
  const path = await app.share("ann.t9");
  const { status, body, headers } = await app.read(path);
  assert.equal(status, 200);
  const [{ parts: [, image, foreign] }] = body.messages;
  const { url, ...known } = image;
  assert.deepEqual([body.title, body.expiresAt, body.next], ["My order", null, null]);
  assert.equal(body.sharedAt, new Date(NOW).toISOString());
  assert.deepEqual(known, { type: "image", mediaType: "image/png", name: "dot.png" });
  assert.deepEqual(foreign, { type: "image", mediaType: "image/png" }, "a URL may be a secret");
  assert.deepEqual(await app.texts(path), ["u: Where?|dot.png|", "a: Let me look.", "a: Seen."]);
  assert.doesNotMatch(JSON.stringify(body), /OBSERVED|ARGUED|INSTRUCTED|SECRET|ANNA|ann\.t9|seer|entry_/);
  assert.doesNotMatch(atob(path.split(".")[1] ?? ""), /ANNA|ann\.t9/, "nor does the token");
  const about = ["cache-control", "referrer-policy", "x-robots-tag"].map((name) => headers.get(name));
  assert.deepEqual(about, ["no-store", "no-referrer", "noindex, nofollow"]);
  const bytes = await app.read(url.replace("http://treadle.test", ""));
  assert.deepEqual([bytes.status, bytes.headers.get("content-type")], [200, "image/png"]);
  assert.equal(bytes.headers.get("cache-control"), "no-store");
  const other = url.replace("http://treadle.test", "").replace("entry=0", "entry=1");
  assert.deepEqual(outcome(await app.read(other)), [404, "media_unknown"]);
});

Deno.test("B2: a link shows the thread as it was, or up to an answer, and a branch shows its own", async () => {
  const app = createShareApp();
  await app.run("t1", "One?");
  const first = await app.share("t1");
  await app.run("t1", "Two?");
  await app.run("t1", "Three?");
  const { entries } = await app.owner("GET", "/v1/threads/t1/history");
  const two = await app.share("t1", { version: entries[3].version });
  assert.deepEqual(await app.texts(first), ["u: One?", "a: Answer 1."]);
  assert.deepEqual(await app.texts(two), ["u: One?", "a: Answer 1.", "u: Two?", "a: Answer 2."]);
  await app.owner("POST", "/v1/threads/t1/fork", { id: "t1:2", version: entries[1].version });
  await app.run("t1:2", "Another?");
  assert.deepEqual((await app.owner("GET", "/v1/threads/t1:2/shares")).shares, [], "a fork has none");
  assert.equal((await app.texts(first)).length, 2);
  assert.match((await app.texts(await app.share("t1:2"))).join(), /u: Another\?/);
  const refused = await app.ask(KEY, "POST", "/v1/threads/t1/shares", { version: 99 });
  assert.deepEqual([refused.status, refused.code], [422, "version_unknown"]);
  await app.owner("POST", "/v1/threads", { agent: "tester", id: "empty" });
  assert.equal((await app.ask(KEY, "POST", "/v1/threads/empty/shares")).code, "version_unknown");
});

Deno.test("B2: links are listed without addresses, and end one by one, all at once, in time or with the thread", async () => {
  const app = createShareApp();
  await app.run("t1", "One?");
  const made = await app.owner("POST", "/v1/threads/t1/shares", { expiresInSeconds: 60 });
  const { url, ...listed } = made;
  assert.match(made.by, /^key_/);
  assert.deepEqual([made.version, made.entries, made.expiresAt], [
    1,
    2,
    new Date(NOW + 60_000).toISOString(),
  ]);
  const paths = [url.replace("http://treadle.test", ""), await app.share("t1"), await app.share("t1")];
  const { shares: all } = await app.owner("GET", "/v1/threads/t1/shares");
  assert.deepEqual([all.length, all[0], JSON.stringify(all).includes("eyJ")], [3, listed, false]);
  const states = () => Promise.all(paths.map(async (path) => (await app.read(path)).status));
  const { shares: left } = await app.owner("DELETE", `/v1/threads/t1/shares/${all[1].id}`);
  assert.deepEqual(left.map(({ id }: { id: string }) => id), [all[0].id, all[2].id]);
  assert.equal((await app.owner("DELETE", `/v1/threads/t1/shares/${all[1].id}`)).shares.length, 2);
  assert.deepEqual(await states(), [200, 410, 200]);
  app.now += 60_000;
  assert.deepEqual(await states(), [410, 410, 200]);
  assert.equal((await app.owner("GET", "/v1/threads/t1/shares")).shares.length, 1);
  assert.deepEqual((await app.owner("DELETE", "/v1/threads/t1/shares")).shares, []);
  assert.deepEqual(await states(), [410, 410, 410]);
  const last = await app.share("t1");
  await app.owner("DELETE", "/v1/threads/t1");
  assert.deepEqual(await app.store.listDefinitions("acme", "shares"), [], "it goes with its thread");
  assert.deepEqual(outcome(await app.read(last)), OVER);
  assert.match(app.logs.join(), /a link to a thread was made/);
  assert.ok(![url, ...paths].some((path) => app.logs.join().includes(path.split("/").at(-1) ?? "")));
});

Deno.test("B2, E14: whatever is no good link gets one response, which does not say whether there is a thread", async () => {
  const app = createShareApp();
  await app.run("t1", { parts: [IMAGE] });
  const path = await app.share("t1");
  const [head = "", payload = "", signature = ""] = path.replace("/shared/", "").split(".");
  const claims = JSON.parse(atob(payload));
  const sign = (changes: object, secret = LINK_SECRET) => signClaims({ ...claims, ...changes }, secret);
  const [image] = (await app.owner("GET", "/v1/threads/t1/history")).entries[0].parts;
  const { url: medium } = await app.owner("GET", image.url.replace("?", "/link?"));
  const tokens = {
    nothing: "x",
    "another signature": `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    "no signature": `${head}.${payload}.`,
    "no algorithm": `${btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "")}.${payload}.`,
    "another payload": `${head}.${
      btoa(JSON.stringify({ ...claims, id: "0" })).replaceAll("=", "")
    }.${signature}`,
    "another secret": await sign({}, "another-secret-of-32-characters-0"),
    "another audience": await sign({ aud: "treadle:approval" }),
    "another tenant": await sign({ tenant: "beta" }),
    "another thread": await sign({ name: "none" }),
    "another link": await sign({ id: "0".repeat(32) }),
    "a name of another form": await sign({ name: { $ne: "" } }),
    "a link to a medium": medium.split("/").at(-1),
    "a token of a browser": await app.mint(),
  };
  const texts = new Set<string>();
  for (const [what, token] of Object.entries(tokens)) {
    const refused = await app.read(`/shared/${token}`);
    assert.deepEqual(outcome(refused), OVER, what);
    texts.add(refused.body.detail);
    const bytes = await app.read(`/shared/${token}/media/${image.id}?entry=0`);
    assert.deepEqual(outcome(bytes), OVER, what);
    const page = await app.read(`/shared/${token}`, BROWSER);
    assert.deepEqual([page.status, page.headers.get("referrer-policy")], [410, "no-referrer"], what);
  }
  assert.equal(texts.size, 1);
  const token = path.replace("/shared/", "");
  for (const use of [`/media/${token}`, `/approvals/${token}`, `/callbacks/${token}`]) {
    assert.notEqual((await app.read(use)).status, 200, use);
  }
  assert.equal((await app.read("/v1/threads/t1", { authorization: `Bearer ${token}` })).status, 401);
  assert.equal((await app.read(path)).status, 200);
});

Deno.test("B2, E14: users, tokens and other tenants have the links of their own threads, and reading does not publish", async () => {
  const app = createShareApp();
  await app.run("ann.t1", "One?", { user: "ann" });
  const path = await app.share("ann.t1");
  const [{ id }] = (await app.owner("GET", "/v1/threads/ann.t1/shares")).shares;
  const routes = [
    ["GET", "/v1/threads/ann.t1/shares"],
    ["POST", "/v1/threads/ann.t1/shares"],
    ["DELETE", "/v1/threads/ann.t1/shares"],
    ["DELETE", `/v1/threads/ann.t1/shares/${id}`],
  ] as const;
  const others = {
    "another user": [await app.mint({ user: "bob" }), "thread_unknown"],
    "another tenant": [OTHER_KEY, "thread_unknown"],
    "another agent": [await app.mint({ agents: ["clerk"] }), "thread_unknown"],
    "other threads": [await app.mint({ threadPrefix: "own." }), "forbidden"],
    nobody: ["a-key-that-is-none-0123456789", "unauthorized"],
  } as const;
  for (const [who, [credential, code]] of Object.entries(others)) {
    for (const [method, route] of routes) {
      assert.equal((await app.ask(credential, method, route)).code, code, `${who}: ${method} ${route}`);
    }
  }
  const reader = await app.mint({ scopes: ["read"] });
  assert.equal((await app.ask(reader, "GET", routes[0][1])).body.shares.length, 1);
  for (const [method, route] of routes.slice(1)) {
    assert.equal((await app.ask(reader, method, route)).code, "forbidden", `${method} ${route}`);
  }
  const own = await app.mint({ threadPrefix: "ann." });
  const made = await app.ask(own, "POST", routes[1][1], {});
  assert.deepEqual([made.status, made.body.by], [201, "user:ann"]);
  assert.equal((await app.read(path)).status, 200);
  assert.equal((await app.ask(own, "DELETE", routes[2][1])).status, 200);
  assert.deepEqual(outcome(await app.read(path)), OVER);
});

Deno.test("B2, E14: the page of a link runs and embeds nothing, whatever the thread says", async () => {
  const evil = `<img src=x onerror="alert(1)"></title><script>alert(2)</script>&lt;"'`;
  const app = createShareApp({ scenario: [{ says: `${evil} ${"\u202e"}` }] });
  await app.run("t1", { parts: [{ type: "text", text: evil }, { ...IMAGE, name: `"><script>.png` }] });
  await app.owner("PATCH", "/v1/threads/t1", { title: evil });
  const { status, body, headers } = await app.read(await app.share("t1"), BROWSER);
  assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assert.doesNotMatch(body, /<script|<img src=x|onerror="/);
  assert.equal(body.match(/<img /g)?.length, 1);
  assert.match(body, /&lt;script&gt;alert\(2\)/);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(
    policy,
    /^default-src 'none'; style-src 'nonce-[0-9a-f]{32}'; img-src 'self'; base-uri 'none'/,
  );
  assert.match(policy, /frame-ancestors 'none'$/);
  assert.match(body, /<meta name="robots" content="noindex">/);
  const [, source = ""] = /<img src="([^"]+)"/.exec(body) ?? [];
  assert.equal((await app.read(`/shared/${source}`)).status, 200, source);
});

Deno.test("B2: a thread has at most 100 links, however many are requested, and those that are over leave room", async () => {
  const app = createShareApp();
  await app.run("t1", "One?");
  const made = [];
  for (let count = 0; count < 110; count++) {
    made.push(await app.ask(KEY, "POST", "/v1/threads/t1/shares", { expiresInSeconds: 60 }));
  }
  assert.deepEqual([...new Set(made.slice(0, 100).map(({ status }) => status))], [201]);
  assert.deepEqual([...new Set(made.slice(100).map(({ code }) => code))], ["invalid_request"]);
  const [name = ""] = await app.store.listDefinitions("acme", "shares");
  assert.ok((await app.store.readDefinition("acme", "shares", name) ?? "").length < 40_000);
  app.now += 60_000;
  assert.equal((await app.ask(KEY, "POST", "/v1/threads/t1/shares")).status, 201);
  assert.equal((await app.owner("GET", "/v1/threads/t1/shares")).shares.length, 1);
});

Deno.test("B2: a long thread is read page by page, and not beyond what the link shows", async () => {
  const app = createShareApp({ scenario: Array.from({ length: 120 }, () => ({ says: "Yes." })) });
  for (let turn = 0; turn < 110; turn++) await app.run("t1", `${turn}?`);
  const path = await app.share("t1", { version: 105 });
  const { body: { messages, next } } = await app.read(path);
  assert.deepEqual([messages.length, next], [200, 200]);
  const { body: rest } = await app.read(`${path}?after=${next}`);
  assert.deepEqual([rest.messages.length, rest.messages[0].parts[0].text, rest.next], [10, "100?", null]);
  assert.match((await app.read(path, BROWSER)).body, /<a href="\?after=200">More<\/a>/);
  const [{ entries }] = (await app.owner("GET", "/v1/threads/t1/shares")).shares;
  assert.deepEqual((await app.read(`${path}?after=${entries}`)).body.messages, []);
  assert.deepEqual((await app.read(`${path}?after=999999999`)).body.messages, []);
});

for (const what of ["revoked", "removed", "replaced"]) {
  Deno.test(`B2: a link that is ${what} while it is read shows nothing`, async () => {
    const store = createMemoryStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const app = createShareApp({
      store: new Proxy(store, {
        get(target, name) {
          const own = Reflect.get(target, name);
          if (typeof own !== "function") return own;
          return async (...args: unknown[]) => {
            const result = await Reflect.apply(own, target, args);
            const work = name === "history" ? meanwhile : undefined;
            if (work !== undefined) meanwhile = undefined;
            await work?.();
            return result;
          };
        },
      }),
    });
    await app.run("t1", "One?");
    const path = await app.share("t1");
    meanwhile = async () => {
      if (what === "revoked") return await app.owner("DELETE", "/v1/threads/t1/shares");
      await app.owner("DELETE", "/v1/threads/t1");
      if (what === "replaced") await app.run("t1", "Another?");
    };
    assert.deepEqual(outcome(await app.read(path)), OVER);
    assert.equal(meanwhile, undefined);
    assert.deepEqual(outcome(await app.read(path)), OVER);
  });
}

Deno.test("B2: a link shows no thread and no history that was put in the place of its own", async () => {
  const app = createShareApp();
  await app.run("t1", "One?");
  const path = await app.share("t1");
  const name = (await app.store.listDefinitions("acme", "shares"))[0] ?? assert.fail();
  const text = await app.store.readDefinition("acme", "shares", name) ?? assert.fail();
  // A restore brings the definition back, and another thread has the id.
  await app.owner("DELETE", "/v1/threads/t1");
  app.now += 1;
  await app.run("t1", "Another?");
  await app.store.putDefinition("acme", "shares", name, text);
  assert.deepEqual(outcome(await app.read(path)), OVER);
  assert.deepEqual((await app.owner("GET", "/v1/threads/t1/shares")).shares, []);
  const stored = JSON.parse(text);
  const { createdAt } = await app.owner("GET", "/v1/threads/t1");
  const same = { ...stored, createdAt: Date.parse(createdAt) };
  await app.store.putDefinition("acme", "shares", name, JSON.stringify(same));
  assert.deepEqual(outcome(await app.read(path)), OVER, "the last entry is another one");
});

Deno.test("K1, B2: without a secret no link is made, and what a redaction takes out of a thread is in no link", async () => {
  const without = createShareApp({ env: { TREADLE_APPROVAL_SECRET: "" } });
  await without.run("t1", "One?");
  const refused = await without.ask(KEY, "POST", "/v1/threads/t1/shares");
  assert.deepEqual([refused.status, refused.code], [503, "links_not_configured"]);
  assert.deepEqual(await without.store.listDefinitions("acme", "shares"), []);
  const kestrel = definePlugin({
    name: "kestrel",
    compile: () => ({ redact: { text: (whole) => whole.replaceAll("kestrel", "[bird]"), longest: 7 } }),
  });
  const app = createShareApp({ plugins: [kestrel], scenario: [{ says: "A kestrel." }] });
  await app.run("t1", "Which kestrel?");
  await app.owner("PATCH", "/v1/threads/t1", { title: "kestrel" });
  const path = await app.share("t1");
  assert.deepEqual(await app.texts(path), ["u: Which [bird]?", "a: A [bird]."]);
  assert.equal((await app.read(path)).body.title, "[bird]");
});

Deno.test("B2: a link takes the requests to the store that the page says", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore());
  const app = createShareApp({ store });
  await app.run("t1", { parts: [{ type: "text", text: "Where?" }, IMAGE] });
  await app.run("t1", "And?");
  const countOf = async (work: () => Promise<unknown>) => {
    const before = calls.length;
    await work();
    return calls.length - before;
  };
  const page = await Deno.readTextFile(new URL("docs/shares.md", projectRoot));
  const [, reader, medium, making, halving] =
    /A reader takes (\d+) requests to the store, a medium (\d+)[^]*takes (\d+), and (\d+) more\s+for\s+each halving/
      .exec(page) ?? [];
  let path = "";
  assert.equal(await countOf(async () => path = await app.share("t1")), Number(making));
  const earlier = await countOf(() => app.share("t1", { version: 1 }));
  assert.equal(earlier, Number(making) + 2 * Number(halving), "four entries are halved twice");
  assert.equal(await countOf(() => app.read(path)), Number(reader));
  assert.equal(await countOf(() => app.read(path, BROWSER)), Number(reader));
  const { body: { messages: [{ parts: [, { url }] }] } } = await app.read(path);
  assert.equal(await countOf(() => app.read(url.replace("http://treadle.test", ""))), Number(medium));
});

Deno.test("B2, V7: the client shares, lists and revokes, and sends a share once", async () => {
  const app = createShareApp();
  await app.run("t1", "One?");
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: (url, init) => app.fetch(new Request(url, init)),
  });
  const thread = client.thread("t1");
  const { url, id } = await thread.share({ expiresInSeconds: 60 });
  assert.equal((await app.texts(url.replace("http://treadle.test", ""))).length, 2);
  await thread.share();
  assert.deepEqual((await thread.shares()).shares.map(({ version }) => version), [1, 1]);
  assert.deepEqual((await thread.unshare(id)).shares.map(({ expiresAt }) => expiresAt), [null]);
  const [left] = (await thread.shares()).shares;
  assert.deepEqual(await thread.unshare(left?.id ?? ""), { shares: [] });
  let sent = 0;
  const lost = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: () => Promise.reject(new TypeError(`lost ${++sent}`)),
  });
  await assert.rejects(lost.thread("t1").share(), { code: "connection_failed" });
  assert.equal(sent, 1);
});
