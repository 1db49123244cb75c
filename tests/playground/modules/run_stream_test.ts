/** The events of a run on the page: what is tried again, how soon, and what is not. */
import assert from "node:assert/strict";

// The page is checked with the types of a browser, which the tests are not: it is loaded without types.
const load = (name: string) => import(`../../../src/playground/browser/${name}.ts`);
const { Connection } = await load("run/connection");
const { RunStream } = await load("run/run_stream");
const { onUnauthorized, send } = await load("http");

Deno.test("E15: an error of the page while it draws an event ends the run there, and is not taken for a lost connection", async () => {
  const states: unknown[] = [];
  const stream = new RunStream(new Connection((state: unknown) => states.push(state)), {
    report: () => {},
    draw: () => {
      throw new TypeError("not drawn");
    },
  });
  async function* events() {
    yield { id: "1", event: { type: "step.started", seq: 1, step: 1, at: 0 } };
    await Promise.resolve();
  }
  const start = () => Promise.resolve(events());
  const { signal } = new AbortController();
  await assert.rejects(stream.run("t1", start, signal, () => {}), /not drawn/);
  assert.deepEqual(states, []);
});

Deno.test("E15: a server that answers and breaks off is asked less and less often", async () => {
  const attempts: number[] = [];
  const connection = new Connection((state: { type: string; attempt: number }) => {
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
