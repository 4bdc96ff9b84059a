import { type AlertKind, flagKinds } from '@secure-preview/contracts';

/** Alerts that may be sent at once in an hour. Further ones are collected, so they cannot flood a mailbox. */
interface Quota {
  readonly perHour: number;
}

/** Quota for people whose address is not proved, for each kind. Anybody can invent them, so they share none with others. */
export const AT_ONCE_PER_HOUR = 20;
/** Quota for flags of proved people, who need a mailbox each. */
export const PROVED_FLAGS_PER_HOUR = 100;

/** A kind of alert, with the kind of the flag and whether the person is proved. */
export interface AlertClass {
  /** As the queries return it: kind, kind of the flag, `proved`. */
  readonly key: string;
  readonly kind: AlertKind;
  readonly quota: Quota;
}

/** Events that only the administrator's own work, the disk or guessed passwords cause; the latter once in 24 hours. */
const ofPortal = (kind: AlertKind): AlertClass => ({ key: kind, kind, quota: { perHour: Infinity } });
const ofAnybody = (kind: AlertKind): AlertClass => ({
  key: kind,
  kind,
  quota: { perHour: AT_ONCE_PER_HOUR },
});
const ofProved = (kind: AlertKind): AlertClass => ({ ...ofAnybody(kind), key: `${kind} proved` });

/** All kinds of flags share a quota. The last class is for kinds of a newer version. */
const flags = (end: string, quota: Quota): AlertClass[] =>
  [...flagKinds.map((flagKind) => ` ${flagKind}`), ''].map((flagKind) => ({
    key: `flagged${flagKind}${end}`,
    kind: 'flagged',
    quota,
  }));

/** All classes, the most important first: what a person can cause without a proved address comes after all else. */
export const alertClasses: readonly AlertClass[] = [
  ofPortal('uploadPassword'),
  ofPortal('storageLow'),
  ofPortal('trailerFailed'),
  ...flags(' proved', { perHour: PROVED_FLAGS_PER_HOUR }),
  ofAnybody('accessRequested'),
  ofPortal('trailerReady'),
  ofProved('finished'),
  ofProved('firstPlay'),
  ...flags('', { perHour: AT_ONCE_PER_HOUR }),
  ofAnybody('finished'),
  ofAnybody('firstPlay'),
];

/** Counts alerts by their quota. */
export class UsedQuotas {
  private readonly used = new Map<Quota, number>();

  /** @param sent alerts that were sent at once in the last hour, by the key of their class */
  constructor(sent: Readonly<Record<string, number>>) {
    for (const { key, quota } of alertClasses)
      this.used.set(quota, (this.used.get(quota) ?? 0) + (sent[key] ?? 0));
  }

  isFull({ quota }: Pick<AlertClass, 'quota'>): boolean {
    return (this.used.get(quota) ?? 0) >= quota.perHour;
  }

  add({ quota }: Pick<AlertClass, 'quota'>): void {
    this.used.set(quota, (this.used.get(quota) ?? 0) + 1);
  }
}
