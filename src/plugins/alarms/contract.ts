// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** The alarms of a tenant. */
export interface AlarmList {
  /** When the rules were evaluated last; null before the first time; ISO 8601. */
  readonly checkedAt: string | null;
  /** How often they are evaluated. */
  readonly everySeconds: number;
  /** In the order of the deployment's rules. */
  readonly alarms: readonly AlarmView[];
}

/** A rule of alarms with its state. */
export interface AlarmView {
  readonly name: string;
  readonly kind: "failed_runs" | "inbox_age" | "budget" | "tool_failures";
  readonly status: "quiet" | "raised";
  readonly unit: "runs" | "calls" | "share" | "seconds";
  /** As it was measured last; null where there was nothing to measure. */
  readonly value: number | null;
  /** In the unit of `value`. */
  readonly threshold: number;
  /** How long it looks back; null for a rule about now. */
  readonly withinSeconds: number | null;
  /** Null for all agents. */
  readonly agent: string | null;
  readonly tool: string | null;
  /** Ids of the endpoints that get it; null for all with its events. */
  readonly to: readonly string[] | null;
  /** Ids of `to` that the tenant has no endpoint of: nothing is sent to them. */
  readonly missing: readonly string[];
  /** Since when it is raised; ISO 8601. */
  readonly raisedAt: string | null;
  /** When it has ended last; ISO 8601. */
  readonly endedAt: string | null;
}
