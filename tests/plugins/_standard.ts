// The plugins of the standard set: what each serves, and where it stands.

import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { analytics } from "../../src/plugins/analytics/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../src/plugins/trace_svg/mod.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
import type { Plugin } from "../../src/http/door.ts";

/** A plugin of the standard set. */
export interface StandardPlugin {
  readonly make: () => Plugin;
  /** The call that makes it, its entry of the package, and its folder. */
  readonly call: string;
  readonly entry: string;
  readonly folder: string;
  /** A folder within it, of what its routes respond with; missing where it has none. */
  readonly part?: string;
  /** Every route that it has, as method and path. The thread `t1` and the agent `tester` are there. */
  readonly requests: readonly string[];
  /** Its routes take a key alone, and no token for browsers. */
  readonly needsKey?: true;
}

/** By name. */
export const STANDARD: Readonly<Record<string, StandardPlugin>> = {
  policies: {
    make: () => policies(),
    call: "policies",
    entry: "policies",
    folder: "src/plugins/policies",
    requests: [
      "GET /v1/policies",
      "GET /v1/policies/production",
      "PUT /v1/policies/own",
      "DELETE /v1/policies/production",
    ],
    needsKey: true,
  },
  chat: {
    make: chat,
    call: "chat",
    entry: "chat",
    folder: "src/plugins/chat",
    part: "ui_messages",
    requests: [
      "POST /api/chat",
      "POST /api/chat/tester",
      "GET /api/chat/t1/stream",
      "GET /api/chat/tester/t1/stream",
      "POST /api/chat/t1/stop",
      "POST /api/chat/tester/t1/stop",
    ],
  },
  ag_ui: {
    make: agUi,
    call: "agUi",
    entry: "ag_ui",
    folder: "src/plugins/ag_ui",
    part: "encoder",
    requests: ["POST /agui", "POST /agui/tester"],
  },
  openai_api: {
    make: openaiApi,
    call: "openaiApi",
    entry: "openai_api",
    folder: "src/plugins/openai_api",
    part: "encoders",
    requests: [
      "POST /v1/chat/completions",
      "POST /v1/responses",
      "GET /v1/responses/resp_1",
      "DELETE /v1/responses/resp_1",
      "POST /v1/responses/resp_1/cancel",
      "GET /v1/responses/resp_1/input_items",
      "GET /v1/models",
      "GET /v1/models/tester",
    ],
  },
  trace_svg: {
    make: traceSvg,
    call: "traceSvg",
    entry: "trace_svg",
    folder: "src/plugins/trace_svg",
    part: "drawing",
    requests: ["GET /v1/threads/t1/trace.svg"],
  },
  analytics: {
    make: analytics,
    call: "analytics",
    entry: "analytics",
    folder: "src/plugins/analytics",
    part: "tables",
    requests: ["GET /v1/analytics/choices", "GET /v1/analytics/suggestions"],
    needsKey: true,
  },
};
