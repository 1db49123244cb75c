// The plugins of the standard set: what each serves, and where it stands.

import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../src/plugins/trace_svg/mod.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
import type { Door, Plugin } from "../../src/http/door.ts";

/** A plugin of the standard set. */
export interface ServingPlugin {
  readonly make: () => Plugin;
  /** Every route that it has, as method and path. The thread `t1` and the agent `tester` are there. */
  readonly requests: readonly string[];
}

/** One with a protocol of its clients. */
export interface StandardPlugin extends ServingPlugin {
  readonly make: () => Door;
  /** The call that makes it, its entry of the package, and its folder. */
  readonly call: string;
  readonly entry: string;
  readonly folder: string;
  /** Of its encoder, within its own. */
  readonly encoder: string;
}

/** Those whose routes are for keys alone, by name. */
export const FOR_KEYS: Readonly<Record<string, ServingPlugin>> = {
  policies: {
    make: () => policies(),
    requests: [
      "GET /v1/policies",
      "GET /v1/policies/production",
      "PUT /v1/policies/own",
      "DELETE /v1/policies/production",
    ],
  },
};

/** The others, by name. */
export const STANDARD: Readonly<Record<string, StandardPlugin>> = {
  chat: {
    make: chat,
    call: "chat",
    entry: "chat",
    folder: "src/plugins/chat",
    encoder: "ui_messages",
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
    encoder: "encoder",
    requests: ["POST /agui", "POST /agui/tester"],
  },
  openai_api: {
    make: openaiApi,
    call: "openaiApi",
    entry: "openai_api",
    folder: "src/plugins/openai_api",
    encoder: "encoders",
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
    encoder: "drawing",
    requests: ["GET /v1/threads/t1/trace.svg"],
  },
};
