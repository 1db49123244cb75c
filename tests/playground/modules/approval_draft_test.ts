/** Whether a person has begun to answer: the page is not drawn anew then. */
import assert from "node:assert/strict";
import { ApprovalDraft } from "../../../src/playground/browser/calls/approval_draft.ts";

for (const field of ["reason", "answer", "args"] as const) {
  Deno.test(`E15: an answer is begun when its ${field} are written, and not before`, () => {
    const draft = new ApprovalDraft({ args: { amount: 150 } });
    assert.equal(draft.isEdited, false);
    const before = draft[field].value;
    draft[field].value = '{"amount": 20}';
    assert.equal(draft.isEdited, true);
    draft[field].value = before;
    assert.equal(draft.isEdited, false);
  });
}
