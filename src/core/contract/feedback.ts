// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

/** A rating of an answer. */
export interface RatingView {
  /** The thread that has the rating: of a fork the one that made the answer. */
  readonly thread: string;
  /** The version that the step of the answer has committed. */
  readonly version: number;
  /** Id of the answer in the history. */
  readonly entry: string;
  readonly rating: "up" | "down";
  readonly note: string | null;
  /** When it was made or changed; ISO 8601. */
  readonly at: string;
  /** The caller, such as `key_ci`; null without a key. */
  readonly by: string | null;
  /** The user of the caller; null for one without. */
  readonly user: string | null;
  readonly agent: string;
  /** `provider/model` that answered. */
  readonly model: string;
}
