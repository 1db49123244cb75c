// The instrumentation scope: who emits, and the version of the conventions that its names follow.

/** The name of the instrumentation scope. */
export const SCOPE = "treadle";

/**
 * The last release of the semantic conventions that has the GenAI ones. They have a repository of their own since, without a
 * release: docs/decisions.md, "OpenTelemetry".
 */
export const SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";
