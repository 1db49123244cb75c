// The types that parts of the contract are and that stand elsewhere, most of them in core: what is stored or streamed as it is
// rendered, and what no schema can say. The compiler compares each with its schema.

import type * as z from "zod/mini";
import { CHOICE_KINDS, type ChoiceKind } from "../../plugins/analytics/counts/choice_kind.ts";
import type { SuggestionKind } from "../../plugins/analytics/suggestions/suggestion.ts";
import { DECISION_CHANNELS, type DecisionChannel } from "../../core/approval/decision.ts";
import { budgetSchema } from "../../core/budget/budget_schema.ts";
import type { AmountLimits, Budget } from "../../core/budget/limits.ts";
import { MEDIA_KINDS, type MediaKind } from "../../core/content/part.ts";
import {
  type Block,
  type ChoiceRecord,
  CUT_CAUSES,
  type CutCause,
  FINISH_REASONS,
  type FinishReason,
  NOTICE_SUBJECTS,
  type NoticeSubject,
  type Opaque,
  type Outcome,
  OUTCOMES,
  type ToolChanges,
} from "../../core/entry.ts";
import type { ErrorCode } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { type Effect, EFFECTS } from "../../core/tool.ts";
import { type Condition, POLICY_MODES, type PolicyMode, type PolicyRule } from "../../core/policy.ts";
import type { Amounts } from "../../core/store/ledger.ts";
import { type Feature, FEATURES } from "../../core/model/capability.ts";
import {
  THREAD_NEEDS,
  THREAD_STATUSES,
  type ThreadNeed,
  type ThreadStatus,
  WAITS_FOR,
  type WaitsFor,
} from "../../core/state.ts";
import {
  type Execution,
  EXECUTIONS,
  ON_UNSUPPORTED,
  type OnUnsupported,
  type ToolChoice,
  type ToolChoiceSpelling,
} from "../../core/tool_choice.ts";
import {
  CHOICE_SOURCES,
  type ChoiceOutcome,
  type ChoiceSource,
  type EffectiveChoice,
  type Enforcement,
  ENFORCEMENTS,
  type Violation,
  VIOLATIONS,
  type Warning,
} from "../../core/tool_choice/choice_report.ts";
import type { RequestRecord } from "../../core/record.ts";
import type { SelectionDecision } from "../../core/tool/selection_decision.ts";
import type { ToolFailure } from "../../core/tool/tool_error.ts";
import type { Counters, Usage } from "../../core/usage.ts";
import { suggestion } from "../../plugins/analytics/responses.ts";
import { stepEventSchema } from "../../http/schemas/responses/events.ts";
import { spelledChoice } from "../../http/schemas/requests.ts";
import { ALL_CODES } from "../../http/schemas/operations.ts";
import {
  block,
  choiceRecord,
  opaqueData,
  requestRecord,
  selection,
  toolChanges,
} from "../../http/schemas/responses/entries.ts";
import {
  choiceOutcome,
  effectiveChoice,
  toolChoice,
  toolFailure,
  usage,
  warning,
} from "../../http/schemas/responses/parts.ts";
import { condition, policyRule } from "../../http/schemas/responses/policies.ts";
import { counters, exportLineSchema } from "../../http/schemas/responses/threads.ts";
import { amountLimits, amounts } from "../../http/schemas/responses/usage.ts";
import type { ExportLine } from "../../kernel/log/export.ts";
import { OUTGOING_EVENTS, type OutgoingEvent } from "../../plugins/outgoing_webhooks/endpoint.ts";

/** A type that is not written from a schema. */
export interface ExistingType {
  readonly name: string;
  /** Its path in src. */
  readonly file: string;
}

/** A type without readonly, which schemas do not have. */
type Plain<T> = Json extends T ? T
  : T extends JsonObject ? JsonObject extends T ? T : { -readonly [Name in keyof T]: Plain<T[Name]> }
  : T extends readonly unknown[] ? { -readonly [Index in keyof T]: Plain<T[Index]> }
  : T extends object ? { -readonly [Name in keyof T]: Plain<T[Name]> }
  : T;

type Same<One, Other> = [One, Plain<Other>] extends [Other, One] ? unknown : never;

/** A schema and the type that it is. A difference of the two is an error of the compiler. */
function existing<T>(name: string, file: string) {
  return <S extends z.core.$ZodType>(
    schema: S & Same<z.output<S>, T>,
  ): readonly [z.core.$ZodType, ExistingType] => [schema, { name, file }];
}

/** As {@link existing}, for what a caller writes: the schema makes something else of it. */
function spelled<T>(name: string, file: string) {
  return <S extends z.core.$ZodType>(
    schema: S & Same<z.input<S>, T>,
  ): readonly [z.core.$ZodType, ExistingType] => [schema, { name, file }];
}

