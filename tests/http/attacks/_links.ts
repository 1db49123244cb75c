// A deployment with a link to an approval and a URL for the result of a call, both of which are good.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { KEY } from "../_app.ts";
import { type Attacked, createAttacked } from "./_attacks.ts";

/** Of links. */
export const SECRET = "0123456789abcdef0123456789abcdef";
export const DAY = 86_400_000;

interface World extends Attacked {
  /** The token of a link to the approval of bob.t1, and of a URL for the result of the call of `job`. */
  readonly link: string;
  readonly callback: string;
  readonly job: string;
}

export async function createWorld(): Promise<World> {
  const urls: string[] = [];
  const later = defineTool({
    name: "later",
    description: "Exports.",
    run: async (_args, context) => {
      urls.push(await context.callbackUrl({ expiresInMs: 3_600_000 }));
      return context.defer({ ref: "j1", expiresInMs: 7_200_000 });
    },
  });
  const exporter = defineAgent({ name: "exporter", driver: "scripted", tools: [later] });
  const driver = createScriptedDriver(({ history }) => {
    const text = JSON.stringify(history.entries);
    if (text.includes('"type":"assistant"')) return { says: "Done." };
    return {
      calls: [text.includes("export it") ? { tool: "later" } : { tool: "erase", args: { id: "r1" } }],
    };
  });
  const attacked = await createAttacked({ agents: [exporter], driver });
  const { app } = attacked;
  const started = await app.ask(KEY, "POST", "/v1/threads/job/steps", {
    agent: "exporter",
    input: "export it",
    user: "bob",
    until: "done",
  });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { id } = attacked.waits("bob.t1");
  const made = await app.ask(KEY, "POST", `/v1/threads/bob.t1/approvals/${id}/link`, { by: "bob" });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const lastOf = (url: string) => url.split("/").at(-1) ?? assert.fail();
  return {
    ...attacked,
    link: lastOf(made.body.url),
    callback: lastOf(urls[0] ?? ""),
    job: started.body.calls[0].id,
  };
}
