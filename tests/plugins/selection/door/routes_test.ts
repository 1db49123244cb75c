// S1: catalogues over HTTP: publishing, conflicts, entity tags, scopes, pages, and what a wrong body is answered.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { sha256 } from "../../../../src/core/text/sha256.ts";
import { COMPONENTS } from "../../../../src/http/schemas/responses/components.ts";
import { readPublishedIndex } from "../../../../src/plugins/selection/catalogue/published_index.ts";
import { CatalogueReader } from "../../../../src/plugins/selection/catalogue/reader.ts";
import { catalogues } from "../../../../src/plugins/selection/door/mod.ts";
import { readTools } from "../../../../src/plugins/selection/door/publish.ts";
import { type StoredCatalogueOptions, toolSelection } from "../../../../src/plugins/selection/mod.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createTestApp, OTHER_KEY } from "../../../http/_app.ts";
import { DAY_MS, START, written } from "../catalogue/_catalogue.ts";

const PATH = "/v1/catalogues/shop";

function shop() {
  const time = { now: START };
  const clock = () => time.now;
  const store = createMemoryStore({ clock });
  const app = createTestApp({ store, clock, plugins: [catalogues({ variables: ["REFUND_SECRET"] })] });
  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await app.send(method, `${PATH}${path}`, body, headers);
    const json = response.status === 304 ? {} : await response.json();
    return { status: response.status, etag: response.headers.get("etag") ?? "", json };
  };
  const publish = (...tools: JsonObject[]) => call("PUT", "/tools", { tools });
  return { ...app, time, call, publish };
}

/** Fails when a response is not what openapi.json says of it. */
function assertForm(component: string, value: unknown): void {
  const schema = COMPONENTS[component];
  assert.ok(schema !== undefined, component);
  const parsed = z.safeParse(schema, value);
  assert.ok(parsed.success, `${component}: ${JSON.stringify(parsed.error?.issues)}`);
}

Deno.test("S1: tools are published, read, withdrawn, compared and rolled back over HTTP", async () => {
  const { call, publish, send } = shop();
  const first = await publish(
    written("refund", "1.0.0", {
      needsApproval: true,
      deprecatesAt: "2027-01-01T00:00:00Z",
      description: { default: "Pays back.", variants: { b: { text: "Pays an order back.", weight: 10 } } },
    }),
    written("cancel", "1.0.0", { tags: ["orders"] }),
  );
  assert.deepEqual([first.status, first.json.number], [200, 1]);
  assert.deepEqual(first.json.changes[0], {
    id: "refund",
    name: "refund",
    change: "added",
    from: null,
    to: "1.0.0",
  });
  assertForm("CatalogueChange", first.json);
  const deprecated = await call("POST", "/deprecate", { ids: ["cancel"], reason: "use refund" });
  assert.equal(deprecated.json.number, 2);
  await publish(written("refund", "1.1.0"));
  const archived = await call("POST", "/archive", { ids: ["cancel"] });
  assert.deepEqual(archived.json.changes.map((each: JsonObject) => [each.id, each.change]), [[
    "cancel",
    "archived",
  ]]);

  const tool = await call("GET", "/tools/refund?number=2");
  assertForm("CatalogueTool", tool.json);
  assert.deepEqual([tool.json.version, tool.json.deprecatesAt], ["1.0.0", "2027-01-01T00:00:00.000Z"]);
  assert.equal((await call("GET", "/tools/refund")).json.version, "1.1.0");
  const list = await call("GET", "/tools?status=archived");
  assertForm("CatalogueToolList", list.json);
  assert.deepEqual(list.json.tools.map(({ id }: JsonObject) => id), ["cancel"]);
  const diff = await call("GET", "/diff?from=1");
  assertForm("CatalogueDiff", diff.json);
  assert.deepEqual([diff.json.from, diff.json.to, diff.json.changed.length], [1, 4, 2]);
  const dates = diff.json.changed[0].fields.find(({ field }: JsonObject) => field === "deprecatesAt");
  assert.deepEqual(dates, { field: "deprecatesAt", from: "2027-01-01T00:00:00.000Z", to: null });
  assert.deepEqual((await call("GET", "/diff?from=0&to=1")).json.added.map(({ id }: JsonObject) => id), [
    "refund",
    "cancel",
  ]);

  const back = await call("POST", "/rollback", { to: 2 });
  assert.equal(back.json.number, 5);
  const again = await call("POST", "/rollback", { to: 2 });
  assert.deepEqual([again.json.number, again.json.changes], [5, []]);
  const log = await call("GET", "/log?limit=3");
  assertForm("CatalogueLog", log.json);
  assert.deepEqual(
    log.json.changes.map(({ number, action, source }: JsonObject) => [number, action, source]),
    [[5, "rollback", 2], [4, "archive", null], [3, "publish", null]],
  );
  assert.match(log.json.changes[0].by, /^key_/);
  const rest = await call("GET", `/log?cursor=${log.json.cursor}`);
  assert.deepEqual(rest.json.changes.map(({ number }: JsonObject) => number), [2, 1]);
  assert.equal(rest.json.cursor, undefined);
  const head = await call("GET", "");
  assertForm("Catalogue", head.json);
  assert.deepEqual([head.json.number, head.json.tools, head.json.oldest], [5, 2, 1]);
  const names = await (await send("GET", "/v1/catalogues")).json();
  assertForm("CatalogueList", names);
  assert.deepEqual(names, { catalogues: ["shop"] });
});

