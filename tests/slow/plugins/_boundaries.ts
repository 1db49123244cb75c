// Row E14: callers who are not to have something try every route of a deployment with its ids, whatever else the request has. None is shown a word
// of it, nothing of it changes, and nothing of it is sent. A new route is tried as it is documented. See tests/support/lives.ts for the number
// of tries.

import assert from "node:assert/strict";
import openapi from "../../../src/playground/dist/openapi.json" with { type: "json" };
import type { OutboundTransport } from "../../../src/core/outbound/setup.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { mcpServer } from "../../../src/plugins/mcp/client/mod.ts";
import { Records, sealState } from "../../../src/plugins/mcp/client/oauth/records.ts";
import { mcp } from "../../../src/plugins/mcp/server/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { KEY, OTHER_KEY } from "../../http/_app.ts";
import { clerk, createTokenApp, NOW, SECRET, signed, type TokenApp } from "../../http/access/_tokens.ts";
import { livesOf, seedOf } from "../../support/lives.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { written } from "../../plugins/selection/catalogue/_catalogue.ts";
import { PNG } from "../../plugins/media/_media.ts";
import { titles } from "../../../src/plugins/titles/mod.ts";
import { everyPluginBut } from "./_every_plugin.ts";
import { assertEachIsTried, type Route, TOOL_SERVER, UNDOCUMENTED, withProtocol } from "./_undocumented.ts";

/** Tries of each caller at each route. */
const TRIES = livesOf(4);
const SEED = seedOf(1);

/** Stands in everything that is not to be had. */
const MARK = "zebra7431";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const document: Json = JSON.parse(JSON.stringify(openapi));

function at(value: Json | undefined, ...keys: string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (inner, key) => inner !== undefined && isJsonObject(inner) ? inner[key] : undefined,
    value,
  );
}

function resolved(schema: Json | undefined): Json | undefined {
  const reference = at(schema, "$ref");
  return typeof reference === "string" ? at(document, ...reference.slice("#/".length).split("/")) : schema;
}

function routesOf(): readonly Route[] {
  const routes: Route[] = [];
  for (const [path, item] of Object.entries(openapi.paths)) {
    for (const method of METHODS) {
      const operation = at(JSON.parse(JSON.stringify(item)), method);
      if (operation === undefined) continue;
      const parameters = at(operation, "parameters");
      const query = (Array.isArray(parameters) ? parameters : []).flatMap((given): [string, Json][] => {
        const parameter = resolved(given);
        const name = at(parameter, "name");
        if (typeof name !== "string" || at(parameter, "in") !== "query") return [];
        return [[name, at(parameter, "schema") ?? {}]];
      });
      const body = resolved(at(operation, "requestBody", "content", "application/json", "schema"));
      routes.push({ method: method.toUpperCase(), path, query: Object.fromEntries(query), body });
    }
  }
  return [...routes, ...UNDOCUMENTED];
}

/** What a caller may know of what is another's: any of it may stand anywhere. */
interface Victims {
  readonly threads: readonly string[];
  readonly calls: readonly string[];
  readonly responses: readonly string[];
  readonly names: readonly string[];
  readonly ids: readonly (readonly [collection: string, id: string])[];
  readonly blobs: readonly string[];
  /** States of authorizations: forged, of another tenant, and replaced by a later one. */
  readonly states: readonly string[];
  /** What stands in no request: the mark, and what a delivery has. */
  readonly secrets: readonly string[];
}

class Attempts {
  readonly #victims: Victims;
  readonly #random: () => number;

  constructor(victims: Victims, random: () => number) {
    this.#victims = victims;
    this.#random = random;
  }

