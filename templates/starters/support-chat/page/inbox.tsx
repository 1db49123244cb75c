// What waits for staff, of all customers.

import { useEffect, useState } from "react";
import { request } from "./api.ts";

/** A call that waits for a person. */
interface Item {
  readonly thread: string;
  readonly callId: string;
  readonly name: string;
  readonly args: unknown;
  readonly digest: string;
  readonly user?: string;
}

export function Inbox({ by }: { by: string }) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const update = () => request<{ items: Item[] }>("/v1/inbox").then((page) => setItems(page.items));
  useEffect(() => {
    void update();
    const timer = setInterval(update, 3_000);
    return () => clearInterval(timer);
  }, []);
  const decide = async ({ thread, callId, digest }: Item, approved: boolean) => {
    // The digest names the arguments that this page shows.
    await request("/v1/inbox/decisions", [{ thread, callId, digest, approved, by }]);
    await request(`/v1/threads/${thread}/wake`, {}); // the run goes on by itself
    await update();
  };
  return (
    <main>
      <h1>Inbox</h1>
      {items.length === 0 && <p>Nothing waits.</p>}
      {items.map((item) => (
        <section key={item.callId} aria-label={item.name}>
          <p>
            {item.name} <code>{JSON.stringify(item.args)}</code>
          </p>
          <button type="button" onClick={() => decide(item, true)}>Approve</button>{" "}
          <button type="button" onClick={() => decide(item, false)}>Deny</button>
        </section>
      ))}
    </main>
  );
}
