// The entry `@treadle/treadle/telemetry`: spans and metrics of runs by OpenTelemetry.

import type { Plugin } from "../../http/plugin.ts";
import type { TelemetryOptions } from "./observe_run.ts";
import { createTelemetry } from "./open_telemetry.ts";
import { platformPropagates } from "./platform.ts";

export { createTelemetry, type TelemetryOptions };

/**
 * Traces and measures runs by what is registered with @opentelemetry/api, as TREADLE_TRACE_CONTENT and TREADLE_TRACE_TENANT say. It is part
 * of the standard set. A deployment without it has no spans of its own, and gives requests to models and tools no `traceparent`.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { telemetry } from "@treadle/treadle/telemetry";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [telemetry()] });
 * ```
 */
export function telemetry(): Plugin {
  return {
    name: "telemetry",
    open({ deps: { clock, log }, env }) {
      const propagators = env.OTEL_PROPAGATORS;
      const isPropagated = platformPropagates(typeof propagators === "string" ? propagators : undefined);
      return {
        telemetry: createTelemetry({
          clock,
          log,
          content: env.TREADLE_TRACE_CONTENT === "1",
          tenant: env.TREADLE_TRACE_TENANT === "1",
          isPropagated,
        }),
        isPropagated,
      };
    },
  };
}
