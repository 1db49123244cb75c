// MCP servers that users authorize: a real authorization server, several isolates over one store.

import assert from "node:assert/strict";
import * as z from "zod";
import { AgentError } from "../../../../src/core/error.ts";
import { fnv64 } from "../../../../src/core/text/hash.ts";
import { createSealer } from "../../../../src/outbound/seal.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { serveAuthorization } from "../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";
import { mcpAgent, type McpScene, mcpScene } from "./_scene.ts";

const HOUR = 3_600_000;

const tool = {
  name: "look",
  description: "Looks.",
  schema: z.object({}),
  annotations: { readOnlyHint: true },
  run: () => words("seen"),
};

/** A server behind an authorization server, and isolates over one store. */
function world() {
  const server = serveMcp("modern", [tool]);
  const authorization = serveAuthorization();
  authorization.protect(server);
  const store = createMemoryStore();
  return {
    server,
    authorization,
    store,
    isolate: () => mcpScene(server.url, [["srv.look"]], { oauth: {}, store }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await authorization[Symbol.asyncDispose]();
    },
  };
}

type Isolate = McpScene;

/** The URL that a step of the user is refused with. */
async function urlFor({ lab }: Isolate, user: string, thread = `of-${user}`): Promise<string> {
  const refusal = await lab.refused({ thread, user, agent: "a", input: "go" });
  assert.equal(refusal.code, "authorization_required", refusal.message);
  assert.equal(lab.counts.get("begin"), undefined);
  return String(Reflect.get(Object(refusal.details), "url"));
}

/** What the callback comes to. */
async function callback({ lab }: Isolate, url: URL, agent = "a") {
  const [source] = lab.deps.agents.get(agent)?.toolSources ?? [];
  return await source?.authorization?.finish(url.searchParams, lab.deps.sources);
}

async function authorize(scene: Isolate, authorization: ReturnType<typeof serveAuthorization>, user: string) {
  const back = await authorization.agree(await urlFor(scene, user), user);
  return await callback(scene, back);
}

async function failsWith(code: string, work: () => Promise<unknown>): Promise<AgentError> {
  try {
    await work();
  } catch (thrown) {
    assert.ok(thrown instanceof AgentError, String(thrown));
    assert.equal(thrown.code, code, thrown.message);
    return thrown;
  }
  throw new Error("It did not fail.");
}

Deno.test("E10: a step of a user waits for the authorization of the server, and goes on with the user's token", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  const url = new URL(await urlFor(isolate, "ann"));
  assert.equal(url.origin, scene.authorization.url);
  assert.equal(url.searchParams.get("redirect_uri"), "https://agents.example.com/v1/oauth/callback");
  assert.equal(url.searchParams.get("resource"), scene.server.url);
  assert.equal(await urlFor(isolate, "ann"), url.href, "until it is over, the URL stays the same");
  const back = await scene.authorization.agree(url.href, "ann");
  // Another isolate takes the callback.
  assert.deepEqual(await callback(scene.isolate(), back), {
    tenant: "acme",
    thread: "of-ann",
    server: "srv",
  });
  await isolate.lab.run({ thread: "of-ann", user: "ann", agent: "a", input: "go" });
  const { answer } = await isolate.lab.run({ thread: "of-ann", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual(scene.authorization.users, ["ann"]);
  assert.equal(scene.authorization.registrations, 1);
  assert.deepEqual(scene.authorization.refusals, []);
});

Deno.test("I1, E10: a token that ends in the middle of 64 steps of four isolates is refreshed once", async () => {
  await using scene = world();
  const isolates = [scene.isolate(), scene.isolate(), scene.isolate(), scene.isolate()];
  const [first] = isolates;
  assert.ok(first);
  await authorize(first, scene.authorization, "ann");
  const threads = isolates.flatMap((isolate, place) =>
    Array.from({ length: 16 }, (_, index) => ({ isolate, thread: `t${place}-${index}` }))
  );
  await Promise.all(
    threads.map(({ isolate: { lab }, thread }) => lab.run({ thread, user: "ann", agent: "a", input: "go" })),
  );
  scene.authorization.expireAll();
  const answers = await Promise.all(
    threads.map(({ isolate: { lab }, thread }) => lab.run({ thread, until: "done" })),
  );
  assert.ok(answers.every(({ answer }) => answer.output === "Done."));
  assert.deepEqual(scene.authorization.grants, ["authorization_code", "refresh_token"]);
  assert.equal(scene.authorization.users.length, 64, "each call ran once");
  assert.deepEqual(scene.authorization.refusals, []);
  // The same when the time is over before the server says so; refresh tokens rotate.
  for (const isolate of isolates) isolate.now += HOUR;
  await Promise.all(threads.map(({ isolate: { lab }, thread }) => lab.run({ thread, input: "again" })));
  assert.equal(scene.authorization.grants.filter((grant) => grant === "refresh_token").length, 2);
  assert.deepEqual(scene.authorization.refusals, []);
});

Deno.test("E10: the token of one user is never used for another, nor for another tenant", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await authorize(isolate, scene.authorization, "ann");
  await urlFor(scene.isolate(), "ben");
  const none = scene.isolate();
  assert.equal((await none.lab.refused({ agent: "a", input: "go" })).code, "authorization_required");
  assert.equal(await none.lab.store.read({ tenant: "acme", thread: "t1" }), undefined, "no thread is left");
  const other = await scene.isolate().lab.refused({ tenant: "other", user: "ann", agent: "a", input: "go" });
  assert.equal(other.code, "authorization_required");
  await authorize(scene.isolate(), scene.authorization, "ben");
  for (const user of ["ann", "ben", "ann"]) {
    const thread = `x-${user}-${scene.authorization.users.length}`;
    await isolate.lab.run({ thread, user, agent: "a", input: "go" });
    // A step that names no user has the thread's.
    await isolate.lab.run({ thread, until: "done" });
  }
  assert.deepEqual(scene.authorization.users, ["ann", "ben", "ann"]);
});

