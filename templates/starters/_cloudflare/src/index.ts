// The Worker. What it serves is in deployment.ts, which the tests use as well.

import { serve } from "@treadle/treadle/cloudflare";
import { deployment } from "./deployment.ts";

export { ThreadsObject } from "@treadle/treadle/cloudflare";

export default serve(deployment);
