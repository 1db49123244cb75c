"use client";
// useChat of the AI SDK with chats of a deployment.

export type { ShareBody } from "../../core/contract/requests.ts";
export type { NewShare, ShareView } from "../../core/contract/shares.ts";
export type { ChatAction, ChatButtonProps } from "./chat_actions.ts";
export { ChatTransport, type ChatTransportOptions, type StoredChat } from "./chat_transport.ts";
export type { GivenRating } from "../ratings_store.ts";
export {
  type BranchChoice,
  type StoredChatHelpers,
  type StoredChatOptions,
  useStoredChat,
} from "./use_stored_chat.ts";
