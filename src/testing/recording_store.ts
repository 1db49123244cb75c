// A store around another: it records every call, and can fail one or lose its answer, as a network does.

import type { Store } from "../core/store.ts";
import { isStoreMethod, type StoreMethod } from "../core/store/methods.ts";

/** A call of a store. Arguments and result are those of the call itself, not copies. */
export interface RecordedCall {
  readonly method: StoreMethod;
  readonly args: readonly unknown[];
  /** Undefined until the call has ended. */
  readonly end?:
    | { readonly type: "returned"; readonly result: unknown }
    | { readonly type: "threw"; readonly error: unknown };
}

/** Which call fails, and how. */
export interface StoreFault {
  /** Any method by default. */
  readonly method?: StoreMethod;
  /** Counted from 1 among the calls of the method from now on; 1 by default. */
  readonly call?: number;
  /** What the caller gets, such as `new AgentError("store_unavailable", "No answer.")`. */
  readonly error: unknown;
  /** True: the store does the call, and its answer is lost. False by default: the store does not get the call. */
  readonly answerLost?: boolean;
  /** True: every later call fails too and reaches nothing, as on a machine that has vanished. False by default. */
  readonly forGood?: boolean;
}

/** A store that records, what was called on it, and its faults. */
export interface RecordingStore {
  readonly store: Store;
  /** Every call, in the order in which they were made. */
  readonly calls: readonly RecordedCall[];
  /** How many calls each method has had. All but `watch` and `close` are one request where the store is on a network. */
  readonly counts: Map<string, number>;
  /**
   * Makes one later call fail. Several faults are counted side by side.
   *
   * @throws {RangeError} for a `call` that is not a whole number from 1
   */
  fail(fault: StoreFault): void;
}

/**
 * A store that passes every call on to `inner` and records it.
 *
 * @example
 * ```ts
 * import { AgentError } from "../core/error.ts";
 * import { createMemoryStore } from "../stores/embedded/memory.ts";
 * import { createRecordingStore } from "./recording_store.ts";
 * import assert from "node:assert/strict";
 *
 * const { store, calls, counts, fail } = createRecordingStore(createMemoryStore());
 * fail({ method: "remove", call: 2, error: new AgentError("store_unavailable", "No answer.") });
 * const ref = { tenant: "local", thread: "t1" };
 * assert.equal(await store.remove(ref), false);
 * await assert.rejects(() => store.remove(ref), { code: "store_unavailable" });
 * assert.equal(counts.get("remove"), 2);
 * assert.deepEqual(calls[0], { method: "remove", args: [ref], end: { type: "returned", result: false } });
 * ```
 */
export function createRecordingStore(inner: Store): RecordingStore {
  const calls: RecordedCall[] = [];
  const counts = new Map<string, number>();
  const faults: { readonly fault: StoreFault; left: number }[] = [];
  const faultOf = (method: StoreMethod): StoreFault | undefined => {
    const counted = faults.filter(({ fault }) => fault.method === undefined || fault.method === method);
    for (const each of counted) each.left--;
    const due = counted.find(({ left }) => left === 0) ??
      counted.find(({ fault, left }) => fault.forGood && left < 0);
    return due && (due.left < 0 ? { ...due.fault, answerLost: false } : due.fault);
  };
  const store: Store = new Proxy(inner, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function" || !isStoreMethod(name)) return method;
      return async (...args: unknown[]) => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        const index = calls.push({ method: name, args }) - 1;
        try {
          const fault = faultOf(name);
          if (fault !== undefined && !fault.answerLost) throw fault.error;
          const result: unknown = await Reflect.apply(method, target, args);
          if (fault !== undefined) throw fault.error;
          calls[index] = { method: name, args, end: { type: "returned", result } };
          return result;
        } catch (error) {
          calls[index] = { method: name, args, end: { type: "threw", error } };
          throw error;
        }
      };
    },
  });
  const fail = (fault: StoreFault) => {
    const { call = 1 } = fault;
    if (!Number.isInteger(call) || call < 1) {
      throw new RangeError(`Calls are counted from 1: ${call} is none.`);
    }
    faults.push({ fault, left: call });
  };
  return { store, calls, counts, fail };
}
