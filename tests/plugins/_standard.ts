// The plugins of the standard set: what each serves, and where it stands.

import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { analytics } from "../../src/plugins/analytics/mod.ts";
import { approvals } from "../../src/plugins/approvals/mod.ts";
import { deferredCalls } from "../../src/plugins/deferred_calls/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { forks } from "../../src/plugins/forks/mod.ts";
import { media } from "../../src/plugins/media/mod.ts";
import { orchestration } from "../../src/plugins/orchestration/mod.ts";
import { openaiApi } from "../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../src/plugins/trace_svg/mod.ts";
import { wakes } from "../../src/plugins/wakes/mod.ts";
import { keys } from "../../src/plugins/keys/mod.ts";
import { pauses } from "../../src/plugins/pauses/mod.ts";
import { policies } from "../../src/plugins/policies/mod.ts";
import type { Plugin } from "../../src/http/plugin.ts";

/** A plugin of the standard set. */
export interface StandardPlugin {
  readonly make: () => Plugin;
  /** The call that makes it, its entry of the package, and its folder. */
  readonly call: string;
  readonly entry: string;
  readonly folder: string;
  /** Within its folder: what responds, and the beginning of the files that make the responses. */
  readonly responds: string;
  readonly encoder: string;
  /** Every route that it has, as method and path. The thread `t1` and the agent `tester` are there. */
  readonly requests: readonly string[];
  /** Those that refuse tokens for browsers, or need no caller. */
  readonly withoutToken?: readonly string[];
}

const POLICY_ROUTES = [
  "GET /v1/policies",
  "GET /v1/policies/production",
  "PUT /v1/policies/own",
  "DELETE /v1/policies/production",
];
const PAUSE_ROUTES = ["GET /v1/pauses", "PUT /v1/pauses/tester", "DELETE /v1/pauses/tester"];
const KEY_ROUTES = ["GET /v1/keys", "POST /v1/keys", "POST /v1/keys/ci/rotate", "DELETE /v1/keys/ci"];
const ANALYTICS_ROUTES = ["GET /v1/analytics/choices", "GET /v1/analytics/suggestions"];

const RESULT_ROUTES = [
  "POST /v1/threads/t1/calls/call_1/result",
  "POST /v1/threads/t1/calls/call_1/detach",
  "POST /callbacks/token",
];

/** By name. */
export const STANDARD: Readonly<Record<string, StandardPlugin>> = {
  policies: {
    make: () => policies(),
    call: "policies",
    entry: "policies",
    folder: "src/plugins/policies",
    responds: "routes.ts",
    encoder: "manage_policies.ts",
    requests: POLICY_ROUTES,
    withoutToken: POLICY_ROUTES,
  },
  pauses: {
    make: pauses,
    call: "pauses",
    entry: "pauses",
    folder: "src/plugins/pauses",
    responds: "routes.ts",
    encoder: "pauses.ts",
    requests: PAUSE_ROUTES,
    withoutToken: PAUSE_ROUTES,
  },
  keys: {
    make: keys,
    call: "keys",
    entry: "keys",
    folder: "src/plugins/keys",
    responds: "routes.ts",
    encoder: "stored_key",
    requests: KEY_ROUTES,
    withoutToken: KEY_ROUTES,
  },
  approvals: {
    make: approvals,
    call: "approvals",
    entry: "approvals",
    folder: "src/plugins/approvals",
    responds: "approval_routes.ts",
    encoder: "link_page.ts",
    requests: [
      "GET /v1/threads/t1/approvals",
      "POST /v1/threads/t1/approvals/call_1",
      "POST /v1/threads/t1/approvals/call_1/link",
      "GET /approvals/token",
      "POST /approvals/token",
      "GET /v1/inbox",
      "POST /v1/inbox/decisions",
    ],
    withoutToken: [
      "POST /v1/threads/t1/approvals/call_1/link",
      "GET /approvals/token",
      "POST /approvals/token",
    ],
  },
  chat: {
    make: chat,
    call: "chat",
    entry: "chat",
    folder: "src/plugins/chat",
    responds: "door.ts",
    encoder: "ui_messages/",
    requests: [
      "POST /api/chat",
      "POST /api/chat/tester",
      "GET /api/chat/t1/messages",
      "GET /api/chat/tester/t1/messages",
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
    responds: "door.ts",
    encoder: "encoder/",
    requests: ["POST /agui", "POST /agui/tester"],
  },
  openai_api: {
    make: openaiApi,
    call: "openaiApi",
    entry: "openai_api",
    folder: "src/plugins/openai_api",
    responds: "door.ts",
    encoder: "encoders/",
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
    responds: "door.ts",
    encoder: "drawing/",
    requests: ["GET /v1/threads/t1/trace.svg"],
  },
  analytics: {
    make: analytics,
    call: "analytics",
    entry: "analytics",
    folder: "src/plugins/analytics",
    responds: "routes.ts",
    encoder: "tables/",
    requests: ANALYTICS_ROUTES,
    withoutToken: ANALYTICS_ROUTES,
  },
  deferred_calls: {
    make: deferredCalls,
    call: "deferredCalls",
    entry: "deferred_calls",
    folder: "src/plugins/deferred_calls",
    responds: "routes.ts",
    encoder: "complete_call.ts",
    requests: RESULT_ROUTES,
    withoutToken: RESULT_ROUTES,
  },
  media: {
    make: media,
    call: "media",
    entry: "media",
    folder: "src/plugins/media",
    responds: "routes.ts",
    encoder: "media_store.ts",
    requests: [
      `GET /v1/threads/t1/media/${"0".repeat(64)}?entry=0`,
      `GET /v1/threads/t1/media/${"0".repeat(64)}/link`,
      "GET /media/token",
    ],
    withoutToken: ["GET /media/token"],
  },
  orchestration: {
    make: orchestration,
    call: "orchestration",
    entry: "orchestration",
    folder: "src/plugins/orchestration",
    responds: "routes.ts",
    encoder: "list_children.ts",
    requests: ["GET /v1/threads/t1/plan", "PUT /v1/threads/t1/plan", "GET /v1/threads/t1/children"],
    withoutToken: ["PUT /v1/threads/t1/plan"],
  },
  forks: {
    make: forks,
    call: "forks",
    entry: "forks",
    folder: "src/plugins/forks",
    responds: "routes.ts",
    encoder: "fork_once.ts",
    requests: ["POST /v1/threads/t1/fork"],
  },
  wakes: {
    make: wakes,
    call: "wakes",
    entry: "wakes",
    folder: "src/plugins/wakes",
    responds: "routes.ts",
    encoder: "wake_on_request.ts",
    requests: ["POST /v1/threads/t1/wake"],
    withoutToken: ["POST /v1/threads/t1/wake"],
  },
};

/** Status and code of a response. */
export async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const body = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
  return `${response.status} ${body.code ?? body.error?.code ?? ""}`.trimEnd();
}
