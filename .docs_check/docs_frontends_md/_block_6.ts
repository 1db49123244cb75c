// a component of the page
import { useChat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from "ai";

export const useSupport = (id: string, token: () => Promise<string>) =>
  useChat({
    id,
    transport: new DefaultChatTransport({
      api: "https://agents.example/api/chat/support",
      headers: async () => ({ authorization: `Bearer ${await token()}` }),
    }),
    sendAutomaticallyWhen: (chat) =>
      lastAssistantMessageIsCompleteWithToolCalls(chat) ||
      lastAssistantMessageIsCompleteWithApprovalResponses(chat),
  });
