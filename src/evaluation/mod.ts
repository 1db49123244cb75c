// The entry of `@treadle/evaluation`: evaluations of agents, of a model's choice of tools, and of selectors. Nothing of a
// deployment imports it.

export {
  type AgentEvaluation,
  type AgentEvaluationDefinition,
  type ChoiceEvaluation,
  type ChoiceEvaluationDefinition,
  defineEvaluation,
  type Evaluation,
  type EvaluationDefinition,
  type EvaluationDeployment,
  type SelectionEvaluation,
  type SelectionEvaluationDefinition,
} from "./define.ts";
export { evaluationFrom } from "./from_data.ts";
export type { AttemptOptions, Progress } from "./run_attempts.ts";
export { runEvaluation, type RunEvaluationOptions } from "./runner.ts";
export {
  type Judge,
  type JudgeIo,
  type Judgement,
  type JudgeQuestion,
  modelJudge,
  type ModelJudgeOptions,
} from "./agents/judge.ts";
export { evaluations } from "./door/door.ts";
export type {
  CorruptedEvaluation,
  EvaluationDetail,
  EvaluationPage,
  EvaluationView,
  RunnableTools,
  ToolRunView,
} from "../core/contract/evaluations.ts";
export type { Attempt, ObservedCall, ObservedRun, Verdict } from "./data/attempt.ts";
export type { Check, ExpectedCall } from "./data/check.ts";
export type { EvaluationData } from "./data/evaluation.ts";
export { type EvaluationReport, type Measure, type Report, reportOf } from "./data/report.ts";
export { attemptsOf, headOf, parseRunFile, type RunFile, type RunHead, toLine } from "./data/run_file.ts";
export { compareReports, type Comparison, type MeasureChange } from "./measures/compare.ts";
export { createRedactor, type Redactor } from "./record/redact.ts";
export { type RatedThread, recordRated } from "./record/record_rated.ts";
export { type RecordOptions, recordThread } from "./record/record_thread.ts";
export { toHtml } from "./reports/html.ts";
export { toMarkdown } from "./reports/markdown.ts";
export { parseQueries, parseTools, toChoiceCases, toSelectionCases } from "./selection/data_set.ts";
export type { Stub, StubSource } from "./data/stub.ts";
