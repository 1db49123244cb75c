// How the Gemini API refuses: google.rpc.Status as JSON, and what its proto parser says of keys and values it does not know.
import { isRecord } from "../openai/reply.ts";
import { WireRefusal } from "../refusal.ts";

export type Fields = Record<string, unknown>;

/** The refusal of a status; `details` are those of google.rpc. */
export function refusal(code: number, status: string, message: string, details?: unknown[]): WireRefusal {
  return new WireRefusal(code, message, { error: { code, message, status, ...(details && { details }) } });
}

/** A 400 as for every request that is wrong. */
export function invalid(message: string): WireRefusal {
  return refusal(400, "INVALID_ARGUMENT", message);
}

/** The object without keys that the API does not know; `at` is its place in the names of the proto, "" for the whole. */
export function known(value: unknown, keys: readonly string[], at: string): Fields {
  if (!isRecord(value)) throw invalid(`Invalid value at '${at}', ${JSON.stringify(value)}`);
  const stranger = Object.keys(value).find((key) => !keys.includes(key));
  if (stranger !== undefined) {
    const where = at === "" ? "" : ` at '${at}'`;
    throw invalid(`Invalid JSON payload received. Unknown name "${stranger}"${where}: Cannot find field.`);
  }
  return value;
}

/** The list, [] when the field is left out. */
export function list(value: unknown, at: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`Invalid value at '${at}', ${JSON.stringify(value)}`);
  return value;
}

/** A field of the request, as violations name it. */
export function violation(field: string, what: string): WireRefusal {
  return invalid(`* GenerateContentRequest.${field}: ${what}\n`);
}

/** A google.protobuf.Struct. */
export function struct(value: unknown, at: string): Fields {
  if (isRecord(value)) return value;
  throw invalid(
    `Invalid value at '${at}' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(value)}`,
  );
}

/** A TYPE_STRING. */
export function text(value: unknown, at: string): string {
  if (typeof value === "string") return value;
  throw invalid(`Invalid value at '${at}' (TYPE_STRING), ${JSON.stringify(value)}`);
}
