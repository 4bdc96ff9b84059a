/** Numbers of leads by their outcome. */
export interface LeadComparison {
  /** Acknowledged, but missing or stored more than once. */
  lost: number;
  /** Stored more than once, acknowledged or not. */
  duplicated: number;
  /** Stored but not acknowledged, because the response was lost. */
  unacknowledged: number;
}

/** Compares the acknowledged leads with the stored ones. */
export function compareLeads(acknowledged: readonly number[], stored: readonly number[]): LeadComparison {
  const storedCounts = new Map<number, number>();
  for (const number of stored) storedCounts.set(number, (storedCounts.get(number) ?? 0) + 1);
  const acknowledgedSet = new Set(acknowledged);
  return {
    lost: acknowledged.filter((number) => storedCounts.get(number) !== 1).length,
    duplicated: [...storedCounts.values()].filter((count) => count > 1).length,
    unacknowledged: [...storedCounts.keys()].filter((number) => !acknowledgedSet.has(number)).length,
  };
}
