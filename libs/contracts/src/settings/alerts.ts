import * as z from 'zod/mini';

/** Events that the portal can report to the administrator, in the order of the page (docs/product.md#alerts). */
export const alertKinds = [
  'firstPlay',
  'finished',
  'flagged',
  'accessRequested',
  'trailerReady',
  'trailerFailed',
  'uploadPassword',
  'storageLow',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** When an alert is sent: never, at once, or together with others after 15 minutes or at 08:00. */
export const alertTimes = ['off', 'atOnce', 'digest15', 'digestDaily'] as const;
export type AlertTime = (typeof alertTimes)[number];

const channels = { mail: z.boolean(), webhook: z.boolean() };

/** When and how each kind of alert is sent. A kind that is missing is off. */
export const alertRulesForm = z.partialRecord(
  z.enum(alertKinds),
  z.object({ when: z.enum(alertTimes), ...channels }),
);

/** A rule as stored and sent. A newer version may have kinds and times that are unknown here. */
const storedAlertRule = z.object({ when: z.string(), ...channels });
export type StoredAlertRule = z.infer<typeof storedAlertRule>;

/** Rules by the kind of alert, as stored and sent. */
export const storedAlertRules = z.record(z.string(), storedAlertRule);
export type StoredAlertRules = z.infer<typeof storedAlertRules>;

/** Alerts of a portal whose administrator has changed nothing. */
export const defaultAlertRules: StoredAlertRules = {
  flagged: { when: 'atOnce', mail: true, webhook: true },
  accessRequested: { when: 'atOnce', mail: true, webhook: true },
};

/** Settings in effect that decide about alerts. Gateways know them: defaults are in their environment. */
export const alertSettings = z.object({
  rules: storedAlertRules,
  /** Address for alerts; null for none. */
  recipient: z.nullable(z.string()),
  language: z.string(),
  companyName: z.string(),
  /** Time zone of daily digests. */
  timeZone: z.string(),
  /** Receiver of webhooks, and whether they contain names; null for none. */
  webhook: z.nullable(z.object({ url: z.string(), names: z.boolean() })),
  /** Kinds of flags that block automatically. An older gateway omits them. */
  flagBlocks: z.optional(z.array(z.string())),
});
export type AlertSettings = z.infer<typeof alertSettings>;
