// The client of a Treadle deployment, for browsers, Deno, Node 20 and Workers. It has no dependency.

export {
  type Client,
  createClient,
  type EvaluationsPageOptions,
  type InboxAnswer,
  type PageOptions,
  type RunnableToolsOptions,
  type ThreadsPageOptions,
  type ToolRunOptions,
} from "./client.ts";
export type { ClientOptions } from "./transport.ts";
export { type TreadleCode, TreadleError, type TreadleErrorFacts } from "./error.ts";
export { Thread } from "./thread.ts";
export { collect, type CollectOptions } from "./collect/collect.ts";
export { addInput, fold } from "./collect/fold.ts";
export { fromHistory } from "./collect/from_history.ts";
export {
  type AssistantMessage,
  type CallPart,
  type Conversation,
  type ConversationError,
  EMPTY_CONVERSATION,
  type Message,
  type Part,
  type PendingApproval,
  type Phase,
  type TextPart,
  type UserMessage,
} from "./collect/conversation.ts";
export type { ForkOptions, RequestOptions, RunOptions, ShareOptions, StreamOptions } from "./options.ts";
export type {
  GivenMedium,
  GivenResult as ToolResult,
  GivenTool as ClientTool,
  LateResult,
  OneInput,
  PersonAnswer as ApprovalAnswer,
  StepInput as Input,
  ThreadChanges,
} from "../../core/contract/requests.ts";
export type { ErrorCode, Problem } from "../../core/error.ts";
export type { StepEvent } from "../../core/event.ts";
export type { Json, JsonObject } from "../../core/json.ts";
export type { Usage } from "../../core/usage.ts";
export type {
  Approval as ApprovalView,
  ApprovalRecordView,
  ApprovalTerms,
  CallView,
  CompletedCall,
  DecisionView,
  Detached,
  InboxItem,
  InboxPage,
  InboxResult,
} from "../../core/contract/calls.ts";
export type { EntryView, HistoryPage, MediaLink, MediaView, PartView } from "../../core/contract/entries.ts";
export type { AgentView, DeploymentView } from "../../core/contract/deployment.ts";
export type {
  CorruptedEvaluation,
  EvaluationDetail,
  EvaluationPage,
  EvaluationView,
  RunnableTools,
  ToolRunView,
} from "../../core/contract/evaluations.ts";
export type { RatingView } from "../../core/contract/feedback.ts";
export type { NewShare, ShareList, ShareView } from "../../core/contract/shares.ts";
export type { RefusalView } from "../../core/contract/webhooks.ts";
export type { RunResult, StepReport } from "../../core/contract/runs.ts";
export type {
  Cancelled as CancelledView,
  CorruptedThread,
  ThreadDetail,
  ThreadLine,
  ThreadPage,
  ThreadView,
} from "../../core/contract/threads.ts";