Deno.test("E10: a revoked authorization is asked for again, by the call and by the next step", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await authorize(isolate, scene.authorization, "ann");
  await isolate.lab.run({ thread: "t1", user: "ann", agent: "a", input: "go" });
  scene.authorization.revoke("ann");
  const { events } = await isolate.lab.run({ thread: "t1" });
  assert.equal(events.filter(({ type }) => type === "authorization.requested").length, 1);
  assert.equal((await isolate.lab.refused({ thread: "t1", input: "again" })).code, "authorization_required");
  assert.deepEqual(scene.authorization.grants, ["authorization_code", "refresh_token"]);
});

Deno.test("E10: a refresh that does not get through leaves the tokens as they are", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await authorize(isolate, scene.authorization, "ann");
  isolate.now += HOUR;
  const { fetch: real } = isolate.lab.deps.sources.outbound;
  const broken = {
    ...isolate.lab.deps.sources,
    outbound: {
      ...isolate.lab.deps.sources.outbound,
      fetch: () => Promise.reject(new TypeError("no network")),
    },
  };
  const [source] = isolate.lab.deps.agents.get("a")?.toolSources ?? [];
  const request = { tenant: "acme", user: "ann" };
  await assert.rejects(async () => await source?.tools(request, broken));
  assert.ok(real);
  assert.equal((await source?.tools(request, isolate.lab.deps.sources))?.tools.length, 1);
  assert.deepEqual(scene.authorization.grants, ["authorization_code", "refresh_token"]);
});

Deno.test("E10: forgotten tokens are gone, and the user is asked again", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await authorize(isolate, scene.authorization, "ann");
  const [source] = isolate.lab.deps.agents.get("a")?.toolSources ?? [];
  assert.equal(
    await source?.authorization?.forget({ tenant: "acme", user: "ann" }, isolate.lab.deps.sources),
    true,
  );
  await urlFor(scene.isolate(), "ann");
});

