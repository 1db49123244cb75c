// What traces and metrics cost: nothing registered, an SDK that samples nothing, and one that records everything, each beside a
// deployment without the code.

import { metrics, trace } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type Sampler,
  type SpanExporter,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import {
  createDeps,
  createScriptedProvider,
  defineAgent,
  scenario,
  startRun,
  withTraces,
} from "../../../src/mod.ts";
import type { Provider, StreamIo } from "../../../src/core/model/provider.ts";
import type { AppDeps } from "../../../src/deps/create_deps.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { Part } from "../lab/part.ts";
import { toTable } from "../lab/table.ts";
import { microseconds, type Subject, type TurnsOptions } from "../lab/turns.ts";

export const telemetry: Part = {
  title: "Traces and metrics",
  note:
    "What OpenTelemetry adds to a step. The first table has the calls of one step alone: begin a run, pass a model request " +
    "on. The second has whole steps in process, a new thread each, on the memory store and a model that answers at once; " +
    "the floor is the same deployment without telemetry, and an exporter that sends nothing takes the spans. Differences " +
    "below a tenth of the floor are noise.",
  async measure({ quick }) {
    return [await pathAlone(quick), await wholeSteps(quick)].join("\n\n");
  },
};

const AGENT = defineAgent({ name: "a", instructions: "Answer.", tools: [] });
const REF = { tenant: "t", thread: "t1" };

function deploy(): AppDeps {
  const store = createMemoryStore();
  return createDeps({
    env: { TREADLE_STORE: "bench", TREADLE_OPEN: "1" },
    agents: [AGENT],
    stores: { bench: () => store },
    providers: [createScriptedProvider({ script: scenario().says("Yes.") })],
    log: () => {},
  });
}

// The calls alone
// ------------------------------------------------------------------------------------------------------------------

/** A model that costs nothing. */
const ANSWERED: Promise<never> = new Promise(() => {});
const MODEL: Provider = { ...createScriptedProvider(), stream: () => ANSWERED };

async function pathAlone(quick: boolean): Promise<string> {
  const { telemetry } = deploy();
  const traced = withTraces(MODEL);
  const io: StreamIo = { fetch, signal: new AbortController().signal, emit: () => {}, trace: undefined };
  const request = {
    model: "demo",
    system: "",
    messages: [],
    tools: [],
    choice: { type: "auto" } as const,
    parallel: undefined,
    settings: {},
    lacks: {},
    cacheKey: "t/t1",
    cacheBreakpoints: false,
  };
  const floor = () => void MODEL.stream(request, io);
  const unregistered = () => {
    telemetry?.current();
    const run = { ref: REF, agent: AGENT, provider: "scripted", model: "demo", caller: undefined };
    if (telemetry?.startRun({ ...run, startedAt: 0 }) !== undefined) {
      throw new Error("Something is registered.");
    }
    void traced.stream(request, io);
  };
  const subjects = [toSubject("floor", floor), toSubject("nothing is registered", unregistered)];
  const taken = await microseconds(subjects, quick ? QUICK_CALLS : CALLS);
  return toTable(["calls of one step", "µs"], [...taken].map(([label, us]) => [label, us.toFixed(3)]));
}

const CALLS: TurnsOptions = { rounds: 51, times: 20_000, warmUp: 200_000 };
const QUICK_CALLS: TurnsOptions = { rounds: 15, times: 20_000, warmUp: 60_000 };

function toSubject(label: string, once: () => void): Subject {
  return {
    label,
    turn(times) {
      const began = performance.now();
      for (let run = 0; run < times; run++) once();
      return performance.now() - began;
    },
  };
}

// Whole steps
// ------------------------------------------------------------------------------------------------------------------

async function wholeSteps(quick: boolean): Promise<string> {
  const subjects = [
    toSteps("floor: no telemetry", { isObserved: false }),
    toSteps("nothing is registered", { isObserved: true }),
    toSteps("an SDK samples nothing", { isObserved: true, sampler: new AlwaysOffSampler() }),
    toSteps("an SDK records spans and metrics", { isObserved: true, sampler: new AlwaysOnSampler() }),
  ];
  const taken = await microseconds(subjects, quick ? QUICK_STEPS : STEPS);
  return toTable(["a step", "µs"], [...taken].map(([label, us]) => [label, us.toFixed(1)]));
}

/** Turns are short, since other processes take the core at times, and many. */
const STEPS: TurnsOptions = { rounds: 501, times: 20, warmUp: 4_000 };
const QUICK_STEPS: TurnsOptions = { rounds: 101, times: 20, warmUp: 1_000 };

let threads = 0;

interface Observed {
  readonly isObserved: boolean;
  /** Of an SDK that is registered for the turn. */
  readonly sampler?: Sampler;
}

/** Every turn has a deployment of its own, so that none has more threads than another. */
function toSteps(label: string, { isObserved, sampler }: Observed): Subject {
  return {
    label,
    async turn(times) {
      const { telemetry, ...deps } = deploy();
      const deployment = isObserved ? { ...deps, telemetry } : deps;
      const sdk = sampler && register(sampler);
      await oneStep(deployment);
      const began = performance.now();
      for (let run = 0; run < times; run++) await oneStep(deployment);
      const ms = performance.now() - began;
      await sdk?.();
      return ms;
    },
  };
}

async function oneStep(deps: Parameters<typeof startRun>[1]): Promise<void> {
  const run = await startRun({
    ref: { tenant: "t", thread: `t${threads++}` },
    agent: "a",
    inputs: ["?"],
    until: "step",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, deps);
  if (run.type !== "running") throw new Error(`The run is ${run.type}.`);
  const { error, output } = await run.run(() => {});
  if (error !== undefined || output !== "Yes.") throw error ?? new Error(`The step answered ${output}.`);
}

const NOWHERE: SpanExporter = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
};

/** Registers an SDK for one turn. */
function register(sampler: Sampler): () => Promise<void> {
  const tracers = new TracerProvider({
    sampler,
    spanProcessors: [new BatchSpanProcessor({ exporter: NOWHERE })],
  });
  const meters = new MeterProvider();
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  return async () => {
    trace.disable();
    metrics.disable();
    await tracers.shutdown();
    await meters.shutdown();
  };
}
