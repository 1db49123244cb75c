// Rows E5, E7: the runtimes of assistant-ui, as they are published, on the chat and on AG-UI: in React and a DOM of this process.

import assert from "node:assert/strict";
import { HttpAgent } from "@ag-ui/client0";
import { AssistantRuntimeProvider } from "@assistant-ui/react";
import {
  useAgUiInterrupts,
  useAgUiRuntime,
  useAgUiSubmitInterruptResponses,
} from "@assistant-ui/react-ag-ui";
import { AssistantChatTransport, useAISDKChat, useChatRuntime } from "@assistant-ui/react-ai-sdk";
import { lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { Window } from "happy-dom";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { createTestApp, KEY, type TestApp } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";

const page = new Window({ url: "http://127.0.0.1/" });
Object.assign(globalThis, { window: page, document: page.document });
// React looks for its DOM when it is loaded.
const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");

const headers = { authorization: `Bearer ${KEY}` };
const SCENARIO: readonly ScriptedPlan[] = [
  { says: "Let me see.", calls: [{ tool: "echo", args: { text: "hi" } }] },
  { says: "Done." },
  { says: "I remove it.", calls: [{ tool: "remove", args: { id: "r1" } }] },
  { says: "Gone." },
];

/** What the tests read of a runtime of assistant-ui. */
interface Runtime {
  readonly thread: {
    append(text: string): void;
    getState(): {
      readonly isRunning: boolean;
      readonly messages: readonly {
        readonly role: string;
        readonly content: readonly {
          readonly type: string;
          readonly text?: string;
          readonly toolName?: string;
          readonly result?: unknown;
        }[];
      }[];
    };
  };
}

/** Mounts a runtime, and what is read inside of its provider. */
function mount<Inside>(useRuntime: () => unknown, useInside: () => Inside) {
  let runtime: unknown;
  let inside: Inside | undefined;
  function Reader() {
    inside = useInside();
    return null;
  }
  function App() {
    runtime = useRuntime();
    return createElement(AssistantRuntimeProvider, { runtime } as never, createElement(Reader));
  }
  const root = createRoot(page.document.body.appendChild(page.document.createElement("div")) as never);
  root.render(createElement(App));
  const open = () => runtime as Runtime; // the class of the package says more
  return {
    ready: () => eventually(() => inside !== undefined),
    inside: () => inside ?? assert.fail("nothing was rendered"),
    append: (text: string) => open().thread.append(text),
    shown: () =>
      open().thread.getState().messages.map(({ role, content }) =>
        [
          role,
          ...content.flatMap(({ text, toolName, result }) =>
            toolName ? [toolName, JSON.stringify(result)] : [text]
          ),
        ].join(":")
      ),
    unmount: () => root.unmount(),
  };
}

function sendTo(app: TestApp): typeof fetch {
  return (input, init) => app.fetch(new Request(new URL(String(input), "http://treadle.test"), init));
}

/** React and the clients leave timers behind. */
const loose = { sanitizeOps: false, sanitizeResources: false };

Deno.test({
  name: "E5: @assistant-ui/react-ai-sdk: a conversation with a tool, and an approval",
  ...loose,
  async fn() {
    const app = createTestApp({ plugins: [chat()], scenario: SCENARIO });
    const transport = new AssistantChatTransport({
      api: "/api/chat/tester?mode=full",
      headers,
      fetch: sendTo(app),
    });
    const useRuntime = () =>
      useChatRuntime({
        transport,
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      } as never);
    const view = mount(useRuntime, () => ({ chat: useAISDKChat() }));
    await view.ready();
    view.append("go");
    await eventually(() => /Done/.test(view.shown().at(-1) ?? ""), () => view.shown());
    view.append("remove it");
    await eventually(() => /remove/.test(view.shown().at(-1) ?? ""), () => view.shown());
    const parts = view.inside().chat?.messages.at(-1)?.parts ?? [];
    const [id] = parts.flatMap((part) => "approval" in part ? [part.approval?.id ?? ""] : []);
    await view.inside().chat?.addToolApprovalResponse({ id: id ?? "", approved: true });
    await eventually(() => /Gone/.test(view.shown().at(-1) ?? ""), () => view.shown());
    assert.deepEqual(view.shown(), [
      "user:go",
      'assistant:Let me see.:echo:{"text":"hi"}:Done.',
      "user:remove it",
      'assistant:I remove it.:remove:{"removed":"r1"}:Gone.',
    ]);
    view.unmount();
    await app.idle();
  },
});

Deno.test({
  name: "E7: @assistant-ui/react-ag-ui: a conversation with a tool, and an approval",
  ...loose,
  async fn() {
    const app = createTestApp({ plugins: [agUi()], scenario: SCENARIO });
    const agent = new HttpAgent({
      url: "http://treadle.test/agui/tester",
      threadId: "c1",
      headers,
      fetch: sendTo(app),
    });
    const view = mount(() => useAgUiRuntime({ agent } as never), () => ({
      interrupts: useAgUiInterrupts(),
      answer: useAgUiSubmitInterruptResponses(),
    }));
    await view.ready();
    view.append("go");
    await eventually(() => /Done/.test(view.shown().at(-1) ?? ""), () => view.shown());
    view.append("remove it");
    await eventually(() => view.inside().interrupts.length === 1, () => view.shown());
    const [interrupt] = view.inside().interrupts;
    const payload = { approved: true };
    await view.inside().answer([{ interruptId: interrupt?.id ?? "", status: "resolved", payload }]);
    await eventually(() => /Gone/.test(view.shown().at(-1) ?? ""), () => view.shown());
    assert.deepEqual(view.shown(), [
      "user:go",
      'assistant:Let me see.:echo:{"text":"hi"}',
      "assistant:Done.",
      "user:remove it",
      'assistant:I remove it.:remove:{"removed":"r1"}',
      "assistant:Gone.",
    ]);
    view.unmount();
    await app.idle();
  },
});
