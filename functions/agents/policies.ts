// The policies that agents can name beyond the built-in ones: those written in TypeScript, and those of policies.yaml, which
// `deno task agents` compiles.

import type { Policy } from "@treadle/treadle";
import { compiledPolicies } from "./_compiled.ts";

export const policies: Policy[] = compiledPolicies;
