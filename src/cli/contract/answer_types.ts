// What the API answers: the types that are written, by their file and in their order.

import {
  approvalRecord,
  approvalSchema,
  approvalTerms,
  completedCallSchema,
  decision,
  inboxItem,
  inboxResult,
  inboxSchema,
  waitingCall,
} from "../../http/schemas/responses/approvals.ts";
import { agentSchema } from "../../http/schemas/responses/deployment.ts";
import {
  ENTRY_SCHEMAS,
  entrySchema,
  historySchema,
  media,
  part,
  shownEntry,
} from "../../http/schemas/responses/entries.ts";
import { childSchema, planSchema } from "../../http/schemas/responses/plans.ts";
import { queuedSchema, runResultSchema, stepReport } from "../../http/schemas/responses/runs.ts";
import {
  approvalListSchema,
  callSchema,
  cancelledSchema,
  corruptedThread,
  parked,
  pastApproval,
  threadDetailSchema,
  threadLineSchema,
  threadListSchema,
  threadSchema,
} from "../../http/schemas/responses/threads.ts";
import type { WrittenType } from "./write_types.ts";

const APPROVALS: readonly WrittenType[] = [
  { name: "ApprovalTerms", schema: approvalTerms },
  { name: "DecisionView", schema: decision },
  { name: "ApprovalRecordView", schema: approvalRecord },
  { name: "Approval", schema: approvalSchema, extends: "DecisionView" },
  { name: "PastApproval", schema: pastApproval },
  { name: "ApprovalPage", schema: approvalListSchema },
  { name: "WaitingCall", schema: waitingCall },
  { name: "InboxItem", schema: inboxItem, extends: "WaitingCall" },
  { name: "InboxPage", schema: inboxSchema },
  { name: "InboxResult", schema: inboxResult },
];

/** The types of what the API answers, by the files of src/core/contract. */
export const ANSWER_TYPES: Readonly<Record<string, readonly WrittenType[]>> = {
  "calls.ts": [
    { name: "CallView", schema: callSchema },
    ...APPROVALS,
    { name: "CompletedCall", schema: completedCallSchema },
  ],
  "entries.ts": [
    { name: "HistoryPage", schema: historySchema },
    { name: "EntryView", schema: entrySchema },
    { name: "ShownEntry", schema: shownEntry },
    ...Object.entries(ENTRY_SCHEMAS).map(([name, schema]) => ({ name, schema, extends: "ShownEntry" })),
    { name: "PartView", schema: part },
    { name: "MediaView", schema: media },
  ],
  "runs.ts": [
    { name: "RunResult", schema: runResultSchema },
    { name: "StepReport", schema: stepReport },
    { name: "QueuedRun", schema: queuedSchema },
    { name: "AgentView", schema: agentSchema },
  ],
  "threads.ts": [
    { name: "ThreadView", schema: threadSchema },
    { name: "ParkedView", schema: parked },
    { name: "ThreadLine", schema: threadLineSchema, extends: "ThreadView" },
    { name: "ThreadDetail", schema: threadDetailSchema, extends: "ThreadLine" },
    { name: "CorruptedThread", schema: corruptedThread },
    { name: "ThreadPage", schema: threadListSchema },
    { name: "Cancelled", schema: cancelledSchema },
    { name: "PlanView", schema: planSchema },
    { name: "ChildView", schema: childSchema },
  ],
};
