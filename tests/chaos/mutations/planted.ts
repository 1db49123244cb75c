// All defects that are planted, of every list.

import {
  SCRIPT_CONTRACT_MUTATIONS,
  type ScriptContractMutation,
  TABLE_CONTRACT_MUTATIONS,
  type TableContractMutation,
} from "./contract_mutations.ts";
import { LEDGER_SCRIPT_MUTATIONS, LEDGER_TABLE_MUTATIONS } from "./ledger_mutations.ts";
import {
  RUNTIME_MUTATIONS,
  type RuntimeMutation,
  SCRIPT_MUTATIONS,
  type ScriptMutation,
  TABLE_MUTATIONS,
  type TableMutation,
} from "./mutations.ts";
import { WAKE_SCRIPT_MUTATIONS, WAKE_TABLE_MUTATIONS } from "./wake_mutations.ts";

export type Planted =
  | ScriptMutation
  | TableMutation
  | RuntimeMutation
  | ScriptContractMutation
  | TableContractMutation;

export const PLANTED: readonly Planted[] = [
  ...SCRIPT_MUTATIONS,
  ...TABLE_MUTATIONS,
  ...RUNTIME_MUTATIONS,
  ...SCRIPT_CONTRACT_MUTATIONS,
  ...TABLE_CONTRACT_MUTATIONS,
  ...LEDGER_SCRIPT_MUTATIONS,
  ...LEDGER_TABLE_MUTATIONS,
  ...WAKE_SCRIPT_MUTATIONS,
  ...WAKE_TABLE_MUTATIONS,
];
