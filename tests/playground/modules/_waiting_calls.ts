/** What the page says of calls that wait for people: what limits the inbox, which of them are alike, and who has decided. */
import assert from "node:assert/strict";
import type { InboxItem } from "../../../src/core/contract/calls.ts";
import { decisionWords } from "../../../src/playground/browser/calls/decision_words.ts";
import { fits, NO_FILTER } from "../../../src/playground/browser/places/inbox/filters.tsx";
import {
  approvedWords,
  countWords,
  isAlike,
} from "../../../src/playground/browser/places/inbox/waiting_calls.ts";

const CALL: InboxItem = {
  thread: "t1",
  agent: "shop",
  metadata: {},
  callId: "c1",
  name: "pay",
  args: {},
  user: "ann",
  since: "2026-11-22T10:00:00.000Z",
  approval: { digest: "d", needed: 1, decisions: [] },
};

Deno.test("X5, V2: the inbox is limited by agent, tool, person and age", () => {
  const now = Date.parse("2026-11-22T12:00:00.000Z");
  const cases: [filter: Partial<typeof NO_FILTER>, isIn: boolean][] = [
    [{}, true],
    [{ agent: "shop", tool: "pay", person: "ann", age: "3600000" }, true],
    [{ agent: "other" }, false],
    [{ tool: "refund" }, false],
    [{ person: "bob" }, false],
    [{ age: "86400000" }, false],
  ];
  for (const [filter, isIn] of cases) {
    assert.equal(fits(CALL, { ...NO_FILTER, ...filter }, now), isIn, JSON.stringify(filter));
  }
});

Deno.test("X5, V2: calls are alike that are of one tool and agent, and no questions", () => {
  const { approval } = CALL;
  assert.equal(isAlike(CALL, { ...CALL, thread: "t2", user: "bob" }), true);
  assert.equal(isAlike(CALL, { ...CALL, name: "refund" }), false);
  assert.equal(isAlike(CALL, { ...CALL, agent: "other" }), false);
  const question: InboxItem = { ...CALL, approval: { ...approval, asks: true } };
  assert.equal(isAlike(question, question), false);
});

Deno.test("X5, V2: where several people must approve the inbox says how many have, and who they are", () => {
  const at = "2026-11-22T11:00:00.000Z";
  const waits = (needed: number, ...by: string[]): InboxItem => ({
    ...CALL,
    approval: { digest: "d", needed, decisions: by.map((each) => ({ approved: true, at, by: each })) },
  });
  assert.deepEqual([countWords(waits(1)), approvedWords(waits(1))], ["", ""]);
  assert.deepEqual([countWords(waits(2)), approvedWords(waits(2))], ["0 of 2 approved", "0 of 2 approved."]);
  assert.equal(approvedWords(waits(2, "ann")), "1 of 2 approved by ann.");
  assert.equal(
    approvedWords(waits(3, "ann", "link:0123456789abcdef")),
    "2 of 3 approved by ann and a person with a link.",
  );
});

Deno.test("X5, V2: who has decided about a call is said in words", () => {
  const at = "2026-11-22T11:00:00.000Z";
  const ann = { approved: true, at, by: "ann" };
  assert.equal(decisionWords([]), "");
  assert.equal(decisionWords([ann]), "approved by ann");
  assert.equal(decisionWords([ann, { ...ann, by: "bob" }]), "approved by ann and bob");
  assert.equal(decisionWords([ann, { approved: false, at, by: "cid" }]), "denied by cid");
  assert.equal(decisionWords([{ ...ann, answer: "blue" }]), "answered by ann");
  assert.equal(decisionWords([{ ...ann, edit: { args: {}, digest: "e" } }]), "approved by ann with changes");
  assert.equal(decisionWords([{ ...ann, by: "tenant:local" }]), "approved by a person without a key");
  assert.equal(decisionWords([{ approved: true, at }]), "approved by a person");
});
