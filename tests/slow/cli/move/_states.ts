// A tenant of a deployment with a thread in each state in which one may be found.

import assert from "node:assert/strict";
import type { Recorder } from "../../../cli/_recorded.ts";
import { triedCases } from "../../../wire/cases.ts";
import { DUE, TENANT } from "./_threads.ts";

/** The simulated model. */
export const [WIRE = assert.fail("no provider")] = triedCases();

/** The threads, by their names. */
export const STATES = ["approval", "brief", "decided", "done", "forked", "long", "planned"];

/** Makes them, and a definition and a delivery. */
export async function makeThreads({ step, decide, post, store }: Recorder): Promise<void> {
  await step("done", { agent: "worker", input: "2 calls", until: "done" }, 200, {
    "idempotency-key": "first",
  });
  await step("long", { agent: "worker", input: "2 calls of dump", until: "done" });
  await step("approval", { agent: "worker", input: "1 call of remove" });
  await step("decided", { agent: "worker", input: "1 call of remove" });
  await decide("decided", true);
  await step("planned", { agent: "worker", input: "1 call of find" });
  await step("brief", { agent: "brief", input: "2 calls", until: "done" });
  await step("brief", { input: "2 calls", until: "done" });
  await post("/v1/threads/done/fork", { id: "forked" }, 201);
  await store.putLabel({ tenant: TENANT, thread: "done" }, {
    title: { text: "One", facets: ["title=one"] },
    archived: true,
  });
  await store.putDefinition(TENANT, "note", "n", "as it is");
  await store.putDefinition(TENANT, "delivery", "d", "later");
  await store.moveDue(TENANT, "@delivery/d", { to: DUE });
}
