// What the Gemini API refuses of a conversation. Its texts are from bug reports (vscode#299295, koog#1148, CLIProxyAPI#2104
// and #5199); two rules that only older models enforce (alternating roles, the user first) hold here for all.
import type { HistoryEntry } from "../openai/reply.ts";
import { isMediaURL, isMedium } from "../media/sniff.ts";
import { type Fields, invalid, known, list, struct, text, violation } from "./refuse.ts";

/** What Gemini 3 takes in place of a signature that it never gave. */
export const SKIP = "skip_thought_signature_validator";

/** A signature as the simulated server gives it: it knows the model and the part it was made for, and of which answer. */
export function signatureOf(model: string, kind: "text" | "thought" | "functionCall", turn = 0): string {
  return btoa(`signed:${kind}:${model}:${turn}`);
}

interface Call {
  readonly id: unknown;
  readonly name: string;
}

/** Throws WireRefusal; returns the conversation as scripts see it. `signed`: the model wants thought signatures. */
export function lintContents(
  value: unknown,
  { model, signed }: { model: string; signed: boolean },
): HistoryEntry[] {
  const contents = list(value, "contents");
  if (contents.length === 0) throw violation("contents", "contents is not specified");
  const history: HistoryEntry[] = [];
  let before: { role: string; calls: readonly Call[] } | undefined;
  contents.forEach((each, index) => {
    const at = `contents[${index}]`;
    const content = known(each, ["role", "parts"], at);
    const role = content.role;
    if (role !== "user" && role !== "model") throw invalid("Please use a valid role: user, model.");
    if (before === undefined && role !== "user") {
      throw invalid("First content should be with role 'user', got model");
    }
    if (before?.role === role) {
      throw invalid("Please ensure that multiturn requests alternate between user and model.");
    }
    const parts = list(content.parts, `${at}.parts`).map((part, number) =>
      lintPart(part, `${at}.parts[${number}]`, model)
    );
    if (parts.length === 0) throw violation(`${at}.parts`, "contents.parts must not be empty.");
    lintRole(parts, role, before?.calls ?? []);
    if (signed && role === "model") lintSignatures(parts, index);
    lintOrigin(parts, model);
    history.push(...parts.flatMap((part, number) => toEntry(part, role, `${index}.${number}`)));
    before = { role, calls: parts.flatMap(({ functionCall }) => functionCall ? [functionCall] : []) };
  });
  if (before?.role !== "user") {
    throw invalid("Please ensure that multiturn requests end with a user role or a function response.");
  }
  return history;
}

interface Part {
  readonly text?: string;
  readonly thought: boolean;
  readonly signature: unknown;
  readonly functionCall?: Call & { readonly args: Fields };
  readonly functionResponse?: Call & { readonly response: Fields };
}

function lintPart(value: unknown, at: string, model: string): Part {
  const kinds = ["text", "functionCall", "functionResponse", "inlineData", "fileData"];
  const part = known(value, ["thought", "thoughtSignature", ...kinds], at);
  const data = kinds.filter((key) => part[key] !== undefined);
  if (data.length === 0) {
    throw violation(`${at}.data`, "required oneof field 'data' must have one initialized field");
  }
  if (data.length > 1) throw invalid(`Invalid value at '${at}' (oneof), oneof field 'data' is already set.`);
  const signature = part.thoughtSignature;
  if (
    signature !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text(signature, `${at}.thought_signature`))
  ) {
    throw invalid(
      `Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed for "${signature}"`,
    );
  }
  const common = { thought: part.thought === true, signature };
  if (part.functionCall !== undefined) {
    const call = known(part.functionCall, ["id", "name", "args"], `${at}.function_call`);
    const name = nameOf(call, `${at}.function_call`);
    const args = struct(call.args ?? {}, `${at}.function_call.args`);
    return { ...common, functionCall: { id: call.id, name, args } };
  }
  if (part.functionResponse !== undefined) {
    const result = known(
      part.functionResponse,
      ["id", "name", "response", "parts"],
      `${at}.function_response`,
    );
    lintResponseParts(result.parts, `${at}.function_response.parts`, model);
    const name = nameOf(result, `${at}.function_response`);
    const response = struct(result.response, `${at}.function_response.response`);
    return { ...common, functionResponse: { id: result.id, name, response } };
  }
  if (part.inlineData !== undefined || part.fileData !== undefined) {
    lintMedium(part, at, model);
    return common;
  }
  return { ...common, text: text(part.text, `${at}.text`) };
}