  /** `first` of a route: with all parameters of the query, for ann where there is a user. */
  request(
    { path, query, body }: Route,
    first: boolean,
  ): { readonly path: string; readonly body: Json | undefined } {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const isThread = name === "id" && path.includes("threads");
      return encodeURIComponent(isThread ? this.#pick(this.#victims.threads) : this.#named(name, path));
    });
    const asked = Object.entries(query).flatMap(([name, schema]) => {
      const isMissing = this.#random() < (name === "cursor" ? 0.9 : name === "entry" || first ? 0 : 0.6);
      const isAnns = first && name === "user";
      const value = isMissing ? null : isAnns ? "ann" : this.#value(name, schema, 0);
      return value === null || typeof value === "object"
        ? []
        : [`${name}=${encodeURIComponent(String(value))}`];
    });
    const suffix = asked.length === 0 ? "" : `?${asked.join("&")}`;
    return { path: `${filled}${suffix}`, body: body === undefined ? undefined : this.#value("", body, 0) };
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] ?? assert.fail("nothing to pick");
  }

  /** A value for a field or parameter of this name. */
  #named(name: string, path = ""): string {
    const { threads, calls, responses, names, ids, blobs, states } = this.#victims;
    if (name === "server") return TOOL_SERVER.name;
    if (name === "state" || name === "requestState") return this.#pick(states);
    if (/^callId|call_id|tool_call_id$/.test(name)) return this.#pick(calls);
    if (/response/.test(name)) return this.#pick(responses);
    if (name === "blob") return this.#pick(blobs);
    if (name === "agent" || name === "model") return this.#pick(["tester", "agent-tester", "clerk"]);
    if (name === "user" || name === "by") return this.#pick(["ann", "bob"]);
    if (name === "tenant") return "acme";
    if (name === "version") return "1";
    if (/^(thread|threadId|branch)$/.test(name) || name === "id" && path.includes("chat")) {
      return this.#pick(threads);
    }
    if (name === "name" || name === "tool") return this.#pick(names);
    if (name === "id") {
      const known = ids.filter(([collection]) => path.includes(collection)).map(([, id]) => id);
      return this.#pick(known.length > 0 ? known : [...ids.map(([, id]) => id), ...threads, ...names]);
    }
    if (name === "role") return this.#pick(["user", "assistant", "tool"]);
    return this.#pick(["go", "done", "true", ...threads, ...ids.map(([, id]) => id)]);
  }

  /** JSON by a schema, mostly valid. */
  #value(name: string, given: Json, depth: number): Json {
    const schema = resolved(given);
    const known = at(schema, "enum");
    if (Array.isArray(known)) return this.#pick(known);
    const constant = at(schema, "const");
    if (constant !== undefined) return constant;
    const variants = at(schema, "anyOf") ?? at(schema, "oneOf");
    if (Array.isArray(variants)) return this.#value(name, this.#pick(variants), depth);
    const type = at(schema, "type");
    switch (Array.isArray(type) ? this.#pick(type) : type) {
      case "object":
        return this.#object(schema, depth);
      case "array": {
        const items = at(schema, "items") ?? {};
        const count = Math.max(Number(at(schema, "minItems") ?? 0), this.#random() < 0.8 ? 1 : 0);
        return Array.from({ length: count }, () => this.#value(name.replace(/s$/, ""), items, depth + 1));
      }
      case "boolean":
        return this.#random() < 0.7;
      case "integer":
      case "number":
        return Math.max(Number(at(schema, "minimum") ?? 0), Math.floor(this.#random() * 3));
      case "null":
        return null;
      default:
        return this.#named(name);
    }
  }

  #object(schema: Json | undefined, depth: number): Json {
    const properties = at(schema, "properties");
    const required = at(schema, "required");
    const all: JsonObject = properties !== undefined && isJsonObject(properties) ? properties : {};
    const made: Record<string, Json> = {};
    for (const [key, property] of Object.entries(all)) {
      const isRequired = Array.isArray(required) && required.includes(key);
      if (isRequired || depth < 4 && this.#random() < 0.35) made[key] = this.#value(key, property, depth + 1);
    }
    return made;
  }
}

/** Kind and name of a definition. */
type Kept = readonly [kind: string, name: string];

const keeper = defineAgent({
  name: "keeper",
  driver: "scripted",
  toolSources: [mcpServer({ ...TOOL_SERVER, oauth: {} })],
});

/** Webhooks that are sent out, by their ids: an endpoint that fails, one that is gone, and a server of tools that names no way to authorize it. */
function receivers(sent: string[]): OutboundTransport {
  const statuses: Readonly<Record<string, number>> = { "hooks.example": 503, "gone.example": 410 };
  return {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    request({ url, headers }) {
      const { hostname } = new URL(url);
      if (headers.has("webhook-id")) sent.push(`${headers.get("webhook-id")}`);
      return Promise.resolve(new Response(null, { status: statuses[hostname] ?? 404 }));
    },
  };
}

/** Tokens of ann at a server of tools, an authorization of hers that is under way, and states that are not hers. */
async function authorize({ deps: { sources } }: TokenApp): Promise<readonly string[]> {
  const records = new Records(TOOL_SERVER);
  const ann = { tenant: "acme", user: "ann" };
  const issuer = "https://issuer.example";
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ["code"],
  };
  const grant = { issuer, metadata, client: { client_id: MARK }, resource: TOOL_SERVER.url };
  const tokens = { access_token: MARK, refresh_token: MARK, token_type: "Bearer" };
  await records.put("tokens", ann, { ...grant, tokens, expiresAt: NOW + 86_400_000 }, sources);
  const pending = { ...grant, nonce: "n2", verifier: MARK, redirect: issuer, url: issuer, thread: "ann.t1" };
  await records.put("pending", ann, { ...pending, expires: NOW + 86_400_000 }, sources);
  const state = { ...ann, server: TOOL_SERVER.name, url: TOOL_SERVER.url, nonce: "n2" };
  const foreign = { ...sources, sealSecrets: ["another-secret-of-the-test-of-32-characters"] };
  const good = await sealState(state, sources);
  return [
    await sealState(state, foreign),
    await sealState({ ...state, nonce: "n1" }, sources),
    await sealState({ ...state, tenant: "beta" }, sources),
    await sealState({ ...state, user: "bob" }, sources),
    await sealState({ ...state, user: undefined }, sources),
    await sealState({ ...state, url: "https://other.example/mcp" }, sources),
    `${good.slice(0, -2)}AA`,
    `${good}.${good}`,
    btoa(JSON.stringify(state)),
    "",
  ];
}

/** A deployment with all plugins, and what ann and her tenant have there: each has the mark. */
async function createWorld() {
  const { store, calls } = createRecordingStore(createMemoryStore({ clock: () => NOW }));
  const sent: string[] = [];
  const app = createTokenApp({
    plugins: [
      ...everyPluginBut("mcp").filter(({ name }) => name !== "channels" && name !== "titles"),
      mcp({ tools: true }),
      titles({ agent: "clerk", agents: ["tester"] }),
    ],
    agents: [clerk, keeper],
    outboundTransport: receivers(sent),
    store,
    env: {
      TREADLE_TOKEN_NOT_BEFORE: new Date(NOW - 60_000).toISOString().replace(".000", ""),
      TREADLE_PUBLIC_URL: "https://agents.example",
      TREADLE_SEAL_SECRETS: "a-secret-of-the-test-of-32-characters",
    },
  });
  const as = async (method: string, path: string, body?: Json) => {
    const answer = await app.ask(KEY, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const parts: Json = [{ type: "text", text: MARK }, { type: "image", mediaType: "image/png", data: PNG }];
  const asked = { agent: "tester", user: "ann" };
  const first = await as("POST", "/v1/threads/ann.t1/steps", { ...asked, input: { parts } });
  await as("POST", "/v1/threads/ann.t1/fork", { id: "ann.t1:2" });
  await as("PATCH", "/v1/threads/ann.t1", { title: MARK });
  await as("PUT", "/v1/threads/ann.t1/feedback/1", { rating: "down", note: MARK });
  await as("POST", "/v1/threads/telegram.4711/steps", { ...asked, input: MARK });
  const response = await as("POST", "/v1/responses", { model: "tester", input: MARK, user: "ann" });
  await as("PUT", "/v1/policies/house", { rules: [{ type: "at_most", tool: MARK, times: 1 }] });
  const endpoint = await as("POST", "/v1/webhook-endpoints", { url: `https://hooks.example/${MARK}` });
  await as("POST", "/v1/webhook-endpoints", { url: `https://gone.example/${MARK}` });
  await as("PUT", "/v1/catalogues/shop/tools", { tools: [written("look", "1.0.0", { description: MARK })] });
  const evaluation = await as("POST", "/v1/evaluations", {
    schema: 1,
    kind: "agent",
    name: MARK,
    agent: "tester",
    cases: [{ id: "one", input: MARK, gates: [] }],
  });
  await as("POST", "/v1/threads/ann.t2/steps", { ...asked, input: MARK });
  await app.idle();
  await app.deps.wakes.pump({ defer: () => {} });
  const deliveries = await Promise.all(["pending", "dead"].map(async (status) => {
    const page = await as("GET", `/v1/webhook-deliveries?status=${status}&limit=50`);
    assert.ok(page.deliveries.length > 0, `no delivery is ${status}`);
    return page.deliveries.map(({ id }: { readonly id: string }) => id);
  }));
  const { calls: [{ approval: { digest } }] } = await as("GET", "/v1/threads/ann.t2");
  const [[unknown = ""] = []] = deliveries;
  const states = await authorize(app);
  const { entries } = await as("GET", "/v1/threads/ann.t1/history");
  const [, image] = entries[0].parts;
  const blob = /media\/([0-9a-f]+)/.exec(image.url)?.[1] ?? assert.fail("no blob");
  const kinds = new Set(
    calls.flatMap(({ method, args: [tenant, kind] }) =>
      method === "putDefinition" && tenant === "acme" ? [String(kind)] : []
    ),
  );
  const kept: Kept[] = [];
  for (const kind of kinds) {
    for (const name of await store.listDefinitions("acme", kind)) kept.push([kind, name]);
  }
  const victims: Victims = {
    threads: ["ann.t1", "ann.t1:2", "ann.t2", "telegram.4711", response.id],
    calls: [first.calls[0].id],
    responses: [response.id],
    names: ["house", "shop", "tester", "look", "echo"],
    ids: [
      ["webhook-endpoints", endpoint.id],
      ["evaluations", evaluation.id],
      ["catalogues", "look"],
      ...deliveries.flat().filter((id) => id !== unknown).map((
        id,
      ): [string, string] => ["webhook-deliveries", id]),
    ],
    blobs: [blob],
    states,
    secrets: [MARK, digest, unknown],
  };
  return { app, victims, kept, sent };
}

/** Everything of the victims that a caller could change. */
async function standOf(
  { store }: TokenApp,
  { threads }: Victims,
  kept: readonly Kept[],
): Promise<string> {
  const stand: unknown[] = [];
  for (const thread of threads) {
    const ref = { tenant: "acme", thread };
    const snapshot = await store.read(ref);
    if (snapshot === undefined) return `${thread} is gone`;
    // A request that is refused may have begun, and given back what it took.
    const header = { ...snapshot.header, epoch: 0, beginEpoch: 0, beginOwner: "" };
    const { pending, marks } = snapshot;
    stand.push([thread, header, pending, marks, await store.inbox(ref)]);
  }
  for (const [kind, name] of kept) stand.push([kind, name, await store.readDefinition("acme", kind, name)]);
  // Others of the tenant may leave work of their own.
  const due = await store.listDue(NOW + 1e12, 1_000);
  stand.push(
    due.filter(({ tenant, name }) => tenant === "acme" && kept.some(([, each]) => name.endsWith(each))),
  );
  return stand.map((each) => JSON.stringify(each)).join("\n");
}

function changesOf(before: string, after: string): string {
  const known = before.split("\n");
  return after.split("\n").filter((line) => !known.includes(line)).join("\n");
}

interface Hostile {
  readonly who: string;
  readonly credential: string | undefined;
  /** It may read what it is for, and is not to change it. */
  readonly reads?: true;
}

async function hostiles(app: TokenApp): Promise<readonly Hostile[]> {
  const beta = await app.mint({ user: "ann" }, OTHER_KEY);
  return [
    { who: "the key of another tenant", credential: OTHER_KEY },
    { who: "the same user of another tenant", credential: beta },
    { who: "another user", credential: await app.mint({ user: "bob" }) },
    {
      who: "another user, named by a prefix",
      credential: await app.mint({ user: "bob", threadPrefix: "ann." }),
    },
    { who: "ann, for other threads", credential: await app.mint({ threadPrefix: "own." }) },
    { who: "ann, for another agent", credential: await app.mint({ agents: ["clerk"] }) },
    {
      who: "ann, without a scope to read",
      credential: await app.mint({ scopes: ["decide"], threadPrefix: "own." }),
    },
    { who: "ann, who may read alone", credential: await app.mint({ scopes: ["read"] }), reads: true },
    { who: "an expired token", credential: await signed({ exp: NOW / 1000 - 1 }) },
    { who: "a token that is revoked", credential: await signed({ iat: NOW / 1000 - 120 }) },
    { who: "a token of another secret", credential: await signed({}, `${SECRET}x`) },
    {
      who: "a token of a secret that is withdrawn",
      credential: await signed({}, "browser-secret-of-32-characters-9"),
    },
    { who: "an unknown key", credential: "acme-unknown-0123456789" },
    { who: "nobody", credential: undefined },
  ];
}

/** Tries every route as each of them. @throws {assert.AssertionError} something was shown or changed */
export async function tryBoundaries(): Promise<void> {
  const { app, victims, kept, sent } = await createWorld();
  const routes = routesOf();
  assertEachIsTried(app.app.routes, routes);
  const attempts = new Attempts(victims, mulberry32(SEED));
  const before = await standOf(app, victims, kept);
  // Runs of others send webhooks of their own, with other ids.
  const delivered = [...sent];
  assert.ok(delivered.length > 0);
  let tries = 0;
  for (const { who, credential, reads } of await hostiles(app)) {
    for (const route of routes) {
      for (let count = 0; count < TRIES; count++) {
        const { path, body } = attempts.request(route, count === 0);
        const protocol = withProtocol(route, body);
        const headers: Record<string, string> = credential === undefined
          ? { ...protocol.headers }
          : { ...protocol.headers, authorization: `Bearer ${credential}` };
        const answer = await app.sent({ method: route.method, path, body: protocol.body, headers });
        tries++;
        const what = () =>
          `${who}: ${route.method} ${path} ${JSON.stringify(body)}: ${answer.status} ${
            JSON.stringify(answer.body).slice(0, 400)
          }`;
        assert.ok(answer.status < 500 || answer.status === 503, what());
        const shown = JSON.stringify(answer.body);
        if (reads === undefined) assert.ok(!victims.secrets.some((secret) => shown.includes(secret)), what());
        const after = await standOf(app, victims, kept);
        assert.ok(after === before, `${what()} ${changesOf(before, after)}`);
        assert.deepEqual(sent.slice(delivered.length).filter((id) => delivered.includes(id)), [], what());
      }
    }
  }
  await app.idle();
  assert.ok(tries > 5_000, `${tries} tries`);
  assert.equal(await standOf(app, victims, kept), before);
}
