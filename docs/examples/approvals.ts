// A page on which a person answers what agents ask. Bundle it and put it beside approvals.html:
// esbuild docs/examples/approvals.ts --bundle --format=esm --outfile=approvals.js

import { createClient, type InboxItem, TreadleError } from "@treadle/react/client";

const { url = "" } = document.body.dataset;
const client = createClient({ url, key: currentToken });

let given: { token: string; expiresAt: string } | undefined;

/** The token of the signed-in person, from the page's own server (approvals_server.ts), and another one in time. */
async function currentToken(): Promise<string> {
  if (given === undefined || Date.parse(given.expiresAt) < Date.now() + 30_000) {
    const response = await fetch("/token", { method: "POST" });
    if (!response.ok) throw new Error("You are not signed in.");
    given = await response.json() as { token: string; expiresAt: string };
  }
  return given.token;
}

byId("refresh").addEventListener("click", () => void refresh());
void refresh();

async function refresh(): Promise<void> {
  try {
    const items: InboxItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.inbox({ limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    byId("items").replaceChildren(...items.map(card));
    byId("empty").hidden = items.length > 0;
  } catch (error) {
    say(textOf(error));
  }
}

function card(item: InboxItem): HTMLElement {
  const { name, agent, thread, since, args, approval, answer } = item;
  const reason = element("input", { ariaLabel: approval.asks ? "Answer" : "Reason", autocomplete: "off" });
  reason.placeholder = approval.asks ? "Your answer" : "Reason, for a denial";
  const approve = element("button", { textContent: approval.asks ? "Answer" : "Approve", className: "yes" });
  const deny = element("button", { textContent: "Deny" });
  const box = element("article", {});
  const decide = async (approved: boolean) => {
    for (const button of [approve, deny]) button.disabled = true;
    await answerItem(item, approved, reason.value.trim());
    await refresh();
  };
  approve.addEventListener("click", () => void decide(true));
  deny.addEventListener("click", () => void decide(false));
  const actions = element("div", { className: "actions" });
  actions.append(reason, approve, deny);
  box.append(
    element("h2", { textContent: name }),
    element("p", {
      className: "facts",
      textContent: `${agent} · ${thread} · since ${new Date(since).toLocaleString()}`,
    }),
    element("pre", { textContent: visible(JSON.stringify(args, null, 2)) }),
    ...(approval.needed > 1
      ? [
        element("p", {
          textContent: `${approval.decisions.length} of ${approval.needed} people have approved.`,
        }),
      ]
      : []),
    ...(answer === undefined ? [] : [element("p", { textContent: `The answer: ${JSON.stringify(answer)}` })]),
    actions,
  );
  return box;
}

/** Records the answer for the call as it is shown: another one is refused. Then the run goes on. */
async function answerItem(
  { thread: id, callId, name, approval: { digest, asks } }: InboxItem,
  approved: boolean,
  text: string,
): Promise<void> {
  const thread = client.thread(id);
  const said = text === "" ? {} : asks && approved ? { answer: text } : { reason: text };
  try {
    const { missing } = await thread.approve(callId, { approved, digest, ...said });
    say(`${name}: ${approved ? "approved" : "denied"}.`);
    if (missing > 0) return say(`${name}: approved; ${missing} more must approve.`);
    const { output } = await thread.run();
    if (output !== null) say(`${name}: ${approved ? "approved" : "denied"}. ${output}`);
  } catch (error) {
    // Other calls of the thread wait still.
    if (!(error instanceof TreadleError) || error.code !== "approval_required") say(textOf(error));
  }
}

/** What a model wrote, with each character that is invisible or turns the order of others as its code. */
function visible(json: string): string {
  return json.replace(
    /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu,
    (found) =>
      found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

function textOf(error: unknown): string {
  return error instanceof TreadleError ? `${error.code}: ${error.message}` : String(error);
}

function say(text: string): void {
  byId("status").textContent = text;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}
