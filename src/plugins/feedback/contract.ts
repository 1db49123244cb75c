// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { RatingView } from "../../core/contract/feedback.ts";

/** A page of the ratings of the tenant. */
export interface RatingPage {
  /** The newest first. */
  readonly ratings: readonly RatingView[];
  /** Missing on the last page. */
  readonly cursor?: string;
}

/** The ratings that were made on a day and stand, of an agent with a model. */
export interface RatingCount {
  /** UTC. */
  readonly day: string;
  readonly agent: string;
  /** `provider/model` that answered. */
  readonly model: string;
  readonly up: number;
  readonly down: number;
}

/** How many ratings stand, by day, agent and model. */
export interface RatingCounts {
  readonly from: string;
  readonly to: string;
  /** The oldest day first. */
  readonly rows: readonly RatingCount[];
}
