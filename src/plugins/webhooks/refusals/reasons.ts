// The reason of a refusal and its fix: for people of the deployment, and never for the sender.

import type { ErrorCode } from "../../../core/error.ts";
import type { Refusal } from "../../../triggers/trigger.ts";

/** What a signature lacks, or that there is no such trigger. */
export type Unverified = Refusal | "trigger_unknown";

const CLOCKS = "Compare the clocks of both sides, or give the trigger a longer windowMs.";

/** A sentence about what was found, and one about what to do. */
export const UNVERIFIED: Readonly<Record<Unverified, string>> = {
  trigger_unknown:
    "The deployment has no trigger of the name in the address. Correct the address at the sender, or set the secret of the trigger.",
  signature_missing:
    "The delivery has no signature. Set the secret at the sender; a request without one is of a stranger.",
  signature_malformed: "The signature has another form. Choose the scheme of the sender for the trigger.",
  signature_wrong:
    "The signature is of another secret or of other bytes. Compare the secret of the sender with the variable of the trigger, and let no proxy change the body.",
  timestamp_missing: "The delivery says no time. Choose the scheme of the sender for the trigger.",
  timestamp_malformed: "The time of the delivery cannot be read. Choose its unit: s or ms.",
  timestamp_old: `The delivery is older than the window: repeated, or late. ${CLOCKS}`,
  timestamp_ahead: `The delivery is of the future. ${CLOCKS}`,
  id_missing: "The delivery has no id, which its signature covers. Choose the scheme of the sender.",
  id_malformed: "The id of the delivery has characters that are refused.",
  issuer_wrong: "The token is not of QStash. Choose the scheme of the sender for the trigger.",
  destination_wrong:
    "The signature is for another address. Set TREADLE_PUBLIC_URL to the address that the sender has.",
  body_changed: "The body is not the one that was signed. Let no proxy change it.",
};

/** What no template took; the counterpart of a message of an error. */
export const NO_TEMPLATE =
  "No template of the agent takes the event. Compare its event, where and unless with what was sent, or leave the event out at the sender.";

/** In place of the message of an error: one that has no words of the body, and one about what to set. */
export const BY_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_json: "The body is not JSON, nor a form with JSON. Choose JSON as the content type at the sender.",
  body_too_large: "The body is too large. Send less, or give webhooks() a larger maxBodyBytes.",
};
