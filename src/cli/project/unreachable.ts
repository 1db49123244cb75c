// Why a server did not answer.

/**
 * The reason of a failed fetch in a few words, such as "invalid peer certificate: Expired". Deno has it behind the URL in the
 * message, which may have a password; Node has it in the cause.
 */
export function whyUnreachable(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "no answer";
  if (thrown.name === "TimeoutError") return "no answer in time";
  if (thrown.cause instanceof Error) {
    const { message } = thrown.cause;
    const code = "code" in thrown.cause ? String(thrown.cause.code) : "";
    return message || code || "no answer";
  }
  return thrown.message.replace(/^[^]*\): /, "").replace(/\(?https?:\/\/\S*/g, "").trim() || "no answer";
}
