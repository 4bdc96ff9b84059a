/** The Redis keys of one service's request list; the braces keep them in one slot. */
export function serviceKeys(service: string) {
  return {
    /** List of waiting requests, oldest first. */
    requests: `rpc:{${service}}:requests`,
    /** List of waiting requests that are served before those. */
    urgent: `rpc:{${service}}:urgent`,
    /** Sorted set of the replicas that serve, scored by the Redis time (ms) until which that is believed. */
    alive: `rpc:{${service}}:alive`,
    /** Longest allowed length of the list, as its replicas want it. */
    bound: `rpc:{${service}}:bound`,
    /** The same of the urgent list; missing while no replica reads it, as before they were upgraded. */
    urgentBound: `rpc:{${service}}:urgent-bound`,
  };
}
