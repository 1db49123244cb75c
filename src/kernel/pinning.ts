// Pinned entries: every plan of a thread reads them, wherever its window begins. The state holds their indexes and sizes. The step keeps
// them; what may be pinned is decided by a plugin.

import type { UserEntry } from "../core/entry.ts";
import type { Pin } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import { utf8Bytes } from "../core/text/utf8_bytes.ts";
import type { Warning } from "../core/tool_choice/choice_report.ts";
import { writeEntry } from "./history/codec.ts";
import type { PinChanges, StepRequest } from "./request.ts";

/** Inputs that a step takes. Those with `pin` become pinned entries. */
export interface AdmittedInputs {
  readonly inbox: readonly UserEntry[];
  readonly warnings: readonly Warning[];
}

/** Decides what may be pinned in a thread, and bounds it: each plan reads all of it. */
export interface Pinning {
  /**
   * The pins after the changes that a request asks for, in the order of their indexes; undefined for none. `length` counts the entries of
   * the thread.
   *
   * @throws {AgentError} pin_refused
   */
  change(
    pins: readonly Pin[] | undefined,
    changes: PinChanges,
    thread: { readonly ref: ThreadRef; readonly length: number },
    deps: { readonly store: Store },
  ): Promise<readonly Pin[] | undefined>;
  /**
   * The inputs with `pin` on those alone that become pinned entries beside `pins`. `own` is what the request brings of them. Asked where an
   * input has `pin`.
   *
   * @throws {AgentError} pin_refused, for an input of the request
   */
  admit(
    inputs: readonly UserEntry[],
    pins: readonly Pin[] | undefined,
    thread: string,
    own: Pick<StepRequest, "pin" | "inputs">,
  ): AdmittedInputs;
}

/** The pins of a thread after a step that takes these inputs; the first of them becomes entry `first`. */
export function pinsWith(
  pins: readonly Pin[] | undefined,
  inbox: readonly UserEntry[],
  first: number,
): readonly Pin[] | undefined {
  const more = inbox.flatMap((entry, index): readonly Pin[] =>
    entry.pin ? [[first + index, sizeOfPin(entry)]] : []
  );
  return more.length === 0 ? pins : [...pins ?? [], ...more];
}

/** UTF-8 bytes of an input as the history stores it. */
export function sizeOfPin({ pin: _, run: _run, queued: _queued, ...entry }: UserEntry): number {
  return utf8Bytes(writeEntry(entry));
}
