// The entry `@treadle/treadle`: the public surface, with the standard set of plugins. What is named here stands in the place of what
// the kernel has under the name.

export * from "./treadle/mod.ts";
export { createDeps, type DepsOptions } from "./deps.ts";
export { PROVIDERS } from "./provider_registry.ts";
export { standard, type StandardOptions } from "./plugins/standard.ts";
export { createTelemetry, type TelemetryOptions } from "./plugins/telemetry/mod.ts";
export { createTreadle } from "./treadle.ts";
