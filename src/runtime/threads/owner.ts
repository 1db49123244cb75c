// The owner of a thread: the user whom its steps are booked to.

import { AgentError } from "../../core/error.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import { readMeta } from "../stored.ts";

/** Whose threads are meant: those of a tenant, or of one user of it. */
export interface Whose {
  readonly tenant: string;
  readonly user?: string | undefined;
}

/** True for a thread of the user. A thread that cannot be read is of no known user. */
export function isOwn(ref: ThreadRef, header: ThreadHeader, user: string): boolean {
  try {
    return readMeta(ref, header).user === user;
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return false;
    throw error;
  }
}
