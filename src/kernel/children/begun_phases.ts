// Which calls of `run_phase` have begun their phases.

import type { CallBlock } from "../../core/entry.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import { RUN_PHASE } from "../../core/plan/child_thread.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { childRef, phaseNamed } from "./refs.ts";

/** A call of `run_phase` whose phase has a thread. */
export interface BegunPhase {
  readonly id: string;
  readonly phase: string;
}

/** The calls of a plan of the thread whose phases have begun, whether or not they have ended. */
export async function readBegunPhases(
  ref: ThreadRef,
  calls: readonly CallBlock[],
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly BegunPhase[]> {
  const named = calls.flatMap(({ id, name, args }) => {
    const read = name === RUN_PHASE ? parseJson(args) : undefined;
    const phase = isJsonObject(read) ? phaseNamed(read) : "";
    return phase === "" ? [] : [{ id, phase }];
  });
  const snapshots = await Promise.all(named.map(({ id, phase }) => store.read(childRef(ref, id, phase))));
  return named.filter((_call, index) => snapshots[index] !== undefined);
}
