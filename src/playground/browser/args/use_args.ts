// The fields of a call that waits, once the schema of its tool is known.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { AgentDetail } from "../../../core/contract/deployment.ts";
import type { JsonObject } from "../../../core/json.ts";
import { caller, readAgent } from "../api/api.ts";
import { ChangedArgs, fieldsOf, hasFields } from "./changed_args.ts";
import type { ArgField } from "./tool_args.ts";

/** A call that waits, and the draft of its answer. */
interface WaitingArgs {
  /** Empty where it is not known. */
  readonly agent: string;
  /** Of the tool. */
  readonly name: string;
  readonly args: JsonObject;
  /** A person may change the arguments. */
  readonly edits: boolean | undefined;
  /** Gets the fields. */
  readonly draft: { changed: ChangedArgs | null | undefined };
}

/** What is known of the arguments. */
interface KnownArgs {
  readonly fields: readonly ArgField[];
  /** The schema was read, or cannot be. */
  readonly isRead: boolean;
}

/** The fields of the arguments; where they may be changed the draft has them, too. What a person has begun to change keeps its fields. */
export function useArgs({ agent, name, args, edits, draft }: WaitingArgs): KnownArgs {
  /** Undefined while it is read. */
  const [parameters, setParameters] = useState<JsonObject | null>();
  useEffect(() => void readParameters(agent, name).then(setParameters), []);
  const fields = useMemo(() => {
    const found = fieldsOf(parameters ?? null, args);
    const { changed } = draft;
    if (edits && changed !== null && !changed?.typed.peek().size) {
      const isKnown = parameters === undefined || hasFields(parameters);
      draft.changed = isKnown ? new ChangedArgs(found, args) : null;
    }
    return found;
  }, [parameters]);
  return { fields, isRead: parameters !== undefined };
}

const agents = new Map<string, Promise<AgentDetail | undefined>>();

/** JSON Schema of a tool; null where the caller may not read it, or the tool is of no list. */
async function readParameters(agent: string, name: string): Promise<JsonObject | null> {
  if (caller?.token || agent === "") return null;
  const read = agents.get(agent) ?? readAgent(agent).catch(() => {
    agents.delete(agent); // it is read again for the next call
    return undefined;
  });
  agents.set(agent, read);
  return (await read)?.tools.find((tool) => tool.name === name)?.parameters ?? null;
}
