// A Worker with an SDK, as docs/observability.md has it: the SDK is registered once in an isolate, and every invocation is kept
// alive until what it observed is sent.

import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import worker from "../../../functions/cloudflare.ts";

interface Bindings {
  readonly [name: string]: unknown;
  readonly TRACES_URL: string;
}

let provider: TracerProvider | undefined;

function register({ TRACES_URL }: Bindings): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: TRACES_URL });
  const registered = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(registered);
  return registered;
}

export default {
  fetch(
    request: Request,
    bindings: Bindings,
    context: { waitUntil(promise: Promise<unknown>): void },
  ): Response | Promise<Response> {
    const sdk = provider ??= register(bindings);
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work.finally(() => sdk.forceFlush()));
    return worker.fetch(request, bindings, { waitUntil });
  },
};
