// A request that a provider answers with an error status, word for word.

/** Thrown by lint rules and simulated servers. */
export class WireRefusal extends Error {
  readonly status: number;
  /** The JSON body. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
