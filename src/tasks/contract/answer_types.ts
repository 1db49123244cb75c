// The response types of the HTTP API, by their file and in their order.

import {
  choiceRow,
  failureCount,
  latency,
  suggestion,
  suggestionListSchema,
  suggestionSubject,
} from "../../plugins/analytics/responses.ts";
import {
  approvalRecord,
  approvalSchema,
  approvalTerms,
  completedCallSchema,
  decision,
  detachedSchema,
  inboxItem,
  inboxResult,
  inboxSchema,
  waitingCall,
} from "../../http/schemas/responses/approvals.ts";
import {
  agentDetailSchema,
  agentSchema,
  deploymentSchema,
  pluginSchema,
  providerSchema,
  toolSchema,
} from "../../http/schemas/responses/deployment.ts";
import {
  ENTRY_SCHEMAS,
  entrySchema,
  historySchema,
  media,
  mediaLinkSchema,
  part,
  shownEntry,
} from "../../http/schemas/responses/entries.ts";
import {
  newWebhookEndpointSchema,
  rotatedWebhookEndpointSchema,
  webhookDeliveryDetailSchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from "../../http/schemas/responses/outgoing.ts";
import {
  corruptedEvaluation,
  evaluationDetailSchema,
  evaluationListSchema,
  evaluationSchema,
  runnableToolListSchema,
  toolRunSchema,
} from "../../http/schemas/responses/evaluations.ts";
import { alarmListSchema, alarmSchema } from "../../http/schemas/responses/alarms.ts";
import {
  ratingCountSchema,
  ratingCountsSchema,
  ratingPageSchema,
  ratingSchema,
} from "../../http/schemas/responses/feedback.ts";
import { scheduleSchema, startedRunSchema } from "../../http/schemas/responses/schedules.ts";
import { unmatchedEventsSchema, webhookRefusalSchema } from "../../http/schemas/responses/webhooks.ts";
import { childSchema, planSchema } from "../../http/schemas/responses/plans.ts";
import { keySchema, newKeySchema } from "../../http/schemas/responses/keys.ts";
import { pauseSchema } from "../../http/schemas/responses/pauses.ts";
import { policyLine, policySchema } from "../../http/schemas/responses/policies.ts";
import {
  newShareSchema,
  sharedMedium,
  sharedMessage,
  sharedThreadSchema,
  shareListSchema,
  shareSchema,
} from "../../http/schemas/responses/shares.ts";
import { queuedSchema, runResultSchema, stepReport } from "../../http/schemas/responses/runs.ts";
import {
  approvalListSchema,
  callSchema,
  cancelledSchema,
  corruptedThread,
  indexedPageSchema,
  parked,
  pastApproval,
  threadDetailSchema,
  threadLineSchema,
  threadListSchema,
  threadSchema,
} from "../../http/schemas/responses/threads.ts";
import {
  callsFell,
  chosenLess,
  intent,
  pair,
  share,
  toolUsageSchema,
  toolWeek,
  usageWeek,
  variant,
} from "../../http/schemas/responses/tool_usage.ts";
import { dayUsage, usageReportSchema, userUsage } from "../../http/schemas/responses/usage.ts";
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

/** The types of what the API answers, by their files in src. */
export const ANSWER_TYPES: Readonly<Record<string, readonly WrittenType[]>> = {
  "core/contract/calls.ts": [
    { name: "CallView", schema: callSchema },
    ...APPROVALS,
    { name: "CompletedCall", schema: completedCallSchema },
    { name: "Detached", schema: detachedSchema },
  ],
  "core/contract/deployment.ts": [
    { name: "AgentView", schema: agentSchema },
    { name: "AgentDetail", schema: agentDetailSchema },
    { name: "ToolView", schema: toolSchema },
    { name: "ProviderDetail", schema: providerSchema },
    { name: "PluginView", schema: pluginSchema },
    { name: "DeploymentView", schema: deploymentSchema },
  ],
  "core/contract/entries.ts": [
    { name: "HistoryPage", schema: historySchema },
    { name: "EntryView", schema: entrySchema },
    { name: "ShownEntry", schema: shownEntry },
    ...Object.entries(ENTRY_SCHEMAS).map(([name, schema]) => ({ name, schema, extends: "ShownEntry" })),
    { name: "PartView", schema: part },
    { name: "MediaView", schema: media },
    { name: "MediaLink", schema: mediaLinkSchema },
  ],
  "core/contract/evaluations.ts": [
    { name: "EvaluationView", schema: evaluationSchema },
    { name: "EvaluationDetail", schema: evaluationDetailSchema, extends: "EvaluationView" },
    { name: "CorruptedEvaluation", schema: corruptedEvaluation },
    { name: "EvaluationPage", schema: evaluationListSchema },
    { name: "RunnableTools", schema: runnableToolListSchema },
    { name: "ToolRunView", schema: toolRunSchema },
  ],
  "core/contract/keys.ts": [
    { name: "KeyView", schema: keySchema },
    { name: "NewKey", schema: newKeySchema, extends: "KeyView" },
  ],
  "core/contract/pauses.ts": [{ name: "PauseView", schema: pauseSchema }],
  "core/contract/policies.ts": [
    { name: "PolicyDetail", schema: policySchema },
    { name: "PolicyLine", schema: policyLine },
  ],
  "core/contract/runs.ts": [
    { name: "RunResult", schema: runResultSchema },
    { name: "StepReport", schema: stepReport },
    { name: "QueuedRun", schema: queuedSchema },
  ],
  "core/contract/schedules.ts": [
    { name: "ScheduleView", schema: scheduleSchema },
    { name: "StartedRun", schema: startedRunSchema },
  ],
  "core/contract/shares.ts": [
    { name: "ShareView", schema: shareSchema },
    { name: "NewShare", schema: newShareSchema, extends: "ShareView" },
    { name: "ShareList", schema: shareListSchema },
    { name: "SharedThread", schema: sharedThreadSchema },
    { name: "SharedMessage", schema: sharedMessage },
    { name: "SharedMedium", schema: sharedMedium },
  ],
  "core/contract/threads.ts": [
    { name: "ThreadView", schema: threadSchema },
    { name: "ParkedView", schema: parked },
    { name: "ThreadLine", schema: threadLineSchema, extends: "ThreadView" },
    { name: "ThreadDetail", schema: threadDetailSchema, extends: "ThreadLine" },
    { name: "CorruptedThread", schema: corruptedThread },
    { name: "ThreadPage", schema: threadListSchema },
    { name: "IndexedPage", schema: indexedPageSchema },
    { name: "Cancelled", schema: cancelledSchema },
    { name: "PlanView", schema: planSchema },
    { name: "ChildView", schema: childSchema },
  ],
  "core/contract/usage.ts": [
    { name: "UsageReport", schema: usageReportSchema },
    { name: "DayUsage", schema: dayUsage },
    { name: "UserUsage", schema: userUsage },
  ],
  "core/contract/webhooks.ts": [
    { name: "RefusalView", schema: webhookRefusalSchema },
    { name: "UnmatchedEvents", schema: unmatchedEventsSchema },
  ],
  "plugins/analytics/contract.ts": [
    { name: "ChoiceCountsRow", schema: choiceRow },
    { name: "LatencyView", schema: latency },
    { name: "FailureCount", schema: failureCount },
    { name: "SuggestionReport", schema: suggestionListSchema },
    { name: "Suggestion", schema: suggestion },
    { name: "SuggestionSubject", schema: suggestionSubject },
  ],
  "plugins/outgoing_webhooks/contract.ts": [
    { name: "EndpointView", schema: webhookEndpointSchema },
    { name: "EndpointWithSecret", schema: newWebhookEndpointSchema, extends: "EndpointView" },
    { name: "RotatedEndpoint", schema: rotatedWebhookEndpointSchema, extends: "EndpointView" },
    { name: "DeliveryView", schema: webhookDeliverySchema },
    { name: "DeliveryDetail", schema: webhookDeliveryDetailSchema, extends: "DeliveryView" },
    { name: "DeliveryPage", schema: webhookDeliveryListSchema },
  ],
  "plugins/alarms/contract.ts": [
    { name: "AlarmList", schema: alarmListSchema },
    { name: "AlarmView", schema: alarmSchema },
  ],
  "core/contract/feedback.ts": [{ name: "RatingView", schema: ratingSchema }],
  "plugins/feedback/contract.ts": [
    { name: "RatingPage", schema: ratingPageSchema },
    { name: "RatingCount", schema: ratingCountSchema },
    { name: "RatingCounts", schema: ratingCountsSchema },
  ],
  "plugins/selection/monitoring/contract.ts": [
    { name: "ToolUsage", schema: toolUsageSchema },
    { name: "WeekView", schema: usageWeek },
    { name: "ToolWeek", schema: toolWeek },
    { name: "CallsFell", schema: callsFell },
    { name: "ChosenLess", schema: chosenLess },
    { name: "PairView", schema: pair },
    { name: "IntentView", schema: intent },
    { name: "VariantView", schema: variant },
    { name: "Share", schema: share },
  ],
};
