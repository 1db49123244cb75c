// Requests of the page. The session is a cookie, which the browser adds.

/** A person who has signed in. */
export interface Person {
  readonly name: string;
  readonly isStaff: boolean;
}

/** A response with an error: its status and its text. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/**
 * The JSON of a response.
 *
 * @throws {Refusal} any status that is not 2xx
 */
export async function request<Body>(path: string, body?: object): Promise<Body> {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...body && { body: JSON.stringify(body) },
  });
  if (!response.ok) throw new Refusal(response.status, await response.text());
  return response.status === 204 ? undefined as Body : await response.json();
}

/** Who has signed in; undefined for a visitor. */
export async function readPerson(): Promise<Person | undefined> {
  const response = await fetch("/me");
  return response.ok ? await response.json() : undefined;
}
