// The deployment that the example of useChat is a page of, on Workers.

import { serve } from "@treadle/treadle/cloudflare";
import { DEPLOYED } from "./_deployed.ts";

export default serve(DEPLOYED);
