// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Json, JsonObject } from "../json.ts";
import type { Feature } from "../model/capability.ts";
import type { Effect } from "../tool.ts";
import type { Execution, ToolChoice } from "../tool_choice.ts";
import type { Enforcement } from "../tool_choice/choice_report.ts";

/** An agent of the deployment. */
export interface AgentView {
  readonly name: string;
  readonly description: string;
  /** Inputs that people try it with. */
  readonly examples?: readonly string[];
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
   * Content hash of the definition. It leaves out: name, description, examples, models, fallback model, capabilities,
   * onUnsupported, hooks, env, the flags that stop a run, and the limits that end a step or a run.
   */
  readonly hash: string;
}

/** An agent with its instructions, tools and limits. */
export interface AgentDetail {
  readonly name: string;
  readonly description: string;
  /** Inputs that people try it with. */
  readonly examples?: readonly string[];
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
   * Content hash of the definition. It leaves out: name, description, examples, models, fallback model, capabilities,
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

/** A provider of models, and how each choice is held by its models. */
export interface ProviderDetail {
  readonly name: string;
  /** Everything that it cannot do without is set. */
  readonly configured: boolean;
  /** The values are never returned. */
  readonly variables: readonly {
    readonly name: string;
    readonly set: boolean;
  }[];
  /** Rows of models: the first whose pattern fits counts. */
  readonly models: readonly {
    /** Regular expression over names of models; null for all other models. */
    readonly pattern: string | null;
    readonly example: string | null;
    readonly because: string | null;
    readonly asOf: string | null;
    readonly source: string | null;
    readonly lacks: readonly {
      readonly feature: Feature;
      readonly because: string;
    }[];
    /** When nothing is set. */
    readonly thinks: boolean;
    /** The choices under which other tools are sent than under auto, so that the prompt is cut. */
    readonly cuts: readonly (
      | "auto"
      | "none"
      | "required"
      | "tool"
      | "allowedAuto"
      | "allowedRequired"
      | "forcedWhileThinking"
    )[];
    /** How each choice is held when nothing is set. */
    readonly modes: Readonly<
      Record<
        "auto" | "none" | "required" | "tool" | "allowedAuto" | "allowedRequired" | "forcedWhileThinking",
        Enforcement
      >
    >;
    /** The API has a flag for one call at most; without it surplus calls are skipped. */
    readonly parallelFlag: boolean;
  }[];
}

/** A plugin of the deployment. */
export interface PluginView {
  readonly name: string;
  /** It takes part in the decisions of steps. */
  readonly decides: boolean;
  /** The routes that it serves, such as `GET /v1/inbox`. */
  readonly routes: readonly string[];
  /** Its place on the page, at `#/plugins/<name>`. */
  readonly page?: {
    readonly title: string;
  };
}

/** What serves the requests of a deployment. */
export interface DeploymentView {
  /** Of Treadle. */
  readonly version: string;
  /** The number of the form in which threads are stored. */
  readonly schema: number;
  /** As it names itself: `Deno/2.9.6`, `Cloudflare-Workers`, `Node.js/24`; `unknown` where it does not. */
  readonly runtime: string;
  /** The kind of the store, such as `sqlite`. */
  readonly store: string;
  /** How many agents the deployment has. */
  readonly agents: number;
}
