// What the API answers, from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Json, JsonObject } from "../json.ts";
import type { Effect } from "../tool.ts";
import type { Execution, ToolChoice } from "../tool_choice.ts";

/** An agent of the deployment. */
export interface AgentView {
  readonly name: string;
  readonly description: string;
  /** `provider/model`; null takes the deployment's default. */
  readonly model: string | null;
  /** What a request may name in place of `model`. */
  readonly models?: readonly string[];
  /** How plans are made. */
  readonly driver: string;
  /** Who runs a chosen tool. */
  readonly execution: Execution;
  /** The agent's own. */
  readonly toolChoice: ToolChoice | null;
  /** Names of its tools. */
  readonly tools: readonly string[];
  /**
   * Content hash of the definition. It leaves out: name, description, models, fallback model, capabilities,
   * onUnsupported, hooks, env, the flags that stop a run, and the limits that end a step or a run.
   */
  readonly hash: string;
}

/** An agent with its instructions, tools and limits. */
export interface AgentDetail {
  readonly name: string;
  readonly description: string;
  /** `provider/model`; null takes the deployment's default. */
  readonly model: string | null;
  /** What a request may name in place of `model`. */
  readonly models?: readonly string[];
  /** How plans are made. */
  readonly driver: string;
  /** Who runs a chosen tool. */
  readonly execution: Execution;
  /** The agent's own. */
  readonly toolChoice: ToolChoice | null;
  readonly tools: readonly ToolView[];
  /**
   * Content hash of the definition. It leaves out: name, description, models, fallback model, capabilities,
   * onUnsupported, hooks, env, the flags that stop a run, and the limits that end a step or a run.
   */
  readonly hash: string;
  /** Absent for a caller with neither the scope `run` nor `manage`, as is `plan`. */
  readonly instructions?: string;
  /** Its strategic plan. */
  readonly plan?: Json | null;
  /** `provider/model` that answers when the first one fails. */
  readonly fallbackModel: string | null;
  /** Name of the agent's policy. */
  readonly policy: string | null;
  /** Its limits, by name. */
  readonly limits: Readonly<Record<string, number | boolean | Readonly<Record<string, number>>>>;
}

/** A tool of an agent. */
export interface ToolView {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** What may be repeated after a crash. */
  readonly effect: Effect;
  /** `conditional`: for some arguments. */
  readonly needsApproval: boolean | "conditional";
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** A client tool: the caller runs it and brings the results. */
  readonly client?: true;
}
