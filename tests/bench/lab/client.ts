// The client of the contenders that serve: plain fetch, which keeps its connections.

import { API_KEY } from "./workload.ts";

export interface PostOptions {
  /** `text/event-stream` by default. */
  readonly accept?: string;
  /** False: the events are not kept for a reader that comes back. */
  readonly resumable?: boolean;
  /** Of the first step of a thread. */
  readonly agent?: string;
  readonly input?: string;
  /** Is given what arrives, when it arrives. */
  readonly seen?: (bytes: Uint8Array) => void;
}

/** Runs a step and reads its answer to the end. */
export async function postStep(
  url: string,
  thread: string,
  { accept = "text/event-stream", seen = () => {}, ...step }: PostOptions = {},
): Promise<void> {
  const response = await fetch(`${url}/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json", accept },
    body: JSON.stringify({ until: "step", ...step }),
  });
  if (!response.body) {
    throw new Error(`The step of ${thread} was answered ${response.status} without a body.`);
  }
  let last = new Uint8Array();
  for await (const bytes of response.body) {
    seen(bytes);
    last = bytes;
  }
  const end = new TextDecoder().decode(last);
  if (response.status !== 200 || end.includes("step.failed")) throw new Error(`${response.status} ${end}`);
}
