// An OTLP/HTTP receiver: a real server that takes traces and metrics as JSON and refuses what is not in their form. Logs, which
// a platform makes of the console, are taken unread.

import * as z from "zod/mini";
import { type AttributeValue, metricsRequest, toAttributes, traceRequest } from "./schema.ts";

const KINDS = ["", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;

export interface ReceivedSpan {
  readonly name: string;
  readonly kind: string;
  readonly scope: string;
  readonly schemaUrl: string | undefined;
  readonly traceId: string;
  readonly spanId: string;
  /** "" of a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly status: { readonly failed: boolean; readonly message: string | undefined };
  readonly startNanos: bigint;
  readonly endNanos: bigint;
}

export interface ReceivedHistogram {
  readonly name: string;
  readonly unit: string | undefined;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
}

export interface OtlpReceiver extends AsyncDisposable {
  /** Without a trailing slash; exporters append /v1/traces and /v1/metrics. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly histograms: ReceivedHistogram[];
  /** Why requests were refused. */
  readonly complaints: string[];
  /** Settles as soon as the spans that came fulfil the condition. */
  until(fulfilled: (spans: readonly ReceivedSpan[]) => boolean): Promise<void>;
  /** Forgets what came. */
  clear(): void;
}

export function startReceiver(): OtlpReceiver {
  const spans: ReceivedSpan[] = [];
  const histograms: ReceivedHistogram[] = [];
  const complaints: string[] = [];
  const waiting = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const type = request.headers.get("content-type");
    const text = await request.text();
    try {
      if (request.method !== "POST" || type !== "application/json") {
        throw new Error(`${request.method} of ${type}`);
      }
      if (pathname === "/v1/traces") spans.push(...readSpans(JSON.parse(text)));
      else if (pathname === "/v1/metrics") histograms.push(...readHistograms(JSON.parse(text)));
      else if (pathname !== "/v1/logs") throw new Error(`no path ${pathname}`);
    } catch (thrown) {
      complaints.push(thrown instanceof z.core.$ZodError ? z.prettifyError(thrown) : String(thrown));
      return new Response("refused", { status: 400 });
    } finally {
      for (const check of waiting) check();
    }
    return Response.json({ partialSuccess: {} });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    spans,
    histograms,
    complaints,
    until: async (fulfilled) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = () => {
        if (complaints.length > 0) reject(new Error(complaints.join("\n")));
        else if (fulfilled(spans)) resolve();
      };
      waiting.add(check);
      check();
      await promise.finally(() => waiting.delete(check));
    },
    clear: () => void [spans, histograms].forEach((list) => list.splice(0)),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function readSpans(json: unknown): ReceivedSpan[] {
  const { resourceSpans } = traceRequest.parse(json);
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ scope, schemaUrl, spans }) =>
    spans.map((span) => ({
      name: span.name,
      kind: KINDS[span.kind] ?? "",
      scope: scope.name,
      schemaUrl: schemaUrl || undefined,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId ?? "",
      traceState: span.traceState ?? "",
      attributes: toAttributes(span.attributes),
      status: { failed: span.status?.code === 2, message: span.status?.message || undefined },
      startNanos: span.startTimeUnixNano,
      endNanos: span.endTimeUnixNano,
    }))
  );
}

function readHistograms(json: unknown): ReceivedHistogram[] {
  const { resourceMetrics } = metricsRequest.parse(json);
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) =>
    metrics
  );
  return metrics.flatMap(({ name, unit, histogram }) =>
    (histogram?.dataPoints ?? []).map((point) => ({
      name,
      unit,
      attributes: toAttributes(point.attributes),
      count: point.count,
      sum: point.sum,
      bounds: point.explicitBounds,
    }))
  );
}
