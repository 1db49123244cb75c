// How Bedrock refuses, and what it refuses: an operation on a model.
import { WireRefusal } from "../refusal.ts";

/** A 400 of Bedrock: the header names the exception, the body has the message. */
export function validation(message: string): WireRefusal {
  return exception(400, "ValidationException", message);
}

export function exception(status: number, type: string, message: string): WireRefusal {
  return new WireRefusal(status, message, { message }, {
    "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
  });
}

/** What a legal path names. */
export interface Operation {
  readonly model: string;
  readonly stream: boolean;
}
