// Public bug reports of this field at the doors, in plugins and behind them: each part is a module of its own.

import "./_ag_ui.ts";
import "./_budgets.ts";
import "./_channels.ts";
import "./_chat.ts";
import "./_evaluations.ts";
import "./_mcp.ts";
import "./_plugins.ts";
import "./_redis.ts";
import "./_streams.ts";
import "./_tool_search.ts";
import "./_webhooks.ts";
