// ModelDecision: what a model under the driver `react` writes in each answer, as JSON: the next call, or the final answer.

import type { Json, JsonObject, JsonSchema } from "../json.ts";

/** Every {@link DecisionType}. */
export const DECISION_TYPES = ["call_tool", "final_answer"] as const;

/** What a decision is about. */
export type DecisionType = typeof DECISION_TYPES[number];

/** One decision of a model. `thought` is why. */
export type ModelDecision =
  | {
    readonly type: "call_tool";
    readonly thought?: string | undefined;
    /** A tool of the agent. */
    readonly tool: string;
    readonly args: JsonObject;
  }
  | {
    readonly type: "final_answer";
    readonly thought?: string | undefined;
    /** Text; for an agent with an output schema a value that fits it. */
    readonly answer: Json;
  };

/** A form of decisions that an agent brings in place of the built-in one. */
export interface DecisionFormat {
  /** The root is an object. */
  readonly schema: JsonSchema;
  /**
   * The decision of a value that fits the schema. The model reads what it throws as a problem of its answer.
   */
  toDecision(value: Json): ModelDecision | Promise<ModelDecision>;
}

/** The form of final answers: JSON text that fits a schema. */
export interface AnswerFormat {
  /** The root is an object. */
  readonly schema: JsonSchema;
  /** Problems that a JSON Schema cannot express, such as those of zod's refinements; empty when the value is accepted. */
  check(value: Json): Promise<readonly string[]>;
}

/** The problems of a value by a JSON Schema, at most five lines for a model to correct; empty when it fits. */
export type JsonCheck = (schema: JsonSchema, value: Json) => readonly string[];
