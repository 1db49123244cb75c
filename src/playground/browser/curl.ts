// A request as a command line.

/** What is sent; `path` has the base path of the deployment. */
interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request for a shell. A key is left to the environment: what is copied is also pasted into chats. */
export function toCurl({ method, path, headers, body }: SentRequest): string {
  const lines = [
    `curl -N${method === "GET" ? "" : ` -X ${method}`} ${quote(location.origin + path)}`,
    ...Object.entries(headers).map(([name, value]) =>
      name === "authorization"
        ? `-H "authorization: Bearer $TREADLE_KEY"`
        : `-H ${quote(`${name}: ${value}`)}`
    ),
    ...(body === "" ? [] : [`-d ${quote(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** A text as one word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