// The guide has it for Gemini 3; the text for older models is not on record.
function lintResponseParts(value: unknown, at: string, model: string): void {
  const parts = list(value, at);
  if (parts.length > 0 && !/^gemini-[34]/.test(model)) {
    throw invalid(`Function response parts are not supported for models/${model}`);
  }
  parts.forEach((part, index) => {
    const where = `${at}[${index}]`;
    const { inlineData } = known(part, ["inlineData"], where);
    lintMedium({ inlineData }, where, model);
  });
}

const INPUTS: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "application/pdf",
  "audio/wav",
  "audio/mp3",
];

function lintMedium({ inlineData, fileData }: Fields, at: string, model: string): void {
  const { mimeType, data, fileUri } = inlineData === undefined
    ? known(fileData, ["mimeType", "fileUri"], `${at}.file_data`)
    : known(inlineData, ["mimeType", "data"], `${at}.inline_data`);
  const type = text(mimeType, `${at}.mime_type`);
  if (!INPUTS.includes(type)) throw invalid(`Unsupported MIME type: ${type}`);
  if (model.startsWith("gemma-3-1b")) {
    const [kind = ""] = type.split("/");
    const modality = kind === "application" ? "Document" : kind.slice(0, 1).toUpperCase() + kind.slice(1);
    throw invalid(`${modality} input modality is not enabled for models/${model}`);
  }
  if (inlineData === undefined) {
    if (!isMediaURL(fileUri, { types: [], urls: true })) throw invalid("Unsupported file URI type");
  } else if (!isMedium(data, type === "audio/mp3" ? "audio/mpeg" : type)) {
    throw invalid("Unable to process input image. Please retry or report.");
  }
}

function nameOf({ name }: Fields, at: string): string {
  if (name === undefined || name === "") throw violation(`${at}.name`, "Name cannot be empty.");
  return text(name, `${at}.name`);
}

// Results stand first in the content behind their calls, as many as there are calls, and match them.
function lintRole(parts: readonly Part[], role: "user" | "model", calls: readonly Call[]): void {
  const results = parts.flatMap(({ functionResponse }) => functionResponse ? [functionResponse] : []);
  if (role === "model") {
    if (results.length > 0) {
      throw invalid(
        "Please ensure that function response turn comes immediately after a function call turn.",
      );
    }
    return;
  }
  if (parts.some(({ functionCall }) => functionCall)) {
    throw invalid(
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    );
  }
  if (results.length > 0 && calls.length === 0) {
    throw invalid("Please ensure that function response turn comes immediately after a function call turn.");
  }
  const together = parts.slice(0, calls.length).filter(({ functionResponse }) => functionResponse);
  if (results.length !== calls.length || together.length !== calls.length) {
    throw invalid(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  }
  results.forEach((result, index) => {
    const call = calls[index];
    if (call?.id !== result.id) {
      throw invalid(`functionResponse.id "${result.id}" does not match functionCall.id "${call?.id}"`);
    }
    if (call?.name !== result.name) {
      throw invalid(
        `functionResponse.name "${result.name}" does not match functionCall.name "${call?.name}"`,
      );
    }
  });
}

function lintSignatures(parts: readonly Part[], index: number): void {
  const position = parts.findIndex(({ functionCall }) => functionCall);
  const first = parts[position];
  if (first === undefined || first.signature !== undefined) return;
  throw invalid(
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, " +
      "and missing thought_signature may lead to degraded model performance. Additional data, function call " +
      `\`default_api:${first.functionCall?.name}\` , position ${index + 1}. Please refer to ` +
      "https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
  );
}

// A signature of another model, or on another kind of part.
function lintOrigin(parts: readonly Part[], model: string): void {
  for (const { signature, functionCall, thought } of parts) {
    if (signature === undefined || signature === SKIP) continue;
    const kind = functionCall ? "functionCall" : thought ? "thought" : "text";
    const made = atob(String(signature));
    if (made.startsWith("signed:") && !made.startsWith(`signed:${kind}:${model}:`)) {
      throw invalid("Corrupted thought signature.");
    }
  }
}

function toEntry(part: Part, role: string, place: string): HistoryEntry[] {
  const { functionCall: call, functionResponse: result } = part;
  if (call) {
    return [{
      kind: "call",
      id: String(call.id ?? place),
      name: call.name,
      arguments: JSON.stringify(call.args),
    }];
  }
  if (result) {
    const { output = result.response } = result.response;
    const said = typeof output === "string" ? output : JSON.stringify(output);
    return [{ kind: "result", id: String(result.id ?? place), output: said }];
  }
  if (part.thought) return [{ kind: "reasoning", id: place }];
  return [{ kind: "message", role: role === "model" ? "assistant" : "user", text: part.text ?? "" }];
}
