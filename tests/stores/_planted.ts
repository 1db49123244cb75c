// What the tests of planted garbage look at, on any store: the clear answer of its thread, and that no other thread has it.

import assert from "node:assert/strict";
import type { Deployment } from "../compat/_deployment.ts";

/** Dispositions that no call has. */
const DISPOSITIONS = [{ type: "odd" }, { type: "toString" }, { type: 5 }, {}, null, "approve", []];

/** Texts in the place of the outstanding calls. */
export const CALLS = [
  "[{}]",
  "[null]",
  "{}",
  "5",
  "[",
  '[{"id":5}]',
  ...DISPOSITIONS.map((disposition) =>
    JSON.stringify([{ id: "c1", name: "remove", args: {}, epoch: 1, disposition }])
  ),
];

/** Texts in the place of an input that waits. */
export const INPUTS = [
  "{",
  "no json",
  "null",
  "5",
  "[]",
  "{}",
  '{"type":"odd"}',
  '{"type":"history","entries":[{}]}',
];

/** Requests of the thread that read what waits, or go on behind it. */
const READERS = [
  ["GET", "/v1/threads/bad", undefined],
  ["GET", "/v1/threads/bad/history", undefined],
  ["GET", "/v1/threads/bad/export", undefined],
  ["GET", "/api/chat/bad/messages", undefined],
  ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
  ["POST", "/v1/threads/bad/steps", { input: "job bad: pure", busy: "steer" }],
  ["POST", "/v1/threads/bad/wake", {}],
  ["POST", "/v1/threads/bad/fork", {}],
] as const;

/** No request of the bad thread is `internal`, a step is refused, and the good thread has its inbox and its steps. */
export async function assertInboxContained(deployment: Deployment, what: string): Promise<void> {
  for (const [method, path, body] of READERS) {
    const response = await deployment.send(method, path, body);
    const { code, details = {} } = await response.json().catch(() => ({}));
    const place = `${what}: ${method} ${path}: ${response.status} ${code}`;
    assert.notEqual(code, "internal", place);
    if (/steps|messages/.test(path)) {
      assert.deepEqual([code, details.thread ?? "bad"], ["store_corrupt", "bad"], place);
    }
  }
  const { threads } = await get(deployment, "/v1/threads?limit=50");
  assert.ok(threads.some(({ id }: { id: string }) => id === "good"), what);
}

export async function assertFutureEvents({ send }: Deployment): Promise<void> {
  for (const id of ["4294967296000", "100000000000000", "999999999999999", "9007199254740991"]) {
    for (const [path, headers] of [["", { "last-event-id": id }], [`?after=${id}`, {}]] as const) {
      const response = await send("GET", `/v1/threads/good/events${path}`, undefined, headers);
      assert.deepEqual([response.status, (await response.json()).code], [422, "event_unknown"], id);
    }
  }
  const none = await send("GET", "/v1/threads/good/events", undefined, {
    "last-event-id": "9007199254740992",
  });
  assert.deepEqual([none.status, (await none.json()).code], [400, "invalid_header"]);
}

/** The bad thread has its own clear answer at every door, no step holds it, and lists go on without what cannot be read. */
export async function assertContained(deployment: Deployment, what: string): Promise<void> {
  const { send } = deployment;
  const requests = [
    ["GET", "/v1/threads/bad", undefined],
    ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
    ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
  ] as const;
  for (const [method, path, body] of requests) {
    const response = await send(method, path, body);
    const { code, details = {} } = await response.json();
    assert.deepEqual(
      [response.status, code, details.thread ?? "bad"],
      [500, "store_corrupt", "bad"],
      `${what}: ${path}`,
    );
  }
  const { threads } = await get(deployment, "/v1/threads");
  assert.deepEqual(threads.map(({ id }: { id: string }) => id).sort(), ["bad", "good"], what);
  const { items } = await get(deployment, "/v1/inbox");
  assert.deepEqual(items.map(({ thread }: { thread: string }) => thread), ["good"], what);
}

export async function get({ send }: Deployment, path: string) {
  const response = await send("GET", path);
  const body = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

export async function makeThreads({ send }: Deployment): Promise<void> {
  for (const thread of ["bad", "good"]) {
    const response = await send("POST", `/v1/threads/${thread}/steps`, {
      agent: "worker",
      input: `job ${thread}: remove`,
      resumable: true,
    });
    assert.equal(response.status, 200, await response.text());
  }
}
