// A deployment of the version whose tree this file stands in: it is copied into trees of released commits. Sends the requests of its
// standard input, one after the other, and prints the answers with the labels of the calls that ran.

import { deploy, type Location } from "../../compat/_deployment.ts";

/** A request of a test, as its fields stand in an array. */
export type Asked = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

/** What came of it. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** What the program prints. */
export interface Printed {
  readonly answers: readonly Answered[];
  readonly ran: readonly string[];
}

if (import.meta.main) {
  const { location, model, asked }: { location: Location; model: string; asked: Asked[] } =
    await new Response(
      Deno.stdin.readable,
    ).json();
  const answers: Answered[] = [];
  const deployment = deploy({ location, model, clock: Date.now });
  for (const [method, path, body, headers = {}] of asked) {
    const response = await deployment.send(method, path, body, { ...headers });
    answers.push({ status: response.status, text: await response.text() });
  }
  await deployment[Symbol.asyncDispose]();
  const printed: Printed = { answers, ran: deployment.executions.map(({ label }) => label) };
  console.log(JSON.stringify(printed));
}
