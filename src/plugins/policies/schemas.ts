// Request schemas of the routes of policies.

import * as z from "zod/mini";
import { atMost } from "../../http/schemas/requests.ts";
import { policyParts } from "../../core/policy/policy_schema.ts";

/** Most UTF-8 bytes of a policy as JSON. */
const POLICY_BYTES = 32_768;

/** `PUT /v1/policies/:name`. */
export const policyBody = z.strictObject(policyParts).check(atMost(POLICY_BYTES));
