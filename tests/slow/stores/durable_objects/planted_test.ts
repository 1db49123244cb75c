// Row E14: what somebody else has written into an object is store_corrupt for the thread that it is in, and for no other.

import { deploy, type Deployment, TENANT } from "../../../compat/_deployment.ts";
import { serveModel } from "../../../compat/_model.ts";
import {
  assertContained,
  assertFutureEvents,
  assertInboxContained,
  CALLS,
  INPUTS,
  makeThreads,
} from "../../../stores/_planted.ts";
import { startObjects } from "./_store.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "E14: garbage in an object is a clear answer of its thread, and no other thread has it",
  loose,
  async () => {
    await onObjects(async (deployment, run) => {
      for (const calls of CALLS) {
        await run(`UPDATE threads SET pending_calls = ${quoted(calls)} WHERE thread = 'bad'`);
        await assertContained(deployment, calls);
      }
    });
    await onObjects(async (deployment, run) => {
      for (const input of INPUTS) {
        await run("DELETE FROM inbox");
        const bad = `SELECT id, 'o', ${quoted(input)} FROM threads WHERE thread = 'bad'`;
        await run(`INSERT INTO inbox (thread, owner, text) ${bad}`);
        await assertInboxContained(deployment, input);
      }
      await assertFutureEvents(deployment);
    });
  },
);

async function onObjects(
  work: (deployment: Deployment, run: (sql: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await using engine = await startObjects();
  const { store, sql } = engine.open();
  await using model = serveModel();
  await using deployment = deploy({
    location: { type: "given", store },
    model: model.url,
    clock: Date.now,
  });
  await makeThreads(deployment);
  await work(deployment, (statement) => sql(TENANT, statement));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
