// Row E10: what is kept of authorizations beside a version whose names of records have no address, in both directions of a rolling deployment. Its
// modules run in this process, on the store of this version.

import assert from "node:assert/strict";
import * as z from "zod";
import type { SourcePorts } from "../../../../../src/core/tool/tool_source.ts";
import { sleep } from "../../../../../src/deps/ports.ts";
import { createMemoryStore } from "../../../../../src/stores/embedded/memory.ts";
import { serveAuthorization } from "../../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../../support/mcp/server.ts";
import { releasedTree } from "../../../integration/rolling/_tree.ts";

/** Has no address in the names of records and in states. */
export const BEFORE_ADDRESSES = "a0e865ef";

type Serving = Pick<typeof import("../../../../../src/plugins/mcp/client/mod.ts"), "mcpServer">;

const CURRENT = new URL("../../../../../", import.meta.url).href;

export async function meetBeforeAddresses(): Promise<void> {
  await using tree = await releasedTree(BEFORE_ADDRESSES, []);
  const tool = { name: "look", description: "", schema: z.object({}), run: () => words("seen") };
  await using server = serveMcp("modern", [tool]);
  await using authorization = serveAuthorization();
  authorization.protect(server);
  const log = () => {};
  const ports: SourcePorts = {
    store: createMemoryStore(),
    outbound: { fetch, allowPrivate: ["127.0.0.1"], log },
    clock: Date.now,
    sleep,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sealSecrets: ["a secret of the test with 32 characters"],
    log,
    env: { TREADLE_PUBLIC_URL: "https://agents.example.com/" },
  };
  const isolateOf = async (root: string) => {
    const { mcpServer }: Serving = await import(`${root}src/plugins/mcp/client/mod.ts`);
    const source = mcpServer({ name: "srv", url: server.url, oauth: {}, approval: "never" });
    const { begin, finish, forget } = source.authorization ?? assert.fail();
    const of = (user: string) => ({ tenant: "acme", user, thread: `of-${user}` });
    return {
      begin: (user: string) => begin(of(user), ports),
      finish: (back: URL) => finish(back.searchParams, ports),
      forget: (user: string) => forget(of(user), ports),
      async authorize(user: string) {
        const back = await authorization.agree(await begin(of(user), ports) ?? assert.fail(), user);
        assert.equal((await finish(back.searchParams, ports))?.thread, `of-${user}`);
      },
    };
  };
  const older = await isolateOf(`file://${tree.folder}/`);
  const current = await isolateOf(CURRENT);

  // Tokens of the older version: this one has its user authorize again, and leaves them to the older one.
  await older.authorize("ann");
  const backOfAnn = await authorization.agree(await current.begin("ann") ?? assert.fail(), "ann");
  assert.equal(await older.begin("ann"), undefined);
  // The answer to what this version has begun, at an isolate of the older one: refused, and this one takes it still.
  await assert.rejects(older.finish(backOfAnn), { code: "authorization_failed" });
  assert.equal((await current.finish(backOfAnn))?.thread, "of-ann");
  assert.deepEqual([await current.begin("ann"), await older.begin("ann")], [undefined, undefined]);

  // The answer to what the older version has begun, at an isolate of this one: not its own, and the older one takes it still.
  const backOfBen = await authorization.agree(await older.begin("ben") ?? assert.fail(), "ben");
  assert.equal(await current.finish(backOfBen), undefined);
  assert.equal((await older.finish(backOfBen))?.thread, "of-ben");

  // Forgotten by this version, tokens of both are gone; by the older one those of this version stay, which it does not know.
  assert.equal(await current.forget("ann"), true);
  assert.notEqual(await older.begin("ann"), undefined);
  await current.authorize("ben");
  assert.equal(await older.forget("ben"), true);
  assert.equal(await current.begin("ben"), undefined);
  assert.deepEqual(authorization.refusals, []);
}
