"use client";
// useChat of the AI SDK with chats of a deployment.

export { ChatTransport, type ChatTransportOptions, type StoredChat } from "./chat_transport.ts";
export type { GivenRating } from "../ratings_store.ts";
export {
  type BranchChoice,
  type StoredChatHelpers,
  type StoredChatOptions,
  useStoredChat,
} from "./use_stored_chat.ts";
