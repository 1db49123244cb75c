// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** A key, without its text. */
export interface KeyView {
  /** Records and the log name it `key_<name>`. */
  readonly name: string;
  /** `variable`: of `TREADLE_API_KEYS`, where it is changed; its times are null. */
  readonly origin: "stored" | "variable";
  /** What it permits. */
  readonly scopes: readonly ("read" | "run" | "decide" | "manage")[];
  /** ISO 8601. */
  readonly createdAt: string | null;
  /** The key that has made it. */
  readonly by: string | null;
  /** When it got its secret; null for that of its making; ISO 8601. */
  readonly rotatedAt: string | null;
  /** Until when a secret from before a rotation is good; ISO 8601. */
  readonly previousUntil: string | null;
  /** Until when it is good; null for ever; ISO 8601. */
  readonly expiresAt: string | null;
  /** To about an hour; null when it was not used; ISO 8601. */
  readonly lastUsedAt: string | null;
}

/** A key with its text. */
export interface NewKey extends KeyView {
  /** Sent as `Authorization: Bearer <key>`; no later response has it. */
  readonly key: string;
}
