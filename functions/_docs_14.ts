// functions/observed.ts
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import worker from "./cloudflare.ts";

interface Bindings {
  readonly [name: string]: unknown;
  /** Of the collector, such as https://collector.example/v1/traces. */
  readonly TRACES_URL: string;
}

interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

let registered: TracerProvider | undefined;

function register({ TRACES_URL }: Bindings): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: TRACES_URL });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

export default {
  fetch(request: Request, bindings: Bindings, context: Context): Response | Promise<Response> {
    const provider = registered ??= register(bindings);
    const waitUntil = (run: Promise<unknown>) => context.waitUntil(run.finally(() => provider.forceFlush()));
    return worker.fetch(request, bindings, { waitUntil });
  },
};
