// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** Deliveries that began nothing for one reason, on one UTC day. */
export interface RefusalView {
  /** Null where the deployment has no trigger of the name in the address. */
  readonly trigger: string | null;
  /** Null where the deployment has no agent of the name in the address. */
  readonly agent: string | null;
  /** Its signature was right. */
  readonly verified: boolean;
  /** What the sender was answered; 204 where no template takes the event. */
  readonly status: number;
  /** Of the error; `no_template` where no template takes the event. */
  readonly code: string;
  /** Finer than the code, such as `timestamp_old`, where its sender reads one text for all. */
  readonly reason: string;
  /** What was found, and what to do. */
  readonly message: string;
  /** The kind of a verified event, such as `issues.opened`. */
  readonly event: string | null;
  /** The sender's id of the newest verified event. */
  readonly id: string | null;
  /** Of the newest body; null where its length is not known. */
  readonly bytes: number | null;
  /** The beginning of the SHA-256 of the newest verified body, base64url. */
  readonly digest: string | null;
  /** Deliveries that are alike, at least. */
  readonly count: number;
  /** When the first of them came; ISO 8601. */
  readonly firstAt: string;
  /** When the last of them came; ISO 8601. */
  readonly lastAt: string;
}

/** Events of one trigger that no template of an agent took, on one UTC day. */
export interface UnmatchedEvents {
  /** UTC. */
  readonly day: string;
  readonly trigger: string;
  readonly agent: string;
  /** Events that no template of the agent took. */
  readonly count: number;
}
