// The request by which a store that wakes its tenants by itself reaches the Worker (DueIndex.claimAlarm).

/** The header that has the token of the alarm. */
export const ALARM_HEADER = "treadle-alarm";

/** The URL of the request; its body is the name of what has the alarm: that of the tenant, or of a part of it. No request of the internet has this host: no name there ends with `.invalid` (RFC 2606). */
export const ALARM_URL = "https://alarm.treadle.invalid/";
