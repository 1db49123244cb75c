// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** An agent that is paused. */
export interface PauseView {
  /** `*`: all agents of the tenant. */
  readonly agent: string;
  /** ISO 8601. */
  readonly since: string;
  /** The caller; null without a key. */
  readonly by: string | null;
  readonly reason: string | null;
}
