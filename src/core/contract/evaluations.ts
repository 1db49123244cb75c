// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Json, JsonObject } from "../json.ts";
import type { Effect } from "../tool.ts";
import type { ToolFailure } from "../tool/tool_error.ts";

/** How far an evaluation is. */
export interface EvaluationView {
  readonly id: string;
  /** Null where an earlier version has begun or gone on with it, as are `kind` and `agent`. */
  readonly name: string | null;
  /** `agent` or `choice`. */
  readonly kind: string | null;
  /** Name of the agent. */
  readonly agent: string | null;
  readonly status: "running" | "done" | "failed";
  /** Attempts with a verdict. */
  readonly done: number;
  /** All attempts: cases times repeats. */
  readonly total: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Present when the status is `failed`. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
  };
  /** Present when the status is `done`. */
  readonly outcome?: {
    /** Every gate holds, and no attempt is missing. */
    readonly passed: boolean;
    /** The first measure of the report. */
    readonly measure: {
      readonly name: string;
      readonly value: number | null;
    } | null;
  };
}

/** An evaluation with its report. */
export interface EvaluationDetail extends EvaluationView {
  /** Present when the status is `done`: the report. */
  readonly report?: Json;
  /**
   * Present with a report: failed cases, at most 20, whose ids are threads of the tenant, as those of recorded cases
   * are.
   */
  readonly threads?: readonly string[];
}

/** An evaluation that cannot be read. */
export interface CorruptedEvaluation {
  readonly id: string;
  readonly status: "corrupted";
  /** `schema_unsupported`: a newer Treadle has written it; `store_corrupt`: nothing reads it. */
  readonly code: "store_corrupt" | "schema_unsupported";
  readonly message: string;
}

/** A page of the tenant's evaluations. */
export interface EvaluationPage {
  /** The newest first, without reports; one that cannot be read says why. */
  readonly evaluations: readonly (EvaluationView | CorruptedEvaluation)[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}

/** The tools of an agent that can be run alone. */
export interface RunnableTools {
  /** The agent's own first, then those of its servers, then those of its catalogue. */
  readonly tools: readonly {
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
    /** Whether the agent has it of its own, of an MCP server or of its catalogue. */
    readonly source: "agent" | "server" | "catalogue";
  }[];
  /** Further tools match; search for them by name. */
  readonly more?: true;
  /** Servers, or the catalogue, whose tools cannot be listed now. */
  readonly unlisted: readonly {
    /** Name of the server; null for the catalogue. */
    readonly server: string | null;
    /** Of the error, such as `tools_unavailable`. */
    readonly code: string;
    readonly message: string;
    /** With `authorization_required`, where an authorization is under way: its address. */
    readonly url?: string;
  }[];
}

/** What the call of one tool came to. */
export interface ToolRunView {
  readonly tool: string;
  /** What the call came to; `deferred`: the tool ran, and its result comes later, to no thread. */
  readonly outcome: "completed" | "failed" | "blocked" | "denied" | "skipped" | "unknown" | "deferred";
  /** Null when it did not complete. */
  readonly output: Json;
  /** Null when it completed. */
  readonly error: ToolFailure | null;
  /** Milliseconds that the tool has run; 0 where it did not run. */
  readonly ms: number;
  /** Present when the outcome is `deferred`. */
  readonly deferred?: {
    /** What the tool names the work by. */
    readonly ref: Json;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}
