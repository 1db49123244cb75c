// What every runtime does with the client: a run with an approval over a line that drops, and an error.

import { collect, createClient, TreadleError } from "../../../../../src/react/client/mod.ts";

/** Where the deployment is, and who asks. */
export interface Task {
  readonly url: string;
  readonly key: string;
  readonly thread: string;
  /** As the runtime names itself. */
  readonly runtime: string;
}

/** What came of it, as JSON. */
export interface Report {
  readonly runtime: string;
  readonly seqs: number[];
  readonly states: string[];
  readonly texts: string[];
  readonly status: string;
  readonly agents: string[];
  readonly error: readonly [string, number];
}

/** Runs the agent `tester`, whose script removes a record after an approval. */
export async function exercise({ url, key, thread, runtime }: Task): Promise<Report> {
  const client = createClient({ url, key: () => Promise.resolve(key), retries: { count: 8, firstMs: 5 } });
  const mine = client.thread(thread);
  const seqs: number[] = [];
  const onChange = ({ seq }: { readonly seq: number }) => seqs.push(seq);
  const asked = await collect(mine.stream("Remove r1.", { agent: "tester" }), { onChange });
  for (const { callId, digest } of asked.approvals) await mine.approve(callId, { approved: true, digest });
  const { messages, status } = await collect(mine.stream(), { from: asked, onChange });
  const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
  return {
    runtime,
    seqs,
    states: parts.flatMap((part) => part.type === "call" ? [part.state] : []),
    texts: parts.flatMap((part) => part.type === "text" ? [part.text] : []),
    status,
    agents: (await client.agents()).map(({ name }) => name),
    error: await client.thread("none").get().then(() => ["none", 0] as const, (error) => {
      return error instanceof TreadleError
        ? [error.code, error.status] as const
        : [String(error), 0] as const;
    }),
  };
}
