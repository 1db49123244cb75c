// The server. What it serves is in deployment.ts, which the tests use as well.

import { serve } from "@treadle/treadle/deno";
import { deployment } from "./deployment.ts";

export default serve(deployment);