Deno.test("E10: forged, foreign, replayed and late answers of an authorization are refused", async (test) => {
  await using scene = world();
  const isolate = scene.isolate();
  const begun = async () => await scene.authorization.agree(await urlFor(scene.isolate(), "ann"), "ann");
  const refused = (url: URL) => failsWith("authorization_failed", () => callback(isolate, url));

  await test.step("a state that this deployment has not written", async () => {
    const back = await begun();
    const state = back.searchParams.get("state") ?? "";
    for (const forged of ["", "x", `${state.slice(0, -4)}AAAA`, btoa('{"tenant":"acme"}')]) {
      back.searchParams.set("state", forged);
      assert.equal(await callback(isolate, back), undefined);
    }
  });
  await test.step("the state of an authorization that another has replaced", async () => {
    const back = await begun();
    const later = scene.isolate();
    later.now += 11 * 60_000;
    await urlFor(later, "ann");
    await refused(back);
  });
  await test.step("a user who does not agree", async () => {
    const back = await begun();
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    await refused(back);
  });
  await test.step("a code of another issuer (mix-up)", async () => {
    scene.authorization.claimedIssuer = "https://evil.example.com";
    const back = await begun();
    scene.authorization.claimedIssuer = undefined;
    await refused(back);
    const missing = await begun();
    missing.searchParams.delete("iss");
    await refused(missing);
  });
  await test.step("a code that belongs to another verifier (PKCE), as of another user", async () => {
    const ann = await begun();
    const ben = await scene.authorization.agree(await urlFor(scene.isolate(), "ben"), "ben");
    ann.searchParams.set("code", ben.searchParams.get("code") ?? "");
    await refused(ann);
    assert.equal(scene.authorization.refusals.at(-1), "code_verifier");
  });
  await test.step("an answer that comes late", async () => {
    const back = await begun();
    const late = scene.isolate();
    late.now += 16 * 60_000;
    await failsWith("authorization_failed", () => callback(late, back));
  });
  await test.step("an answer that comes twice, also at once", async () => {
    const back = await begun();
    const before = scene.authorization.grants.length;
    const results = await Promise.allSettled([0, 1, 2, 3].map(() => callback(scene.isolate(), back)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(scene.authorization.grants.length, before + 1, "the code is redeemed once");
    await refused(back);
  });
});

Deno.test("E10: no token, code, verifier or secret is in the log, the history, the events or the store", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  const back = await scene.authorization.agree(await urlFor(isolate, "ann"), "ann");
  await callback(isolate, back);
  const { events } = await isolate.lab.run({ thread: "t1", user: "ann", agent: "a", input: "go" });
  scene.authorization.expireAll();
  await isolate.lab.run({ thread: "t1", until: "done" });
  const definitions = await Promise.all(
    (await isolate.lab.store.listDefinitions("acme", "oauth")).map((name) =>
      isolate.lab.store.readDefinition("acme", "oauth", name)
    ),
  );
  assert.ok(definitions.length >= 2);
  const kept = JSON.stringify([events, await isolate.lab.history("t1"), isolate.logs, definitions]);
  const secrets = scene.server.requests.map(({ headers }) => headers.get("authorization")?.slice(7));
  for (const secret of [...secrets, back.searchParams.get("code")]) {
    if (secret) assert.ok(!kept.includes(secret));
  }
  assert.ok(!/\bat-|\brt-|code-/.test(kept));
});

Deno.test("E10: two tenants have a user of one name each, whose tokens an isolate holds apart", async () => {
  await using all = world();
  const isolate = all.isolate();
  await authorize(isolate, all.authorization, "ann");
  await isolate.lab.run({ thread: "of-ann", user: "ann", agent: "a", input: "go" });
  const other = { tenant: "beta", thread: "of-ann", user: "ann", agent: "a", input: "go" };
  assert.equal((await isolate.lab.refused(other)).code, "authorization_required");
});

Deno.test("I1, E10: what was given for one address of a server never goes to another, nor is lost by it", async () => {
  await using first = world();
  await using second = world();
  const at = (url: string) => mcpScene(url, [["srv.look"]], { oauth: {}, store: first.store });
  const presented: (string | null)[] = [];
  const guard = second.server.instead;
  second.server.instead = (request, rpc) => {
    presented.push(request.headers.get("authorization"));
    return guard?.(request, rpc);
  };
  await authorize(at(first.server.url), first.authorization, "ann");
  // A pending authorization, and the registration, are of the first address, too.
  await urlFor(at(first.server.url), "ben");
  for (const user of ["ann", "ben"]) {
    const url = new URL(await urlFor(at(second.server.url), user, `second-${user}`));
    assert.equal(url.origin, second.authorization.url);
    assert.equal(url.searchParams.get("resource"), second.server.url);
  }
  assert.equal(second.authorization.registrations, 1);
  assert.deepEqual(presented.filter((header) => header !== null), []);
  // The answer for one is none for the other.
  const back = await second.authorization.agree(
    await urlFor(at(second.server.url), "ann", "second-ann"),
    "ann",
  );
  assert.equal(await callback(at(first.server.url), back), undefined);
  assert.equal((await callback(at(second.server.url), back))?.thread, "second-ann");
  for (const { server, authorization } of [first, second]) {
    const { lab } = at(server.url);
    const thread = `of ${server.url}`.replace(/\W/g, "-");
    await lab.run({ thread, user: "ann", agent: "a", input: "go" });
    await lab.run({ thread, until: "done" });
    assert.deepEqual(authorization.users, ["ann"]);
    assert.deepEqual(authorization.refusals, []);
  }
});

Deno.test("I1, E10: two agents of one deployment have a server of one name each: what a user gave for one is none for the other", async () => {
  await using first = world();
  await using second = world();
  const deploy = () =>
    mcpScene(first.server.url, [["srv.look"]], {
      oauth: {},
      store: first.store,
      beside: [{ ...mcpAgent(second.server.url, { oauth: {} }), name: "b" }],
    });
  const presented: (string | null)[] = [];
  const guard = second.server.instead;
  second.server.instead = (request, rpc) => {
    presented.push(request.headers.get("authorization"));
    return guard?.(request, rpc);
  };
  await authorize(deploy(), first.authorization, "ann");
  const refusal = await deploy().lab.refused({ thread: "of-b", user: "ann", agent: "b", input: "go" });
  assert.equal(refusal.code, "authorization_required", refusal.message);
  const url = new URL(String(Reflect.get(Object(refusal.details), "url")));
  assert.equal(url.origin, second.authorization.url);
  assert.deepEqual(presented.filter((header) => header !== null), []);
  assert.equal(
    (await callback(deploy(), await second.authorization.agree(url.href, "ann"), "b"))?.thread,
    "of-b",
  );
  for (const [agent, { authorization }] of [["a", first], ["b", second]] as const) {
    const { lab } = deploy();
    await lab.run({ thread: `runs-${agent}`, user: "ann", agent, input: "go", until: "done" });
    const outcomes = (await lab.history(`runs-${agent}`)).flatMap((entry) =>
      entry.type === "tool" ? [entry.outcome] : []
    );
    assert.deepEqual([outcomes, authorization.users, authorization.refusals], [["completed"], ["ann"], []]);
  }
});

Deno.test("E10: a user is sent to no address of http, with a user in it, or of a private host", async () => {
  await using scene = world();
  for (
    const endpoint of [
      "http://login.example.com/authorize",
      "https://ann:secret@login.example.com/authorize",
      "https://10.0.0.7/authorize",
      "javascript:alert(1)",
    ]
  ) {
    scene.authorization.claimedEndpoint = endpoint;
    const refusal = await scene.isolate().lab.refused({ thread: "t1", user: "ann", agent: "a", input: "go" });
    assert.equal(refusal.code, "authorization_failed", endpoint);
    assert.doesNotMatch(JSON.stringify(refusal), /login\.example|javascript|10\.0\.0\.7/);
  }
  scene.authorization.claimedEndpoint = undefined;
  await urlFor(scene.isolate(), "ann");
});

Deno.test("E10: a server that names another one as its resource is not authorized", async () => {
  await using scene = world();
  const { origin } = new URL(scene.server.url);
  for (const resource of ["https://bank.example.com/mcp", `${origin}/other`]) {
    scene.authorization.claimedResource = resource;
    const refusal = await scene.isolate().lab.refused({ thread: "t1", user: "ann", agent: "a", input: "go" });
    assert.equal(refusal.code, "authorization_failed", resource);
  }
  // RFC 8707 allows a part of the address.
  scene.authorization.claimedResource = origin;
  await urlFor(scene.isolate(), "ann");
});

Deno.test("E10: tokens that are forgotten while an isolate refreshes them stay forgotten", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  await authorize(isolate, scene.authorization, "ann");
  const [source] = isolate.lab.deps.agents.get("a")?.toolSources ?? [];
  const ann = { tenant: "acme", user: "ann" };
  scene.authorization.whileRefreshing = async () =>
    assert.equal(await source?.authorization?.forget(ann, isolate.lab.deps.sources), true);
  isolate.now += HOUR;
  assert.equal(
    (await isolate.lab.refused({ thread: "t1", user: "ann", agent: "a", input: "go" })).code,
    "authorization_required",
  );
  assert.deepEqual(scene.authorization.grants, ["authorization_code", "refresh_token"]);
  await urlFor(scene.isolate(), "ann");
});

Deno.test("E10: tokens of before addresses were in the names of records are used for none, and go with the new ones", async () => {
  await using scene = world();
  const isolate = scene.isolate();
  const name = `tokens.srv.${fnv64("ann")}${fnv64("ann ")}`;
  const { store } = scene;
  const sealed = await createSealer(
    ["a secret of the test with 32 characters"],
    (count) => new Uint8Array(count),
  )
    .seal(
      JSON.stringify({ tokens: { access_token: "at-of-before" } }),
      JSON.stringify(["mcp", "tokens", "acme", "srv", "ann"]),
    );
  await store.putDefinition("acme", "oauth", name, JSON.stringify({ sealed, claimedUntil: 0 }));
  await authorize(isolate, scene.authorization, "ann");
  const [source] = isolate.lab.deps.agents.get("a")?.toolSources ?? [];
  const ann = { tenant: "acme", user: "ann" };
  assert.equal(await source?.authorization?.forget(ann, isolate.lab.deps.sources), true);
  assert.equal(await store.readDefinition("acme", "oauth", name), undefined);
});