Deno.test("S4: behind the last of many publications the index of the catalogue is kept, and not behind each", async () => {
  const store = createMemoryStore({ clock: () => START });
  const quiet = Promise.withResolvers<void>();
  const { send, idle } = createTestApp({
    store,
    plugins: [catalogues()],
    sleep: () => quiet.promise,
  });
  const names = Array.from({ length: 310 }, (_, place) => `tool_${place}`);
  for (const part of [names.slice(0, 300), names.slice(300)]) {
    const response = await send("PUT", `${PATH}/tools`, { tools: part.map((name) => written(name)) });
    assert.equal(response.status, 200, await response.text());
  }
  const kept = () => store.readDefinition("acme", "catalogue_index", "shop");
  assert.equal(await kept(), undefined);
  quiet.resolve();
  await idle();
  const ports = { store, clock: () => START, log: assert.fail };
  const snapshot = await new CatalogueReader().open("acme", "shop", undefined, ports);
  const read = await readPublishedIndex(snapshot, ports);
  assert.equal(read?.tools.length, 310);
  assert.equal(JSON.parse(await kept() ?? "").version, snapshot.whole.version);
});

Deno.test("S1: a change says which of its tools no agent of the deployment runs, by what is missing", async () => {
  const refund = defineTool({ name: "refund", description: "Pays back.", effect: "pure", run: () => "" });
  const agentOf = (name: string, catalogue: string | StoredCatalogueOptions) =>
    defineAgent({ name, selection: toolSelection({ catalogue, tools: [refund] }) });
  const agents = [agentOf("one", "shop"), agentOf("two", { name: "shop", tenant: "globex" })];
  const app = createTestApp({ agents, plugins: [catalogues()] });
  const change = async (method: string, path: string, body: unknown) => {
    const { changes, warnings, ...head } = await (await app.send(method, path, body)).json();
    assertForm("CatalogueChange", { ...head, changes, warnings });
    return warnings.map(({ code, message }: JsonObject) => `${code}: ${message}`);
  };
  const http = { type: "http", url: "https://shop.example/run" };
  const missing = Array.from({ length: 12 }, (_, index) => written(`missing_${index}`));
  assert.deepEqual(await change("PUT", `${PATH}/tools`, { tools: [written("refund")] }), []);
  const tools = [...missing, written("refund", "1.1.0"), written("charge", "1.0.0", { source: http })];
  const told = await change("PUT", `${PATH}/tools`, { tools });
  assert.match(
    told[0],
    /^tool_not_run: Offered to no thread here: missing_0, .*, missing_9 and 2 more\. No agent with the catalogue shop has tools of these names/,
  );
  assert.match(told[1], /^tool_not_run: Offered to no thread here: charge\. .* takes tools behind HTTP/);
  assert.equal(told.length, 2);
  assert.deepEqual(await change("PUT", `${PATH}/tools`, { tools: [written("refund", "1.1.0")] }), []);
  const ids = ["missing_0"];
  assert.deepEqual(await change("POST", `${PATH}/archive`, { ids }), [], "nobody is offered it by intent");
  assert.match((await change("POST", `${PATH}/rollback`, { to: 2 }))[0], /no thread here: missing_0\./);
  const [unused] = await change("PUT", "/v1/catalogues/other/tools", { tools: [written("refund")] });
  assert.match(unused, /^catalogue_unused: No agent of this deployment has the catalogue other/);
});

