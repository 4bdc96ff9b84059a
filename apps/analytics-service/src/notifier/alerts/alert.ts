import {
  type AlertKind,
  type AlertTime,
  alertKinds,
  alertSettings,
  alertTimes,
} from '@secure-preview/contracts';
import * as z from 'zod';

/** An alert in the outbox. */
export interface StoredAlert {
  readonly id: string;
  readonly kind: string;
  readonly personKey: string | null;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Settings of alerts as auth-service stores them. */
export const storedAlertSettings = z.object({
  ...alertSettings.shape,
  webhook: z
    .object({ url: z.string(), names: z.boolean(), endpointId: z.uuid(), endpointGeneration: z.int() })
    .nullable(),
});
export type StoredAlertSettings = z.output<typeof storedAlertSettings>;

/** Alerts of a kind that are sent at once in an hour. Further ones are collected, so they cannot flood a mailbox. */
export const AT_ONCE_PER_HOUR = 20;

/** Kinds by the time at which their alerts are sent, and separately those without a receiver. */
type KindsByTime = Readonly<Record<AlertTime | 'unaddressed', readonly AlertKind[]>>;

/**
 * Returns the kinds by the time that is set for them. A kind of which too many were sent in the last hour is collected.
 * Kinds with a time that is unknown here are left to a newer version.
 *
 * @param sentInLastHour alerts that were sent at once, by kind
 */
export function kindsByTime(
  { rules, recipient, webhook }: Pick<StoredAlertSettings, 'rules' | 'recipient' | 'webhook'>,
  sentInLastHour: Readonly<Record<string, number>>,
): KindsByTime {
  const timeOf = (kind: AlertKind): string => {
    const rule = rules[kind];
    if (rule === undefined || rule.when === 'off') return 'off';
    const { when, mail } = rule;
    if (!(mail && recipient !== null) && !(rule.webhook && webhook !== null)) return 'unaddressed';
    return when === 'atOnce' && (sentInLastHour[kind] ?? 0) >= AT_ONCE_PER_HOUR ? 'digest15' : when;
  };
  const entries = [...alertTimes, 'unaddressed'].map((time) => [
    time,
    alertKinds.filter((kind) => timeOf(kind) === time),
  ]);
  return Object.fromEntries(entries) as KindsByTime;
}

/** Hours in which at most one alert of a kind and person is sent. */
export const REPEAT_HOURS = 24;

/** Splits alerts in the order of their time into those to send, and repeated ones of a kind and person. */
export function withoutRepeated<A extends Pick<StoredAlert, 'kind' | 'personKey' | 'createdAt'>>(
  alerts: readonly A[],
): { kept: A[]; repeated: A[] } {
  const kept: A[] = [];
  const repeated: A[] = [];
  const lastOf = new Map<string, number>();
  for (const alert of alerts) {
    const key = `${alert.kind} ${alert.personKey}`;
    const last = lastOf.get(key);
    const at = alert.createdAt.getTime();
    const isRepeated = alert.personKey !== null && last !== undefined && at - last < REPEAT_HOURS * 3_600_000;
    (isRepeated ? repeated : kept).push(alert);
    if (!isRepeated) lastOf.set(key, at);
  }
  return { kept, repeated };
}
