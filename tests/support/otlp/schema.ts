// The JSON form of OTLP 1.x that an exporter sends: opentelemetry-proto, as far as traces and metrics of Treadle use it. Unknown
// fields are refused.

import * as z from "zod/mini";

const traceId = z.string().check(z.regex(/^(?!0{32})[0-9a-f]{32}$/));
const spanId = z.string().check(z.regex(/^(?!0{16})[0-9a-f]{16}$/));
/** 64 bits: JSON text as a string, which is what proto3 writes; or a number that is exact. */
const nanos = z.pipe(
  z.union([z.string().check(z.regex(/^\d+$/)), z.int()]),
  z.transform((value: string | number) => BigInt(value)),
);
const integer = z.pipe(z.union([z.string().check(z.regex(/^-?\d+$/)), z.int()]), z.transform(Number));

const scalar = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: integer }),
  z.strictObject({ doubleValue: z.number() }),
]);
const anyValue = z.union([
  scalar,
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(scalar) }) }),
]);
const attributes = z.array(z.strictObject({ key: z.string().check(z.minLength(1)), value: anyValue })).check(
  z.refine((list) => new Set(list.map(({ key }) => key)).size === list.length, "has a key twice"),
);

const resource = z.strictObject({
  attributes: z.optional(attributes),
  droppedAttributesCount: z.optional(z.int()),
  entityRefs: z.optional(z.array(z.unknown())),
});
const scope = z.strictObject({
  name: z.string(),
  version: z.optional(z.string()),
  attributes: z.optional(attributes),
  droppedAttributesCount: z.optional(z.int()),
});

const span = z.strictObject({
  traceId,
  spanId,
  traceState: z.optional(z.string()),
  parentSpanId: z.optional(z.union([z.literal(""), spanId])),
  flags: z.optional(z.int()),
  name: z.string().check(z.minLength(1)),
  kind: z.int().check(z.minimum(1), z.maximum(5)),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: z.optional(attributes),
  droppedAttributesCount: z.optional(z.literal(0)),
  events: z.optional(z.array(z.unknown())),
  droppedEventsCount: z.optional(z.literal(0)),
  links: z.optional(z.array(z.unknown())),
  droppedLinksCount: z.optional(z.literal(0)),
  status: z.optional(z.strictObject({
    code: z.optional(z.int().check(z.minimum(0), z.maximum(2))),
    message: z.optional(z.string()),
  })),
}).check(
  z.refine((own) => own.startTimeUnixNano <= own.endTimeUnixNano, "ends before it starts"),
);

/** ExportTraceServiceRequest. */
export const traceRequest = z.strictObject({
  resourceSpans: z.array(z.strictObject({
    resource,
    scopeSpans: z.array(z.strictObject({
      scope,
      spans: z.array(span),
      schemaUrl: z.optional(z.string()),
    })),
    schemaUrl: z.optional(z.string()),
  })),
});

const histogramPoint = z.strictObject({
  attributes: z.optional(attributes),
  startTimeUnixNano: nanos,
  timeUnixNano: nanos,
  count: integer,
  sum: z.number(),
  bucketCounts: z.array(integer),
  explicitBounds: z.array(z.number()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  exemplars: z.optional(z.array(z.unknown())),
  flags: z.optional(z.int()),
}).check(
  z.refine(
    (own) => own.bucketCounts.length === own.explicitBounds.length + 1,
    "has another number of buckets",
  ),
  z.refine(
    (own) => own.bucketCounts.reduce((sum, count) => sum + count, 0) === own.count,
    "has a wrong count",
  ),
);

const histogram = z.strictObject({ aggregationTemporality: z.int(), dataPoints: z.array(histogramPoint) });

/** ExportMetricsServiceRequest. Metrics of other kinds than histograms are those of a platform. */
export const metricsRequest = z.strictObject({
  resourceMetrics: z.array(z.strictObject({
    resource,
    scopeMetrics: z.array(z.strictObject({
      scope,
      metrics: z.array(z.strictObject({
        name: z.string(),
        description: z.optional(z.string()),
        unit: z.optional(z.string()),
        metadata: z.optional(attributes),
        histogram: z.optional(histogram),
        sum: z.optional(z.unknown()),
        gauge: z.optional(z.unknown()),
      })),
      schemaUrl: z.optional(z.string()),
    })),
    schemaUrl: z.optional(z.string()),
  })),
});

/** The value of an attribute. */
export type AttributeValue = string | boolean | number | readonly (string | boolean | number)[];

/** Attributes by key. */
export function toAttributes(list: z.output<typeof attributes> = []): Record<string, AttributeValue> {
  return Object.fromEntries(list.map(({ key, value }) => [
    key,
    "arrayValue" in value ? value.arrayValue.values.map(toScalar) : toScalar(value),
  ]));
}

function toScalar(value: z.output<typeof scalar>): string | boolean | number {
  if ("stringValue" in value) return value.stringValue;
  if ("boolValue" in value) return value.boolValue;
  return "intValue" in value ? value.intValue : value.doubleValue;
}
