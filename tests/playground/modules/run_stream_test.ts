/** The events of a run on the page: what is tried again, how soon, and what is not. */
import assert from "node:assert/strict";
import { type Events, onUnauthorized, send } from "../../../src/playground/browser/api/http.ts";
import { Connection } from "../../../src/playground/browser/run/connection.ts";
import { RunStream } from "../../../src/playground/browser/run/run_stream.ts";

Deno.test("E15: an error of the page while it draws an event ends the run there, and is not taken for a lost connection", async () => {
  const states: unknown[] = [];
  const stream = new RunStream(new Connection((state) => states.push(state)), {
    report: () => {},
    draw: () => {
      throw new TypeError("not drawn");
    },
  });
  async function* events(): Events {
    yield { id: "1", event: { type: "text.delta", seq: 1, block: 0, text: "Hello." } };
    await Promise.resolve();
  }
  const start = () => Promise.resolve(events());
  const { signal } = new AbortController();
  await assert.rejects(stream.run("t1", start, signal, () => {}), /not drawn/);
  assert.deepEqual(states, []);
});

Deno.test("E15: a server that answers and breaks off is asked less and less often", async () => {
  const attempts: number[] = [];
  const connection = new Connection((state) => {
    if (state.type === "retrying") attempts.push(state.attempt);
  });
  const { signal } = new AbortController();
  const wait = async () => {
    const waited = connection.wait(signal);
    connection.retryNow();
    await waited;
  };
  await wait();
  connection.answered();
  await wait();
  connection.answered();
  await wait();
  connection.reset(); // an event has come
  await wait();
  assert.deepEqual(attempts, [1, 2, 3, 1]);
});

Deno.test("E15: every response with status 401 is told of, and no other", async () => {
  const { fetch } = globalThis;
  let told = 0;
  onUnauthorized(() => told += 1);
  const answer = (status: number) => {
    globalThis.fetch = () => Promise.resolve(Response.json({ title: "Refused" }, { status }));
    return send("/v1/agents").catch(() => {});
  };
  try {
    for (const status of [401, 403, 200, 401]) await answer(status);
  } finally {
    globalThis.fetch = fetch;
  }
  assert.equal(told, 2);
});
