/** @jsxRuntime automatic @jsxImportSource react */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// A chat with the hooks for React: text as it comes, tools, approvals, a reload at any time. Bundle it and put it beside react_chat.html:
// esbuild docs/examples/react_chat.tsx --bundle --jsx=automatic --format=esm --outfile=react_chat.js

import { createClient, type Message } from "@treadle/react/client";
import { useThread } from "@treadle/react";
import { type FormEvent, memo, useState } from "react";
import { createRoot } from "react-dom/client";

const { url = "", agent = "" } = document.body.dataset;
let token: string | undefined;
const client = createClient({ url, key: currentToken });
// The thread is in the address, so a reload and a bookmark find it again.
location.hash ||= client.thread().id;
const id = location.hash.slice(1);

function Chat() {
  const { messages, inputs, approvals, status, error, send, stop, decide, retry } = useThread({
    client, id, agent,
  });
  const [text, setText] = useState("");
  const isBusy = status === "running" || status === "sending";
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    send(text);
    setText("");
  };
  return (
    <main>
      {messages.map((message, index) => <Card key={index} message={message} />)}
      {approvals.map(({ callId, name, args }) => (
        <section key={callId} className="approval" aria-label="Approval">
          <p>
            May <b>{name}</b> run with <code>{JSON.stringify(args)}</code>?
          </p>
          <button
            type="button"
            onClick={() =>
              decide(callId, true)}
          >
            Approve
          </button>{" "}
          <button
            type="button"
            onClick={() =>
              decide(callId, false)}
          >
            Deny
          </button>
        </section>
      ))}
      <p role="status">
        {error === undefined ? status : `${error.code}: ${error.message}`}
        {inputs.some(({ state }) => state === "queued") && " (a message waits)"}{" "}
        {error !== undefined && <button type="button" onClick={retry}>Try again</button>}
      </p>
      <form onSubmit={submit}>
        <input
          aria-label="Message"
          value={text}
          onChange={(change) => setText(change.target.value)}
          required
        />{" "}
        <button type="submit" disabled={isBusy}>Send</button>{" "}
        <button type="button" disabled={!isBusy} onClick={stop}>Stop</button>
      </form>
    </main>
  );
}

/** A message that did not change is the same object: while text comes, the others do not render. */
const Card = memo(function Card({ message }: { message: Message }) {
  if (message.role !== "assistant") return <article className={message.role}>{message.text}</article>;
  return (
    <article className="assistant">
      {message.parts.map((part, index) =>
        part.type === "call"
          ? (
            <p key={part.callId} className="call">
              {part.name}({part.args}) {part.state}
              {part.output !== undefined && ` → ${JSON.stringify(part.output)}`}
            </p>
          )
          : <p key={index} className={part.type}>{part.text}</p>
      )}
    </article>
  );
});

/** The page's own server gives a short-lived token: a key of the deployment has no place in a page. */
async function currentToken(expired?: string): Promise<string> {
  if (token === undefined || token === expired) token = await (await fetch("/token")).text();
  return token;
}

createRoot(document.getElementById("chat") ?? document.body).render(<Chat />);
