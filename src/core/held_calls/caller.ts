// Calls of client tools: the caller runs them and sends their results.

import { isForCaller } from "../call.ts";
import type { Hold } from "./hold.ts";

/** A call that was marked as started has run as one of the server's: its step decides what is observed. */
export const heldByCaller: Hold = (call, { marks }) =>
  isForCaller(call) && marks.get(call.id)?.startedEpoch === undefined
    ? { type: "waits", for: "caller" }
    : undefined;