Deno.test("S1: If-Match and expected are compared with the number, and a client that has it is answered 304", async () => {
  const { call, publish } = shop();
  const { etag } = await publish(written("a"));
  assert.match(etag, /^"1\.[\w-]{22}"$/);
  await publish(written("b"));
  const late = await call("POST", "/archive", { ids: ["a"] }, { "if-match": etag });
  assert.deepEqual([late.status, late.json.code], [409, "catalogue_conflict"]);
  assert.match(late.json.detail, /has the number 2 now, and not 1; read it/);
  const body = await call("PUT", "/tools", { tools: [written("c")], expected: 1 });
  assert.deepEqual([body.status, body.json.code], [409, "catalogue_conflict"]);
  const { etag: newest } = await call("GET", "");
  assert.equal((await call("GET", "", undefined, { "if-none-match": newest })).status, 304);
  assert.equal((await call("GET", "", undefined, { "if-none-match": etag })).status, 200);
  assert.equal((await call("POST", "/archive", { ids: ["a"] }, { "if-match": newest })).status, 200);
  for (const tag of ["*", "2", '"x"', 'W/"2.abc"']) {
    const refused = await call("POST", "/archive", { ids: ["b"] }, { "if-match": tag });
    assert.deepEqual([refused.status, refused.json.code], [400, "invalid_header"], tag);
  }
});

Deno.test("S1: a wrong body names each place and what to write", async () => {
  const { call, publish } = shop();
  const wrong = await publish(written("a"), written("b", "1", { effect: "twice", tag: [] }));
  assert.deepEqual([wrong.status, wrong.json.code], [422, "invalid_request"]);
  assert.deepEqual(wrong.json.errors.map(({ pointer }: JsonObject) => pointer).sort(), [
    "/tools/1/effect",
    "/tools/1/tag",
    "/tools/1/version",
  ]);
  assert.match(
    JSON.stringify(wrong.json.errors),
    /write pure, keyed or once.*Did you mean \\"tags\\"|write a semantic/,
  );
  const shapes: readonly (readonly [string, string, unknown, string])[] = [
    ["PUT", "/tools", { tools: [] }, "/tools"],
    ["PUT", "/tools", { tools: ["a"] }, "/tools/0"],
    ["PUT", "/tools", { tools: [written("a")], expected: -1 }, "/expected"],
    ["POST", "/deprecate", { ids: ["a b"] }, "/ids/0"],
    ["POST", "/archive", { ids: ["a"], reason: "" }, "/reason"],
    ["POST", "/archive", { ids: ["a"], why: "x" }, "/why"],
    ["POST", "/accept", { tools: [{ id: "a" }] }, "/tools/0/hash"],
    ["POST", "/rollback", { to: 0 }, "/to"],
  ];
  for (const [method, path, body, pointer] of shapes) {
    const refused = await call(method, path, body);
    assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, pointer], `${path} ${pointer}`);
  }
  for (
    const query of [
      "/tools?status=gone",
      "/tools?number=0",
      "/tools?cursor=x",
      "/diff?from=-1",
      "/log?limit=0",
    ]
  ) {
    assert.equal((await call("GET", query)).status, 422, query);
  }
  assert.deepEqual((await call("GET", "")).json.code, "catalogue_unknown");
  await publish(written("a"));
  assert.equal((await call("GET", "/tools/none")).json.code, "catalogue_tool_unknown");
  assert.equal((await call("GET", "/tools?number=9")).json.code, "catalogue_version_unknown");
  const taken = await publish(written("b", "1.0.0", { name: "a" }));
  assert.deepEqual([taken.status, taken.json.code, taken.json.errors[0].pointer], [
    422,
    "catalogue_refused",
    "/tools/0/name",
  ]);
});

Deno.test("S1: tools may name the variables that the deployment permits, and no others", async () => {
  const { publish } = shop();
  const source = (secret: string, header: string) => ({
    type: "http",
    url: "https://tools.example.com/a",
    secrets: [secret],
    headers: { authorization: { env: header, prefix: "Bearer " } },
  });
  const stolen = await publish(written("a", "1.0.0", { source: source("REFUND_SECRET", "OPENAI_API_KEY") }));
  assert.deepEqual([stolen.status, stolen.json.errors[0].pointer], [422, "/tools/0/source"]);
  assert.match(
    stolen.json.errors[0].detail,
    /OPENAI_API_KEY.*catalogues\(\{ variables: \["OPENAI_API_KEY"\] \}\)/,
  );
  assert.equal(
    (await publish(written("a", "1.0.0", { source: source("REFUND_SECRET", "REFUND_SECRET") }))).status,
    200,
  );
});

Deno.test("S1, E14: reading and changing are two scopes, and how a tool is run is for who may change it", async () => {
  const store = createMemoryStore();
  const asked: { scopes: string[] } = { scopes: ["read"] };
  const { send } = createTestApp({
    store,
    plugins: [catalogues()],
    authenticate: () => ({ tenant: "acme", scopes: asked.scopes }),
  });
  const tools = [written("a", "1.0.0", { source: { type: "http", url: "https://x.example/s3cret" } })];
  const refused = await send("PUT", `${PATH}/tools`, { tools });
  assert.deepEqual([refused.status, (await refused.json()).code], [403, "forbidden"]);
  asked.scopes = ["manage"];
  assert.equal((await send("PUT", `${PATH}/tools`, { tools })).status, 200);
  const newer = [written("a", "1.1.0", { source: { type: "http", url: "https://x.example/other" } })];
  await send("PUT", `${PATH}/tools`, { tools: newer });
  asked.scopes = ["read"];
  for (const path of ["/tools", "/tools/a", "/diff?from=1"]) {
    const text = await (await send("GET", `${PATH}${path}`)).text();
    assert.ok(!text.includes("x.example"), text);
    assert.ok(text.includes("source"), text);
  }
  asked.scopes = ["read", "manage"];
  assert.match(await (await send("GET", `${PATH}/tools/a`)).text(), /x\.example\/other/);
});

