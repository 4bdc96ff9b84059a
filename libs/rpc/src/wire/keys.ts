/** Returns the Redis keys of one service's request lists. The braces keep them in one cluster slot. */
export function serviceKeys(service: string) {
  return {
    /** List of waiting requests, oldest first. */
    requests: `rpc:{${service}}:requests`,
    /** List of waiting urgent requests, oldest first. They are served before the others. */
    urgent: `rpc:{${service}}:urgent`,
    /**
     * Sorted set of serving replicas, scored by the Redis time (ms) until which their announcement is valid.
     */
    alive: `rpc:{${service}}:alive`,
    /** Maximum length of the list of requests, as its replicas set it. */
    limit: `rpc:{${service}}:limit`,
    /** Maximum length of the urgent list; missing while no replica reads it, as before an upgrade. */
    urgentLimit: `rpc:{${service}}:urgent-limit`,
  };
}