/** The types by their schemas. */
export const EXISTING_TYPES: ReadonlyMap<z.core.$ZodType, ExistingType> = new Map([
  existing<AmountLimits>("AmountLimits", "core/budget/limits.ts")(amountLimits),
  existing<Amounts>("Amounts", "core/store/ledger.ts")(amounts),
  existing<Block>("Block", "core/entry.ts")(block),
  existing<Budget>("Budget", "core/budget/limits.ts")(budgetSchema),
  existing<ChoiceOutcome>("ChoiceOutcome", "core/tool_choice/choice_report.ts")(choiceOutcome),
  existing<ChoiceRecord>("ChoiceRecord", "core/entry.ts")(choiceRecord),
  existing<Condition>("Condition", "core/policy.ts")(condition),
  existing<Counters>("Counters", "core/usage.ts")(counters),
  existing<EffectiveChoice>("EffectiveChoice", "core/tool_choice/choice_report.ts")(effectiveChoice),
  existing<ExportLine>("ExportLine", "kernel/log/export.ts")(exportLineSchema),
  existing<Opaque>("Opaque", "core/entry.ts")(opaqueData),
  existing<PolicyRule>("PolicyRule", "core/policy.ts")(policyRule),
  existing<RequestRecord>("RequestRecord", "core/record.ts")(requestRecord),
  existing<SelectionDecision>("SelectionDecision", "core/tool/selection_decision.ts")(selection),
  existing<StepEvent>("StepEvent", "core/event.ts")(stepEventSchema),
  existing<ToolChoice>("ToolChoice", "core/tool_choice.ts")(toolChoice),
  existing<ToolChanges>("ToolChanges", "core/entry.ts")(toolChanges),
  existing<ToolFailure>("ToolFailure", "core/tool/tool_error.ts")(toolFailure),
  spelled<ToolChoiceSpelling>("ToolChoiceSpelling", "core/tool_choice.ts")(spelledChoice),
  existing<Usage>("Usage", "core/usage.ts")(usage),
  existing<Warning>("Warning", "core/tool_choice/choice_report.ts")(warning),
]);

/** The types of words, by their words. */
export const WORD_TYPES: readonly (readonly [words: readonly string[], type: ExistingType])[] = [
  words<ChoiceKind>("ChoiceKind", "plugins/analytics/counts/choice_kind.ts", CHOICE_KINDS),
  words<ChoiceSource>("ChoiceSource", "core/tool_choice/choice_report.ts", CHOICE_SOURCES),
  words<CutCause>("CutCause", "core/entry.ts", CUT_CAUSES),
  words<DecisionChannel>("DecisionChannel", "core/approval/decision.ts", DECISION_CHANNELS),
  words<Effect>("Effect", "core/tool.ts", EFFECTS),
  words<Enforcement>("Enforcement", "core/tool_choice/choice_report.ts", ENFORCEMENTS),
  words<ErrorCode>("ErrorCode", "core/error.ts", ALL_CODES),
  words<Execution>("Execution", "core/tool_choice.ts", EXECUTIONS),
  words<Feature>("Feature", "core/model/capability.ts", FEATURES),
  words<FinishReason>("FinishReason", "core/entry.ts", FINISH_REASONS),
  words<MediaKind>("MediaKind", "core/content/part.ts", MEDIA_KINDS),
  words<NoticeSubject>("NoticeSubject", "core/entry.ts", NOTICE_SUBJECTS),
  words<OnUnsupported>("OnUnsupported", "core/tool_choice.ts", ON_UNSUPPORTED),
  words<Outcome>("Outcome", "core/entry.ts", OUTCOMES),
  words<OutgoingEvent>("OutgoingEvent", "plugins/outgoing_webhooks/endpoint.ts", OUTGOING_EVENTS),
  words<PolicyMode>("PolicyMode", "core/policy.ts", POLICY_MODES),
  words<SuggestionKind>(
    "SuggestionKind",
    "plugins/analytics/suggestions/suggestion.ts",
    suggestion.shape.kind.options,
  ),
  words<ThreadNeed>("ThreadNeed", "core/state.ts", THREAD_NEEDS),
  words<ThreadStatus>("ThreadStatus", "core/state.ts", THREAD_STATUSES),
  words<Violation>("Violation", "core/tool_choice/choice_report.ts", VIOLATIONS),
  words<WaitsFor>("WaitsFor", "core/state.ts", WAITS_FOR),
];

function words<T extends string>(name: string, file: string, values: readonly T[]) {
  return [values, { name, file }] as const;
}