Deno.test("S1: a tenant has its own catalogues", async () => {
  const { publish, send } = shop();
  await publish(written("a"));
  const other = { authorization: `Bearer ${OTHER_KEY}` };
  assert.deepEqual(await (await send("GET", "/v1/catalogues", undefined, other)).json(), { catalogues: [] });
  assert.equal((await send("GET", `${PATH}/tools/a`, undefined, other)).status, 404);
});

Deno.test("S1: the pages of a list are of one number, whatever is published between them", async () => {
  const { call, publish } = shop();
  await publish(...Array.from({ length: 5 }, (_, index) => written(`t${index}`)));
  const first = await call("GET", "/tools?limit=2");
  await call("POST", "/archive", { ids: ["t0"] });
  await publish(written("t2", "1.1.0"));
  const second = await call("GET", `/tools?limit=2&cursor=${first.json.cursor}`);
  const third = await call("GET", `/tools?limit=2&cursor=${second.json.cursor}`);
  const pages = [first, second, third].flatMap(({ json }) => json.tools);
  assert.deepEqual(pages.map(({ id, version }) => `${id}@${version}`), [
    "t0@1.0.0",
    "t1@1.0.0",
    "t2@1.0.0",
    "t3@1.0.0",
    "t4@1.0.0",
  ]);
  assert.equal(third.json.cursor, undefined);
});

Deno.test("S1: filters of the list", async () => {
  const { call, publish } = shop();
  await publish(
    written("pay_back", "1.0.0", { tags: ["money"], tiers: ["pro"], flags: ["new"] }),
    written("search", "1.0.0", {
      categories: ["find"],
      contexts: ["web"],
      source: { type: "mcp", server: "s" },
    }),
  );
  await publish(
    written("search", "1.1.0", { description: "Other words.", source: { type: "mcp", server: "s" } }),
  );
  const table = [
    ["tag=money", "pay_back"],
    ["tier=pro", "pay_back"],
    ["flag=new", "pay_back"],
    ["name=PAY", "pay_back"],
    ["category=find", "search"],
    ["context=web", "search"],
    ["source=mcp", "search"],
    ["held=true", "search"],
    ["tag=none", undefined],
  ] as const;
  for (const [query, id] of table) {
    const { json } = await call("GET", `/tools?${query}`);
    assert.deepEqual(json.tools.map((tool: JsonObject) => tool.id), id === undefined ? [] : [id], query);
  }
  const { json } = await call("GET", "/tools/search");
  assert.deepEqual([json.version, json.held.version], ["1.0.0", "1.1.0"]);
  const accepted = await call("POST", "/accept", { tools: [{ id: "search", hash: json.held.source.hash }] });
  assert.deepEqual(accepted.json.changes[0].change, "accepted");
});

Deno.test("S1: the cron pump removes what was kept for 90 days", async () => {
  const { call, publish, time, deps, store } = shop();
  const pump = async () => {
    const deferred: Promise<unknown>[] = [];
    await deps.wakes.pump({ defer: (promise) => void deferred.push(promise) });
    while (deferred.length > 0) await deferred.pop();
  };
  await publish(written("a"));
  await publish(written("a", "1.1.0"));
  time.now += 89 * DAY_MS;
  await pump();
  assert.equal((await call("GET", "/tools/a?number=1")).status, 200);
  time.now += 2 * DAY_MS;
  await pump();
  assert.deepEqual(await store.listDefinitions("acme", "catalogue_number"), []);
  assert.equal((await call("GET", "")).json.oldest, 2);
  assert.deepEqual(await store.listDue(Number.MAX_SAFE_INTEGER, 10), []);
});

Deno.test("S1: a published tool names no variable of the environment but those that the deployment has named", async () => {
  const source = {
    type: "http",
    url: "https://shop.example/orders",
    headers: { "x-key": { env: "KEY" } },
  };
  const tools = [written("orders", "1.0.0", { source })];
  assert.equal((await readTools(tools, ["KEY"], sha256)).length, 1);
  for (const variables of [[], ["OTHER"]]) {
    await assert.rejects(readTools(tools, variables, sha256), {
      code: "invalid_request",
      message: /variable KEY/,
    });
  }
});
