// Row E15: the picture of a thread over HTTP, of what the runtime wrote.

import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import assert from "node:assert/strict";
import { createTestApp, LOOKS_UP, OTHER_KEY, REMOVES, SAYS_HI } from "../../http/_app.ts";

const HELLO = { agent: "tester", input: "Hi <b>", until: "done" };

Deno.test("E15: a thread's picture has its inputs, answers and calls, and a policy under which nothing runs", async () => {
  const { send } = createTestApp({ plugins: [traceSvg()], scenario: LOOKS_UP });
  await send("POST", "/v1/threads/t1/steps", HELLO);
  const response = await send("GET", "/v1/threads/t1/trace.svg");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none';.* sandbox/);
  const svg = await response.text();
  assert.match(svg, /Thread t1 of agent tester: done/);
  for (const text of [">“Hi &lt;b&gt;”<", ">echo<", ">v2<"]) assert.ok(svg.includes(text), text);
  assert.equal(await (await send("GET", "/v1/threads/t1/trace.svg")).text(), svg);
});

Deno.test("E15: a call that waits for approval is open in the picture, and closed once it was decided and ran", async () => {
  const { send } = createTestApp({ plugins: [traceSvg()], scenario: REMOVES });
  await send("POST", "/v1/threads/t1/steps", HELLO);
  const waiting = await (await send("GET", "/v1/threads/t1/trace.svg")).text();
  assert.match(waiting, /class="wait open"[^]*waits for approval/);
  const { calls } = await (await send("GET", "/v1/threads/t1")).json();
  await send("POST", `/v1/threads/t1/approvals/${calls[0].id}`, { approved: true });
  await send("POST", "/v1/threads/t1/steps", { until: "done" });
  const done = await (await send("GET", "/v1/threads/t1/trace.svg")).text();
  assert.match(done, />approval of remove<[^]*approved/);
  assert.doesNotMatch(done, /waits for approval/);
});

Deno.test("E15: there is no picture of a thread that is unknown or of another tenant, and one of an empty thread", async () => {
  const { send } = createTestApp({ plugins: [traceSvg()], scenario: SAYS_HI });
  await send("POST", "/v1/threads", { id: "t1", agent: "tester" });
  assert.equal((await send("GET", "/v1/threads/t2/trace.svg")).status, 404);
  const other = { authorization: `Bearer ${OTHER_KEY}` };
  assert.equal((await send("GET", "/v1/threads/t1/trace.svg", undefined, other)).status, 404);
  assert.match(await (await send("GET", "/v1/threads/t1/trace.svg")).text(), /No entries yet\./);
});
