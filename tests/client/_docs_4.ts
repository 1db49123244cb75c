// tests/client/program.ts
import { collect, createClient, TreadleError } from "@treadle/treadle/client";

const client = createClient({ url: "https://x.example/agents", key: () => shortLivedToken() });
const thread = client.thread("order-7");

for await (const event of thread.stream("Where is my order?", { agent: "support" })) {
  if (event.type === "text.delta") console.log(event.text);
  if (event.type === "approval.requested") await thread.approve(event.callId, true);
}

try {
  const { messages, approvals, usage } = await collect(thread.stream());
  console.log(messages.at(-1), approvals.length, usage.outputTokens);
} catch (error) {
  if (!(error instanceof TreadleError) || error.code !== "nothing_to_do") throw error;
}

async function shortLivedToken(): Promise<string> {
  return await (await fetch("https://x.example/token")).text();
}
