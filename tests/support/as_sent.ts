// Values that the runtime hands out in process, compared as its clients have them.

/** The value as JSON has it: a field that is undefined is missing. */
export function asSent<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
