// The client of a Treadle deployment, for browsers, Deno, Node 20 and Workers. It has no dependency.

export { type Client, createClient, type PageOptions } from "./client.ts";
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
export type {
  ApprovalAnswer,
  ClientTool,
  ForkOptions,
  GivenMedium,
  Input,
  LateResult,
  OneInput,
  RequestOptions,
  RunOptions,
  StreamOptions,
  ToolResult,
} from "./options.ts";
export type { InboxItem, InboxPage } from "../core/view/inbox_view.ts";
export type { AgentView, ApprovalView, CompletedCall, RunResult } from "./views.ts";
export type { ErrorCode, Problem } from "../core/error.ts";
export type { StepEvent } from "../core/event.ts";
export type { Json, JsonObject } from "../core/json.ts";
export type { Usage } from "../core/usage.ts";
export type { ApprovalRecordView, ApprovalTerms, CallView, DecisionView } from "../core/view/call_view.ts";
export type { EntryView, HistoryPage } from "../core/view/entry_view.ts";
export type { MediaView, PartView } from "../core/view/part_view.ts";
export type { StepReport } from "../core/view/step_report.ts";
export type {
  Cancelled as CancelledView,
  CorruptedThread,
  ThreadDetail,
  ThreadLine,
  ThreadPage,
  ThreadView,
} from "../core/view/thread_view.ts";
