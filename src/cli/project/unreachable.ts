// Why a server did not answer, or not by itself.

/**
 * The reason of a failed fetch in a few words, such as "invalid peer certificate: Expired". Both runtimes have it in the cause;
 * Deno has the URL before it, which may have a password.
 */
export function whyUnreachable(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "no answer";
  if (thrown.name === "TimeoutError") return "no answer in time";
  const { cause } = thrown;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const text = (cause instanceof Error ? cause.message || code : "") || thrown.message;
  return text.replace(/^[^]*\): /, "").replace(/\(?https?:\/\/\S*/g, "").trim() || "no answer";
}

/** Where a response of `redirect: "manual"` sends the request; undefined for every other response. */
export function findRedirect({ status, headers, url }: Response): URL | undefined {
  const location = headers.get("location");
  return status < 300 || status > 399 || location === null
    ? undefined
    : URL.parse(location, url) ?? undefined;
}
