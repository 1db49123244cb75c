// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Condition, PolicyMode, PolicyRule } from "../policy.ts";
import type { ToolChoice } from "../tool_choice.ts";

/** A policy as the API shows it. */
export interface PolicyDetail {
  readonly name: string;
  /** `stored`: by the tenant, through this API; `deployment`: by its code; `built-in`: by Treadle. */
  readonly origin: "stored" | "deployment" | "built-in";
  readonly description: string;
  /** `shadow`: only warnings `policy_shadow` come of it. */
  readonly mode: PolicyMode;
  /** Rules about tools. */
  readonly rules: readonly PolicyRule[];
  /** Of the plans for which no condition holds. */
  readonly choice: ToolChoice | null;
  /** The first that holds decides. */
  readonly conditions: readonly {
    /** A condition; null for a function of the deployment. */
    readonly when: Condition | null;
    readonly choice: ToolChoice;
  }[];
  /** The agents that name it. */
  readonly agents: readonly string[];
}

/** The name of a policy. */
export interface PolicyLine {
  readonly name: string;
  /** `stored`: by the tenant, through this API; `deployment`: by its code; `built-in`: by Treadle. */
  readonly origin: "stored" | "deployment" | "built-in";
}
