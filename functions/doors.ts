// What the deployment serves beside the calls of its clients. A door without its variables, and without data on an agent, does
// nothing and makes no request.

import { schedules } from "@treadle/treadle/schedules";
import { qstash } from "@treadle/treadle/wakers/qstash";
import { webhooks } from "@treadle/treadle/webhooks";
import { outgoingWebhooks } from "@treadle/treadle/webhooks/outgoing";

export const doors = [webhooks(), schedules(), outgoingWebhooks(), qstash({ optional: true })];
