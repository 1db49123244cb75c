// The answer of a person to a call that waits, as the API takes it.

import type { JsonObject } from "../../../core/json.ts";

/** What they decide. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly via: "page";
  /** Of the call that was rendered. */
  readonly digest?: string | undefined;
  readonly reason?: string | undefined;
  /** In place of the model's. */
  readonly args?: JsonObject | undefined;
  /** To a question. */
  readonly answer?: string | undefined;
}
