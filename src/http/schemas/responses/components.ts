// The components of openapi.json. Tests compare real responses with their schemas; nothing that is deployed imports
// this folder.

import type * as z from "zod/mini";
import {
  approvalLinkSchema,
  approvalSchema,
  completedCallSchema,
  inboxResultsSchema,
  inboxSchema,
} from "./approvals.ts";
import {
  catalogueChangeSchema,
  catalogueDiffSchema,
  catalogueListSchema,
  catalogueLogSchema,
  catalogueSchema,
  catalogueToolListSchema,
  catalogueToolSchema,
  toolVersionSchema,
} from "./catalogues.ts";
import { choiceCountsSchema, suggestionListSchema } from "./analytics.ts";
import {
  agentDetailSchema,
  agentListSchema,
  agentSchema,
  healthSchema,
  providerListSchema,
  providerSchema,
  tokenSchema,
  toolListSchema,
  toolSchema,
} from "./deployment.ts";
import {
  agUiEventSchema,
  chatChunkSchema,
  chatCompletionSchema,
  modelListSchema,
  modelSchema,
  openaiErrorSchema,
  responseEventSchema,
  responseItemListSchema,
  responseRemovedSchema,
  responseSchema,
  uiMessageChunkSchema,
} from "./doors.ts";
import { usageReportSchema } from "./usage.ts";
import {
  newWebhookEndpointSchema,
  rotatedWebhookEndpointSchema,
  webhookDeliveryDetailSchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookEndpointListSchema,
  webhookEndpointSchema,
} from "./outgoing.ts";
import { policyListSchema, policySchema } from "./policies.ts";
import { EVENT_SCHEMAS, stepEventSchema, streamFailedSchema } from "./events.ts";
import { problemSchema, queuedSchema, runResultSchema } from "./runs.ts";
import {
  approvalListSchema,
  callSchema,
  cancelledSchema,
  exportLineSchema,
  threadDetailSchema,
  threadListSchema,
  threadSchema,
} from "./threads.ts";
import { entrySchema, historySchema } from "./entries.ts";
import { toolUsageCheckSchema, toolUsageSchema } from "./tool_usage.ts";
import { childListSchema, childSchema, planSchema } from "./plans.ts";

/** The schema of each component, by the name that operations and other components refer to it by. */
export const COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = {
  Thread: threadSchema,
  Call: callSchema,
  ThreadDetail: threadDetailSchema,
  ThreadList: threadListSchema,
  Entry: entrySchema,
  History: historySchema,
  ExportLine: exportLineSchema,
  ...EVENT_SCHEMAS,
  StepEvent: stepEventSchema,
  StreamFailed: streamFailedSchema,
  UiMessageChunk: uiMessageChunkSchema,
  AgUiEvent: agUiEventSchema,
  ChatCompletion: chatCompletionSchema,
  ChatCompletionChunk: chatChunkSchema,
  Response: responseSchema,
  ResponseEvent: responseEventSchema,
  ResponseRemoved: responseRemovedSchema,
  ResponseItemList: responseItemListSchema,
  Model: modelSchema,
  ModelList: modelListSchema,
  OpenAIError: openaiErrorSchema,
  RunResult: runResultSchema,
  Queued: queuedSchema,
  Cancelled: cancelledSchema,
  Plan: planSchema,
  Child: childSchema,
  ChildList: childListSchema,
  ApprovalList: approvalListSchema,
  Approval: approvalSchema,
  ApprovalLink: approvalLinkSchema,
  CompletedCall: completedCallSchema,
  Inbox: inboxSchema,
  InboxResults: inboxResultsSchema,
  Tool: toolSchema,
  Agent: agentSchema,
  AgentDetail: agentDetailSchema,
  AgentList: agentListSchema,
  ToolList: toolListSchema,
  Provider: providerSchema,
  ProviderList: providerListSchema,
  Policy: policySchema,
  PolicyList: policyListSchema,
  WebhookEndpoint: webhookEndpointSchema,
  NewWebhookEndpoint: newWebhookEndpointSchema,
  RotatedWebhookEndpoint: rotatedWebhookEndpointSchema,
  WebhookEndpointList: webhookEndpointListSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookDeliveryDetail: webhookDeliveryDetailSchema,
  WebhookDeliveryList: webhookDeliveryListSchema,
  ToolVersion: toolVersionSchema,
  Catalogue: catalogueSchema,
  CatalogueList: catalogueListSchema,
  CatalogueTool: catalogueToolSchema,
  CatalogueToolList: catalogueToolListSchema,
  CatalogueChange: catalogueChangeSchema,
  CatalogueDiff: catalogueDiffSchema,
  CatalogueLog: catalogueLogSchema,
  ToolUsage: toolUsageSchema,
  ToolUsageCheck: toolUsageCheckSchema,
  UsageReport: usageReportSchema,
  ChoiceCounts: choiceCountsSchema,
  SuggestionList: suggestionListSchema,
  Token: tokenSchema,
  Health: healthSchema,
  Problem: problemSchema,
};
