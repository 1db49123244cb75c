// What the runtime hands out in process, as a client has it.

/** A copy by JSON: a field that is undefined is missing. */
export function asSent<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
