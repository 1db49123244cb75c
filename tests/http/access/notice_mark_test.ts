// Rows E14 and C4: the mark by which a model knows a notice from the words of a user. Who knew it could write notices, so no answer to a
// user has it, and the export, which has it, needs a scope of its own.

import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import assert from "node:assert/strict";
import { SAYS_HI } from "../_app.ts";
import { createCallers } from "./_callers.ts";

Deno.test("E14, C4: no answer to a user has the mark of notices; an export has it, for callers with manage", async () => {
  const { ask, fetch, store } = createCallers({ plugins: [traceSvg()], scenario: SAYS_HI });
  const stepped = await ask("acme.ann", "POST", "/v1/threads/t1/steps", { agent: "tester", input: "hi" });
  assert.equal(stepped.status, 200);
  const stored = JSON.stringify(await store.read({ tenant: "acme", thread: "t1" }));
  const mark = stored.match(/noticeMark\W+([\w-]+)/)?.[1];
  assert.ok(mark !== undefined && mark.length >= 8);
  assert.equal(JSON.stringify(stepped.body).includes(mark), false);
  const read = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new Request(`http://treadle.test/v1/threads${path}`, { headers }));
    return { status: response.status, text: await response.text() };
  };
  for (
    const path of ["", "/t1", "/t1/history", "/t1/plan", "/t1/children", "/t1/approvals", "/t1/trace.svg"]
  ) {
    const { status, text } = await read("acme.ann", path);
    assert.deepEqual([status, text.includes(mark)], [200, false], path);
  }
  const streamed = await fetch(
    new Request("http://treadle.test/v1/threads/t1/steps", {
      method: "POST",
      headers: {
        authorization: "Bearer acme.ann",
        accept: "text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ input: "again" }),
    }),
  );
  const events = await streamed.text();
  assert.match(events, /event: /);
  assert.equal(events.includes(mark), false);
  assert.equal((await read("acme.ann", "/t1/export")).status, 403);
  assert.ok((await read("acme.ann.manage", "/t1/export")).text.includes(mark));
});
