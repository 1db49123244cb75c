// useStoredChat: useChat of the AI SDK with a chat that the deployment keeps.

import { useChat, type UseChatHelpers } from "@ai-sdk/react";
import {
  type ChatInit,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from "ai";
// @ts-types="../react.d.ts"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { NewShare } from "../../core/contract/shares.ts";
import { type GivenRating, RatingsStore } from "../ratings_store.ts";
import { type ChatAction, messageActions, partActions, toAction } from "./chat_actions.ts";
import { ChatTransport, type ChatTransportOptions, type StoredChat } from "./chat_transport.ts";

/** Which chat, where it is, and what useChat takes beside. The transport's options of the first render count. */
export interface StoredChatOptions<Message extends UIMessage>
  extends ChatTransportOptions<Message>, Omit<ChatInit<Message>, "id" | "transport" | "messages"> {
  /** The chat. Another id opens another one. */
  readonly id: string;
  /** Milliseconds between looks at a chat that waits for people elsewhere, 3,000 by default; 0: none. */
  readonly lookMs?: number;
  /** The ratings of the answers are read, for `ratingOf`: false by default. The deployment has the plugin `feedback()`. */
  readonly ratings?: boolean;
  /** People may make links to read the chat, by `actions`: false by default. The deployment has the plugin `shares()`. */
  readonly links?: boolean;
  /** Seconds that a link is good for, up to ten years; until it is revoked by default. */
  readonly linkSeconds?: number;
}

/** The branches to choose from at a message. */
export interface BranchChoice {
  /** Of the open branch, from 1 on. */
  readonly number: number;
  /** The threads of the branches, in the order in which they were made. */
  readonly all: readonly string[];
  /** `2 of 3`; empty where there is one branch. */
  readonly label: string;
}

/** What {@link useStoredChat} returns: what useChat does, and the chat as it is stored. */
export interface StoredChatHelpers<Message extends UIMessage> extends UseChatHelpers<Message> {
  /** False until the stored messages are there and the stream, if one runs, has begun: until then nothing may be sent or approved. */
  readonly isReady: boolean;
  /** What the chat is called, as it was when an answer ended last; null of a chat without words. */
  readonly title: string | null;
  /** Messages of users that a later step answers, and that `messages` has not: they stand below the chat. */
  readonly waiting: readonly Message[];
  /** Cancels what runs, in this page and in every other. Leaving the page cancels nothing. */
  readonly stop: () => Promise<void>;
  readonly choiceAt: (message: Message) => BranchChoice;
  /** Opens another branch, which the page then writes to. */
  readonly openBranch: (branch: string) => Promise<void>;
  /** The rating of an answer, with the option `ratings`; undefined where it has none. */
  readonly ratingOf: (message: Message) => GivenRating | undefined;
  /** Rates an answer; null takes the rating back. It is rendered at once. */
  readonly rate: (message: Message, rating: "up" | "down" | null, note?: string) => Promise<void>;
  /** Makes `link`, by which anybody who has it reads the open branch as it is now. The deployment has the plugin `shares()`. */
  readonly share: () => Promise<void>;
  /** The last link that this page has made and not revoked: no later page has its address. */
  readonly link: NewShare | undefined;
  /** Revokes `link`. */
  readonly unshare: () => Promise<void>;
  /** What a person can do with the chat: stop what runs; make a link to it and revoke that, with the option `links`. */
  readonly actions: readonly ChatAction[];
  /** What a person can do with a message: open another branch; rate an answer, with the option `ratings`; have the last one answered again. */
  readonly actionsOf: (message: Message) => readonly ChatAction[];
  /** What a person can do with a part of a message: approve or deny a call of the last message that waits for it. */
  readonly answersTo: (part: Message["parts"][number]) => readonly ChatAction[];
}

/** The branch that has the message, and the version that its answer has reached. */
function readMetadata({ metadata }: UIMessage): { readonly runId?: string; readonly version?: number } {
  const { runId, version }: { readonly runId?: unknown; readonly version?: unknown } = Object(metadata);
  return {
    ...(typeof runId === "string" ? { runId } : {}),
    ...(typeof version === "number" ? { version } : {}),
  };
}

/** True for the thread of a chat, which may be named by one of its branches: `c1` has `c1:2`. */
function isOfChat(thread: string, id: string): boolean {
  const chat = id.replace(/:\d{1,4}$/, "");
  return thread === chat || thread.startsWith(`${chat}:`);
}

/** Whether a call of the message waits for approval. */
function waits(message: UIMessage | undefined): boolean {
  return message?.parts.some((part) => "state" in part && part.state === "approval-requested") ?? false;
}

/** A message that is sent while a call waits decides it, which its stream does not say: the call is as it is stored. */
function withDecided<Message extends UIMessage>(shown: Message[], stored: readonly Message[]): Message[] {
  return shown.map((message) =>
    message === shown.at(-1) || !waits(message)
      ? message
      : stored.find(({ id }) => id === message.id) ?? message
  );
}

/** A page of useChat sends the next request when every call has its outcome, or its approval an answer. */
function goesOn(chat: { readonly messages: UIMessage[] }): boolean {
  return lastAssistantMessageIsCompleteWithToolCalls(chat) ||
    lastAssistantMessageIsCompleteWithApprovalResponses(chat);
}

/**
 * useChat with a chat of a deployment: the stored messages are read, an answer that runs is resumed, steps follow each other, and a message
 * that is sent meanwhile steers the run. `error` is also that of reading and stopping.
 *
 * @example
 * ```ts
 * import { useStoredChat } from "./use_stored_chat.ts";
 *
 * const authorize = async () => ({ authorization: `Bearer ${await (await fetch("/token")).text()}` });
 *
 * export function useSupport(id: string) {
 *   const chat = useStoredChat({ id, api: "https://x.example/api/chat/support", headers: authorize });
 *   return { messages: chat.messages, ask: () => chat.sendMessage({ text: "Where is my order?" }), isReady: chat.isReady };
 * }
 * ```
 */
export function useStoredChat<Message extends UIMessage = UIMessage>(
  options: StoredChatOptions<Message>,
): StoredChatHelpers<Message> {
  const {
    id,
    api,
    mode,
    headers,
    body,
    credentials,
    fetch,
    prepareSendMessagesRequest,
    lookMs = 3_000,
    ratings: hasRatings = false,
    links: hasLinks = false,
    linkSeconds,
    ...init
  } = options;
  const [transport] = useState(() =>
    new ChatTransport<Message>({ api, mode, headers, body, credentials, fetch, prepareSendMessagesRequest })
  );
  // The chat that is open now: what a request of another one brings is dropped.
  const [now] = useState<{ id: string; sharing?: string }>(() => ({ id }));
  now.id = id;
  const [stored, setStored] = useState<StoredChat<Message> | undefined>(() => undefined);
  const [openId, setOpenId] = useState<string | undefined>(() => undefined);
  const [made, setMade] = useState<{ readonly branch: string; readonly link: NewShare } | undefined>(
    () => undefined,
  );
  const [failure, setFailure] = useState<Error | undefined>(() => undefined);
  const chat = useChat<Message>({
    sendAutomaticallyWhen: goesOn,
    ...init,
    ...{ id, transport },
    onFinish: (event) => {
      const { runId } = readMetadata(event.message);
      if (runId === undefined || isOfChat(runId, id)) {
        void attempt(async () => {
          const found = await transport.read(id, runId);
          if (now.id !== id) return;
          setStored(found);
          setMessages((shown) => withDecided(shown, found.messages));
        });
      }
      init.onFinish?.(event);
    },
  });
  const { messages, status, setMessages, resumeStream } = chat;
  const branch = stored?.runId ?? id;
  const ratings = useMemo(() =>
    new RatingsStore({
      ratings: async ({ signal }) => hasRatings ? await transport.readRatings(branch, signal) : [],
      rate: (version, rating, { note }) => transport.rate(branch, version, rating, note),
    }), [transport, branch, hasRatings]);
  const rated = useSyncExternalStore(ratings.subscribe, ratings.getSnapshot, ratings.getServerSnapshot);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    await work().catch((thrown) => {
      if (now.id === id) setFailure(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  }

  async function open(isCurrent: () => boolean): Promise<void> {
    const found = await transport.read(id);
    if (!isCurrent()) return;
    setStored(found);
    setMessages(found.messages);
    const reconnected = transport.resumeFrom(found.version);
    void resumeStream();
    await reconnected;
    if (isCurrent()) setOpenId(id);
  }

  useEffect(() => {
    let isCurrent = true;
    setStored(undefined); // of the chat before this one
    setMade(undefined);
    void attempt(() => open(() => isCurrent));
    return () => {
      isCurrent = false;
    };
  }, [id]);

  const isWaiting = openId === id && status === "ready" && lookMs > 0 &&
    waits(messages.at(-1));
  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    const timer = setInterval(async () => {
      const found = await transport.read(id).catch(() => undefined); // the next look may find the deployment again
      if (found !== undefined && isCurrent && found.version !== stored?.version) {
        await attempt(() => open(() => isCurrent));
      }
    }, lookMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isWaiting, stored]);

  const isReady = openId === id;
  const isRunning = status === "submitted" || status === "streaming";
  const isDisabled = !isReady || isRunning;

  const choiceAt: StoredChatHelpers<Message>["choiceAt"] = (message) => {
    const { runId = id, branches = {} } = stored ?? {};
    const all = branches[message.id] ?? [runId];
    const number = all.indexOf(runId) + 1;
    return { number, all, label: all.length > 1 ? `${number} of ${all.length}` : "" };
  };

  const ratingOf: StoredChatHelpers<Message>["ratingOf"] = (message) => {
    const { version } = readMetadata(message);
    return rated.ratings.find((each) => each.version === version);
  };

  const rate: StoredChatHelpers<Message>["rate"] = async (message, rating, note) => {
    const { version } = readMetadata(message);
    if (version !== undefined) await ratings.rate(version, rating, note);
  };

  const openBranch: StoredChatHelpers<Message>["openBranch"] = (branch) =>
    attempt(async () => {
      const found = await transport.read(id, branch);
      if (now.id !== id) return;
      setStored(found);
      setMessages(found.messages);
    });

  const stop = () => attempt(() => transport.stop(id));

  /** One at a time: a second click makes no second link. */
  async function changeLink(work: () => Promise<void>): Promise<void> {
    if (now.sharing === id) return;
    now.sharing = id;
    await attempt(work).finally(() => now.sharing = undefined);
  }

  const share = () =>
    changeLink(async () => {
      // An answer that has just begun another branch is not stored yet.
      const shown = messages.findLast((message) => readMetadata(message).runId !== undefined);
      const { runId = branch } = shown === undefined ? {} : readMetadata(shown);
      const link = await transport.share(runId, { expiresInSeconds: linkSeconds });
      if (now.id === id) setMade({ branch: runId, link });
    });

  const unshare = () =>
    changeLink(async () => {
      if (made === undefined) return;
      await transport.unshare(made.branch, made.link.id);
      if (now.id === id) setMade(undefined);
    });

  return {
    ...chat,
    error: chat.error ?? failure ?? rated.error,
    isReady,
    title: stored?.title ?? null,
    waiting: stored?.waiting.filter(({ id }) => messages.every((message) => message.id !== id)) ?? [],
    stop,
    choiceAt,
    ratingOf,
    rate,
    openBranch,
    share,
    link: made?.link,
    unshare,
    actions: [
      toAction({ name: "stop", isDisabled: !isRunning, run: stop }),
      ...!hasLinks ? [] : [
        made === undefined
          ? toAction({ name: "share", isDisabled: isDisabled || messages.length === 0, run: share })
          : toAction({ name: "unshare", isDisabled: false, run: unshare }),
      ],
    ],
    actionsOf: (message) => {
      const isRated = hasRatings && message.role === "assistant" &&
        readMetadata(message).version !== undefined;
      return messageActions({
        branches: choiceAt(message),
        openBranch,
        rating: isRated ? ratingOf(message)?.rating : null,
        rate: (rating) => rate(message, rating),
        regenerate: message === messages.at(-1) ? () => chat.regenerate() : undefined,
        isDisabled,
      });
    },
    answersTo: (part) =>
      messages.at(-1)?.parts.includes(part)
        ? partActions(
          part,
          async (id, approved) => await chat.addToolApprovalResponse({ id, approved }),
          !isReady || status !== "ready",
        )
        : [],
  };
}
