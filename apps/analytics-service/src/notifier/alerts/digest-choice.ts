import type { StoredAlert } from './alert.js';

interface DigestChoice<A> {
  readonly listed: readonly A[];
  readonly omitted: readonly A[];
}

/**
 * Chooses the alerts that a digest lists. Each class has an equal share of the list, so that a flood of one kind hides no
 * other. What a class leaves of its share goes to the others, the most important first.
 *
 * @param alerts by class, the most important first, the oldest of each class first
 * @param limit alerts that the digest lists; at least the number of classes
 */
export function chooseListed<A extends Pick<StoredAlert, 'alertClass'>>(
  alerts: readonly A[],
  limit: number,
): DigestChoice<A> {
  const sizes = new Map<string, number>();
  for (const { alertClass } of alerts) sizes.set(alertClass, (sizes.get(alertClass) ?? 0) + 1);
  const share = Math.floor(limit / Math.max(sizes.size, 1));
  const room = new Map([...sizes].map(([key, size]) => [key, Math.min(size, share)]));
  let spare = limit - [...room.values()].reduce((sum, size) => sum + size, 0);
  for (const [key, size] of sizes) {
    const more = Math.min(size - (room.get(key) ?? 0), spare);
    room.set(key, (room.get(key) ?? 0) + more);
    spare -= more;
  }
  const listed: A[] = [];
  const omitted: A[] = [];
  for (const alert of alerts) {
    const left = room.get(alert.alertClass) ?? 0;
    room.set(alert.alertClass, left - 1);
    (left > 0 ? listed : omitted).push(alert);
  }
  return { listed, omitted };
}

/** Counts alerts by a name of their kind. */
export function countByKind(
  alerts: readonly Pick<StoredAlert, 'kind'>[],
  nameOf: (kind: string) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of alerts) counts[nameOf(kind)] = (counts[nameOf(kind)] ?? 0) + 1;
  return counts;
}
