// The entry `@treadle/treadle/evaluation`: evaluations of agents, of a model's choice of tools, and of selectors. Nothing of a
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
export { type Progress, runEvaluation, type RunEvaluationOptions } from "./runner.ts";
export {
  type Judge,
  type JudgeIo,
  type Judgement,
  type JudgeQuestion,
  modelJudge,
  type ModelJudgeOptions,
} from "./agents/judge.ts";
export type { Attempt, ObservedCall, ObservedRun, Verdict } from "./data/attempt.ts";
export type { Check, ExpectedCall } from "./data/check.ts";
export type { EvaluationReport, Measure, Report } from "./data/report.ts";
export type { Stub, StubSource } from "./data/stub.ts";
