// A run that nothing observes and whose caller has a trace: its requests carry the caller's headers on.

import type { ChatTrace } from "../../core/model/provider.ts";
import type { RunTrace, ToolTrace } from "../../core/telemetry/telemetry.ts";
import { toTraceHeaders, type TraceContext } from "../../core/text/trace_context.ts";

/** The run has no span of its own: what it sends is a child of the caller's. */
export function forwardRun(caller: TraceContext): RunTrace {
  const headers = toTraceHeaders(caller);
  const within = <T>(work: () => T): T => work();
  const end = () => {};
  const chat: ChatTrace = { headers, whole: headers, within, end, fail: end };
  const tool: ToolTrace = { headers, whole: headers, within, end };
  const model = { startChat: () => chat };
  return {
    context: undefined,
    headers,
    whole: headers,
    within,
    end,
    fail: end,
    forModel: () => model,
    startTool: () => tool,
  };
}
