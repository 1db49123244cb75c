// Every trigger scheme, one line each: the conformance suite loops over this record. It is no part of the registry of the core,
// so that a deployment without webhooks has none of them in its bundle. The scheme `hmac` is made from settings.

import { github } from "./github.ts";
import { qstash } from "./qstash.ts";
import { slack } from "./slack.ts";
import { standard } from "./standard.ts";
import { stripe } from "./stripe.ts";
import type { Trigger } from "./trigger.ts";

/** Schemes by name. */
export const TRIGGERS = {
  github,
  qstash,
  slack,
  standard,
  stripe,
} as const satisfies Record<string, Trigger>;
