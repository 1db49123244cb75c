// What waits for staff, of all customers.

import { useEffect, useState } from "react";
import { Refusal, request } from "./api.ts";

/** A call that waits for a person, as `GET /v1/inbox` lists it. */
interface Item {
  readonly thread: string;
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly approval: { readonly digest: string };
  readonly user?: string;
}

/** What came of a decision. A list with a refusal has the status 200. */
interface Result {
  readonly status: "decided" | "refused";
  readonly error?: { readonly code: string; readonly message: string };
}

export function Inbox({ by }: { by: string }) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [refusal, setRefusal] = useState("");
  const update = () => request<{ items: Item[] }>("/v1/inbox").then((page) => setItems(page.items));
  useEffect(() => {
    void update();
    const timer = setInterval(update, 3_000);
    return () => clearInterval(timer);
  }, []);
  const decide = async (item: Item, approved: boolean) => {
    setRefusal("");
    try {
      await sendDecision(item, approved, by);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      await update();
    }
  };
  return (
    <main>
      <h1>Inbox</h1>
      <p role="alert">{refusal}</p>
      {items.length === 0 && <p>Nothing waits.</p>}
      {items.map((item) => (
        <section key={item.callId} aria-label={item.name}>
          <p>
            {item.name.replaceAll("_", " ")} of <strong>{item.user ?? "nobody"}</strong>
          </p>
          <dl>
            {Object.entries(item.args).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt> <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
          <button type="button" onClick={() => decide(item, true)}>Approve</button>{" "}
          <button type="button" onClick={() => decide(item, false)}>Deny</button>
        </section>
      ))}
    </main>
  );
}

/** Decides, and has the run go on without this page. */
async function sendDecision({ thread, callId, approval }: Item, approved: boolean, by: string) {
  // The digest names the arguments that this page shows: a decision about other ones is refused.
  const decision = { thread, callId, digest: approval.digest, approved, by };
  const { results } = await request<{ results: Result[] }>("/v1/inbox/decisions", [decision]);
  const refused = results.find(({ status }) => status === "refused");
  if (refused !== undefined) throw new Error(refused.error?.message ?? "The decision is refused.");
  await request(`/v1/threads/${thread}/wake`, {}).catch((error) => {
    // 409: the run has gone on already, or another call of it waits.
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  });
}
