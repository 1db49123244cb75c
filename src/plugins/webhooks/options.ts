// The options of `webhooks()`, and their defaults.

import type { HmacSettings } from "../../triggers/hmac.ts";
import type { TRIGGERS } from "../../triggers/triggers.ts";

/** What every trigger has. */
interface CommonTrigger {
  /**
   * Names of the environment variables with its secrets; a delivery that is signed by any of them is verified. Two while a secret
   * is replaced.
   */
  readonly secrets: readonly string[];
  /** Milliseconds by which the time of a delivery may be off in both directions; 300,000, of `qstash` 30,000. */
  readonly windowMs?: number;
  /** The tenant of its threads. By default the only one of TREADLE_API_KEYS, or that of a deployment without keys. */
  readonly tenant?: string;
}

/** A sender with a scheme of its own. */
export interface KnownTrigger extends CommonTrigger {
  readonly scheme: keyof typeof TRIGGERS;
}

/** Any other sender that signs with HMAC. */
export interface HmacTrigger extends CommonTrigger, HmacSettings {
  readonly scheme: "hmac";
}

/** What `webhooks()` is made from. */
export interface WebhooksOptions {
  /** By the names in their URLs, in place of the triggers whose customary variables are set. */
  readonly triggers?: Readonly<Record<string, KnownTrigger | HmacTrigger>>;
  /** Most bytes of a delivery; 1,048,576 by default, at most 26,214,400. */
  readonly maxBodyBytes?: number;
}

/** A trigger that is on when the first of its variables is set; the second is another secret that verifies. */
interface CustomaryTrigger {
  readonly scheme: KnownTrigger["scheme"];
  readonly variables: readonly [string, string];
}

/** By the names in their URLs. */
export const CUSTOMARY: Readonly<Record<string, CustomaryTrigger>> = {
  github: { scheme: "github", variables: ["GITHUB_WEBHOOK_SECRET", "GITHUB_WEBHOOK_SECRET_PREVIOUS"] },
  qstash: { scheme: "qstash", variables: ["QSTASH_CURRENT_SIGNING_KEY", "QSTASH_NEXT_SIGNING_KEY"] },
  slack: { scheme: "slack", variables: ["SLACK_SIGNING_SECRET", "SLACK_SIGNING_SECRET_PREVIOUS"] },
  standard: {
    scheme: "standard",
    variables: ["STANDARD_WEBHOOKS_SECRET", "STANDARD_WEBHOOKS_SECRET_PREVIOUS"],
  },
  stripe: { scheme: "stripe", variables: ["STRIPE_WEBHOOK_SECRET", "STRIPE_WEBHOOK_SECRET_PREVIOUS"] },
  svix: { scheme: "standard", variables: ["SVIX_WEBHOOK_SECRET", "SVIX_WEBHOOK_SECRET_PREVIOUS"] },
};
