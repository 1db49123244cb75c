// The request types of the HTTP API, in their order.

import type * as z from "zod/mini";
import { callResultBody } from "../../http/schemas/call_result.ts";
import { clientTool } from "../../http/schemas/client_tools.ts";
import { input, inputOfParts, oneInput, parts, written, writtenPart } from "../../http/schemas/parts.ts";
import {
  approvalBody,
  createThreadBody,
  eventsQuery,
  forkBody,
  historyQuery,
  listQuery,
  stepBody,
  threadChanges,
  threadsQuery,
  toolResult,
} from "../../http/schemas/requests.ts";
import { inboxQuery } from "../../plugins/approvals/schemas.ts";
import { shareBody } from "../../plugins/shares/routes.ts";
import type { WrittenType } from "./write_types.ts";

/** The types of what the API takes, by their files in src. */
export const REQUEST_TYPES: Readonly<Record<string, readonly WrittenType[]>> = {
  "core/contract/requests.ts": [
    { name: "StepBody", schema: stepBody, about: "The body of `POST /v1/threads/:id/steps`" },
    { name: "StepInput", schema: input, about: "The inputs of the user: one, or 1 to 100 of them" },
    {
      name: "OneInput",
      schema: oneInput,
      about: "One input of the user: a text, or parts of which at most 20 are media",
    },
    { name: "GivenPart", schema: writtenPart, about: "Words or media of the user" },
    {
      name: "GivenMedium",
      schema: written,
      about:
        "An image, a sound or a document: its bytes as base64, or an https URL that only the model's provider reads",
    },
    { name: "GivenResult", schema: toolResult, about: "The outcome of a call that the caller ran itself" },
    { name: "GivenTool", schema: clientTool, about: "A tool that the caller runs itself" },
    { name: "CreateThreadBody", schema: createThreadBody, about: "The body of `POST /v1/threads`" },
    {
      name: "ForkBody",
      schema: forkBody,
      about: "Where a fork leaves its source: the body of `POST /v1/threads/:id/fork`",
    },
    {
      name: "ShareBody",
      schema: shareBody,
      about: "How far a link shows a thread, and until when: the body of `POST /v1/threads/:id/shares`",
    },
    {
      name: "PersonAnswer",
      schema: approvalBody,
      about: "A person's answer about a call: the body of `POST /v1/threads/:id/approvals/:callId`",
    },
    {
      name: "LateResult",
      schema: callResultBody,
      oneOf: ["output", "error"],
      about:
        "The result of a deferred call, one of the two: the body of `POST /v1/threads/:id/calls/:callId/result`",
    },
    { name: "ListQuery", schema: listQuery, about: "A page of a list" },
    {
      name: "ThreadsQuery",
      schema: threadsQuery,
      extends: "ListQuery",
      about: "Which threads a page has: the query of `GET /v1/threads`",
    },
    {
      name: "ThreadChanges",
      schema: threadChanges,
      about: "What is changed of a thread: the body of `PATCH /v1/threads/:id`",
    },
    {
      name: "InboxQuery",
      schema: inboxQuery,
      extends: "ListQuery",
      about: "A page of the inbox: the query of `GET /v1/inbox`",
    },
    {
      name: "HistoryQuery",
      schema: historyQuery,
      about: "A page of a history: the query of `GET /v1/threads/:id/history`",
    },
    {
      name: "EventsQuery",
      schema: eventsQuery,
      about: "Which events are read: the query of `GET /v1/threads/:id/events`",
    },
  ],
};

/** The union around an input has one message for all, so what it has of parts is loose; {@link parts} checks them. */
export const STRICT_PARTS: ReadonlyMap<z.core.$ZodType, z.core.$ZodType> = new Map([[inputOfParts, parts]]);
