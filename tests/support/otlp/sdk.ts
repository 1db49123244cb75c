// An SDK as a deployment registers one: spans and metrics go to a receiver over OTLP/HTTP. Disposing it removes it from the
// process.

import { context, type ContextManager, metrics, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { AlwaysOffSampler, BatchSpanProcessor, type Sampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { type OtlpReceiver, type ReceivedHistogram, type ReceivedSpan, startReceiver } from "./receiver.ts";

/** Samples nothing. */
export function createSamplerOff(): Sampler {
  return new AlwaysOffSampler();
}

export interface RegisteredSdk extends AsyncDisposable {
  readonly receiver: OtlpReceiver;
  /** Everything that has ended so far, sent and received; the oldest start comes first, and a parent before its parts. */
  flush(): Promise<{ spans: readonly ReceivedSpan[]; histograms: readonly ReceivedHistogram[] }>;
}

export interface SdkOptions {
  readonly sampler?: Sampler;
  /** None by default, as on a platform without AsyncLocalStorage. */
  readonly contextManager?: ContextManager;
  /** Both by default. */
  readonly signals?: readonly ("traces" | "metrics")[];
}

export function registerSdk(
  { sampler, contextManager, signals = ["traces", "metrics"] }: SdkOptions = {},
): RegisteredSdk {
  const receiver = startReceiver();
  const exporter = new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` });
  const tracers = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter })],
    ...(sampler === undefined ? {} : { sampler }),
  });
  const meters = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${receiver.url}/v1/metrics` }),
        exportIntervalMillis: 3_600_000,
      }),
    ],
  });
  if (signals.includes("traces")) trace.setGlobalTracerProvider(tracers);
  if (signals.includes("metrics")) metrics.setGlobalMeterProvider(meters);
  if (contextManager !== undefined) context.setGlobalContextManager(contextManager.enable());
  return {
    receiver,
    flush: async () => {
      await tracers.forceFlush();
      await meters.forceFlush();
      if (receiver.complaints.length > 0) throw new Error(receiver.complaints.join("\n"));
      return { spans: inOrder(receiver.spans), histograms: receiver.histograms };
    },
    [Symbol.asyncDispose]: async () => {
      trace.disable();
      metrics.disable();
      context.disable();
      await tracers.shutdown();
      await meters.shutdown();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Starts are whole milliseconds, so a run and its first chat may have the same one, and the chat ends first. */
function inOrder(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const depth = ({ parentSpanId }: ReceivedSpan): number => {
    let levels = 0;
    for (
      let id: string | undefined = parentSpanId;
      id !== undefined && parents.has(id);
      id = parents.get(id)
    ) levels++;
    return levels;
  };
  return spans.toSorted((a, b) => Number(a.startNanos - b.startNanos) || depth(a) - depth(b));
}
