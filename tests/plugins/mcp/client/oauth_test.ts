// MCP servers that users authorize: a real authorization server, several isolates over one store.

import assert from "node:assert/strict";
import * as z from "zod";
import { AgentError } from "../../../../src/core/error.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { serveAuthorization } from "../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";
import { type McpScene, mcpScene } from "./_scene.ts";

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
async function callback({ lab }: Isolate, url: URL) {
  const [source] = lab.deps.agents.get("a")?.toolSources ?? [];
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

Deno.test("E10: a token that ends in the middle of 64 steps of four isolates is refreshed once", async () => {
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
    const results = await Promise.allSettled([0, 1, 2, 3].map(() => callback(scene.isolate(), back)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
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
