// The Worker. What it serves is in deployment.ts, which the tests use as well.

import { serve } from "@treadle/treadle/cloudflare";
import { env } from "cloudflare:workers";
import { createDeployment } from "./deployment.ts";

export { ThreadsObject } from "@treadle/treadle/cloudflare";

export default serve(createDeployment(env));
