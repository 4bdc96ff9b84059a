import {
  type AlertKind,
  type AlertTime,
  alertKinds,
  alertSettings,
  alertTimes,
} from '@secure-preview/contracts';
import * as z from 'zod';
import { type AlertClass, alertClasses, type UsedQuotas } from './alert-class.js';

/** An alert in the outbox. */
export interface StoredAlert {
  readonly id: string;
  readonly kind: string;
  readonly personKey: string | null;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Key of its class. */
  readonly alertClass: string;
}

/** Settings of alerts as auth-service stores them. */
export const storedAlertSettings = z.object({
  ...alertSettings.shape,
  webhook: z
    .object({ url: z.string(), names: z.boolean(), endpointId: z.uuid(), endpointGeneration: z.int() })
    .nullable(),
});
export type StoredAlertSettings = z.output<typeof storedAlertSettings>;

/** Kinds by the time that is set for them, and separately those without a receiver. */
type KindsByTime = Readonly<Record<AlertTime | 'unaddressed', readonly AlertKind[]>>;

/** Returns the kinds by the time that is set for them. Those with a time that is unknown here are left to a newer version. */
export function kindsByTime({
  rules,
  recipient,
  webhook,
}: Pick<StoredAlertSettings, 'rules' | 'recipient' | 'webhook'>): KindsByTime {
  const timeOf = (kind: AlertKind): string => {
    const rule = rules[kind];
    if (rule === undefined || rule.when === 'off') return 'off';
    const { when, mail } = rule;
    return (mail && recipient !== null) || (rule.webhook && webhook !== null) ? when : 'unaddressed';
  };
  const entries = [...alertTimes, 'unaddressed'].map((time) => [
    time,
    alertKinds.filter((kind) => timeOf(kind) === time),
  ]);
  return Object.fromEntries(entries) as KindsByTime;
}

/** Classes by the time at which their alerts are sent, the most important first. */
type ClassesByTime = Readonly<Record<Exclude<AlertTime, 'off'>, readonly AlertClass[]>>;

/** Returns the classes by their time. A class whose quota is used up is collected. */
export function classesByTime(kinds: KindsByTime, used: UsedQuotas): ClassesByTime {
  const timeOf = (alertClass: AlertClass) =>
    kinds.atOnce.includes(alertClass.kind) && used.isFull(alertClass)
      ? 'digest15'
      : alertTimes.find((time) => kinds[time].includes(alertClass.kind));
  const of = (time: AlertTime) => alertClasses.filter((alertClass) => timeOf(alertClass) === time);
  return { atOnce: of('atOnce'), digest15: of('digest15'), digestDaily: of('digestDaily') };
}

/** Hours in which at most one alert of a kind and person is sent. */
export const REPEAT_HOURS = 24;

/**
 * Splits alerts into those to send, and repeated ones of a kind and person. Each kind of flag counts as a kind: a harmless
 * flag must not hide a later one.
 *
 * @param alerts those of a kind and person in the order of their time
 */
export function withoutRepeated<A extends Pick<StoredAlert, 'kind' | 'ids' | 'personKey' | 'createdAt'>>(
  alerts: readonly A[],
): { kept: A[]; repeated: A[] } {
  const kept: A[] = [];
  const repeated: A[] = [];
  const lastOf = new Map<string, number>();
  for (const alert of alerts) {
    const key = JSON.stringify([alert.kind, alert.ids.flagKind, alert.personKey]);
    const last = lastOf.get(key);
    const at = alert.createdAt.getTime();
    const isRepeated = alert.personKey !== null && last !== undefined && at - last < REPEAT_HOURS * 3_600_000;
    (isRepeated ? repeated : kept).push(alert);
    if (!isRepeated) lastOf.set(key, at);
  }
  return { kept, repeated };
}
