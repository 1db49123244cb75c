// Preloaded into a contender, of this or an earlier commit: what its steps make. SIGUSR1 begins, SIGUSR2 ends and writes a
// JSON file to BENCH_LENS_FILE. BENCH_LENS is `counts` or `heap`: one at a time, since each changes what the other would
// see. Time is measured without it: a session of the inspector makes every fetch emit events, which triples a step.

import { type HeapProfiler, Session } from "node:inspector/promises";

/** What was seen between the two signals. */
export interface Seen {
  /** How many of each were made or called by JavaScript outside the runtime; promises those of the runtime too. */
  readonly counts: Readonly<Record<string, number>>;
  /** Bytes that were allocated, by the function that did, most first. */
  readonly allocations: readonly { readonly place: string; readonly bytes: number }[];
}

const SAMPLED_BYTES = 4096;

const counts: Record<string, number> = {};
const one = (name: string) => void (counts[name] = (counts[name] ?? 0) + 1);

const kind = Deno.env.get("BENCH_LENS");
if (kind === "counts") countGlobals();

const session = new Session();
session.connect();

Deno.addSignalListener("SIGUSR1", async () => {
  if (kind === "heap") {
    await session.post("HeapProfiler.enable");
    await session.post("HeapProfiler.startSampling", {
      samplingInterval: SAMPLED_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  } else hookPromises(() => one("Promise"));
  for (const name of Object.keys(counts)) counts[name] = 0;
});

Deno.addSignalListener("SIGUSR2", async () => {
  const heap = kind === "heap" ? (await session.post("HeapProfiler.stopSampling")).profile : undefined;
  if (kind === "counts") hookPromises(undefined);
  const seen: Seen = {
    counts,
    allocations: heap === undefined ? [] : allocationsOf(heap.head),
  };
  await Deno.writeTextFile(Deno.env.get("BENCH_LENS_FILE") ?? "lens.json", JSON.stringify(seen));
});

function allocationsOf(head: HeapProfiler.SamplingHeapProfileNode): Seen["allocations"] {
  const bytes = new Map<string, number>();
  const visit = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode) => {
    const { functionName, url, lineNumber } = callFrame;
    const place = `${functionName || "(anonymous)"} ${
      url.replace(/^.*\/(?=(src|tests|node_modules)\/)/, "")
    }:${lineNumber + 1}`;
    if (selfSize > 0) bytes.set(place, (bytes.get(place) ?? 0) + selfSize);
    for (const child of children) visit(child);
  };
  visit(head);
  return [...bytes].map(([place, bytes]) => ({ place, bytes })).sort((left, right) =>
    right.bytes - left.bytes
  );
}

function countGlobals(): void {
  countClasses(["AbortController", "Headers", "Request", "Response", "ReadableStream", "TransformStream"]);
  countClasses(["TextDecoder", "TextEncoder", "URL", "DOMException", "Event"]);
  countCalls(AbortSignal, "AbortSignal.", ["timeout", "any"]);
  countCalls(globalThis, "", ["setTimeout", "clearTimeout", "fetch", "structuredClone"]);
  countCalls(JSON, "JSON.", ["parse", "stringify"]);
  countCalls(crypto.subtle, "crypto.", ["digest"]);
  countCalls(Object, "Object.", ["entries", "fromEntries", "assign", "keys"]);
}

function countClasses(names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(globalThis, name);
    const counted: unknown = new Proxy(original, {
      construct(target, args, newTarget): object {
        one(name);
        return Reflect.construct(target, args, newTarget === counted ? target : newTarget);
      },
    });
    Object.defineProperty(globalThis, name, { value: counted, configurable: true, writable: true });
  }
}

function countCalls(owner: object, prefix: string, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(owner, name);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      one(`${prefix}${name}`);
      return Reflect.apply(original, this, args);
    };
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  }
}

/** The runtime has them for node:async_hooks. */
function hookPromises(onMade: (() => void) | undefined): void {
  const internal: { core: { setPromiseHooks(made?: () => void): void } } = Reflect.get(
    Deno,
    Reflect.get(Deno, "internal"),
  );
  internal.core.setPromiseHooks(onMade);
}
