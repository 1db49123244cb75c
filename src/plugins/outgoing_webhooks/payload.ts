// The payload of a webhook about a step. Sizes are bounded: the text is part of the step's commit.

import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { type Json, type JsonObject, toJsonObject } from "../../core/json.ts";
import type { FinishedStep } from "../../core/store/outbox.ts";
import type { OutgoingEvent } from "./endpoint.ts";

/** Bytes of the output, and of all arguments together, as JSON. */
const OUTPUT_BYTES = 16_384;
const ARGS_BYTES = 12_288;

/** Calls that are named. */
const MAX_CALLS = 32;

/** `data` of the body of a webhook. What is cut has a mark beside it; the API has it whole. */
export type WebhookData = JsonObject;

/** The events of a step, in the order in which they are delivered first. */
export function listEvents({ status, error, requests }: FinishedStep): OutgoingEvent[] {
  return [
    "step.committed",
    ...requests.length > 0 ? ["approval.requested" as const] : [],
    ...status === "done" ? ["run.finished" as const] : [],
    ...status === "failed" && error !== undefined ? ["run.failed" as const] : [],
  ];
}

/** What all events of a step say. */
export function toData(step: FinishedStep): WebhookData {
  const { ref: { tenant, thread }, agent, version, user, metadata, error } = step;
  return toJsonObject({
    tenant,
    thread,
    agent: agent.name,
    version,
    step: step.step,
    status: step.status,
    ...outputFields(step.output),
    error: error && { code: error.code, message: error.message.slice(0, 500) },
    ...callFields(step),
    user,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  });
}

function outputFields(output: string | null): JsonObject {
  if (output === null) return {};
  if (jsonSize(output) <= OUTPUT_BYTES) return { output };
  let end = Math.min(output.length, OUTPUT_BYTES);
  while (jsonSize(output.slice(0, end)) > OUTPUT_BYTES) end = Math.floor(end * 0.8);
  return { output: output.slice(0, end).replace(/[\uD800-\uDBFF]$/, ""), outputTruncated: true };
}

function callFields({ requests }: FinishedStep): JsonObject {
  if (requests.length === 0) return {};
  let left = ARGS_BYTES;
  const calls = requests.slice(0, MAX_CALLS).map(
    ({ callId, name, args, digest, thread, expiresAt }): Json => {
      const size = jsonSize(args);
      const fits = size <= left;
      if (fits) left -= size;
      return toJsonObject({
        id: callId,
        tool: name,
        digest,
        args: fits ? args : undefined,
        argsOmitted: fits ? undefined : true,
        thread,
        expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
      });
    },
  );
  return requests.length > MAX_CALLS ? { calls, callsOmitted: requests.length - MAX_CALLS } : { calls };
}

function jsonSize(value: Json): number {
  return utf8Bytes(JSON.stringify(value));
}
