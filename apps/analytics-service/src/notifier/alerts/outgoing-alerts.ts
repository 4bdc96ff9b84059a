import type { OutgoingMail, OutgoingWebhook } from '@secure-preview/service-kit/outbox';
import type { StoredAlert, StoredAlertSettings } from './alert.js';
import { chooseListed, countByKind } from './digest-choice.js';

/** Alerts that a digest lists. It counts the others, by kind. */
const MAX_LISTED = 50;
const DAY_SECONDS = 24 * 60 * 60;

/** What a digest leaves out: reasons may be long, and the page lists them. */
const digestDetails = ({ reason: _, ...details }: StoredAlert['details']) => details;

const eventTypes: Readonly<Record<string, string>> = {
  firstPlay: 'person.played',
  finished: 'person.finished',
  flagged: 'person.flagged',
  accessRequested: 'access.requested',
  trailerReady: 'trailer.ready',
  trailerFailed: 'trailer.failed',
  uploadPassword: 'upload_password.used',
  storageLow: 'storage.low',
};
const typeOf = (kind: string) => eventTypes[kind] ?? 'alert';

/** A mail and a webhook for the same alerts. Undefined without an address, or if the channel is off. */
export interface OutgoingAlerts {
  readonly mail: OutgoingMail | undefined;
  readonly webhook: OutgoingWebhook | undefined;
}

type Webhook = NonNullable<StoredAlertSettings['webhook']>;

const webhookTo = (
  { url, endpointId, endpointGeneration }: Webhook,
  event: Pick<OutgoingWebhook, 'key' | 'type' | 'data'>,
): OutgoingWebhook => ({ ...event, url, endpointId, endpointGeneration });

const mailTo = (
  { language }: Pick<StoredAlertSettings, 'language'>,
  recipient: string,
  mail: Pick<OutgoingMail, 'key' | 'payload' | 'validSeconds'>,
): OutgoingMail => ({ ...mail, kind: 'alert', recipient, language });

/** Writes an alert that is sent at once. */
export function singleAlert(alert: StoredAlert, settings: StoredAlertSettings): OutgoingAlerts {
  const { id, kind, ids, details, createdAt } = alert;
  const { rules, recipient, webhook, companyName, timeZone } = settings;
  const key = `alert:${id}`;
  const payload = { ...details, event: kind, at: createdAt.toISOString(), timeZone, companyName };
  return {
    mail:
      rules[kind]?.mail && recipient !== null
        ? mailTo(settings, recipient, { key, payload, validSeconds: DAY_SECONDS })
        : undefined,
    webhook:
      rules[kind]?.webhook && webhook
        ? webhookTo(webhook, { key, type: typeOf(kind), data: { ...ids, ...(webhook.names ? details : {}) } })
        : undefined,
  };
}

/**
 * Writes a digest. Its key is that of the first alert, so a digest that was stored once is not stored again.
 *
 * @param alerts by class, the most important first
 */
export function digestOf(alerts: readonly StoredAlert[], settings: StoredAlertSettings): OutgoingAlerts {
  const { rules, recipient, webhook, companyName, timeZone } = settings;
  const inMail = recipient === null ? [] : alerts.filter(({ kind }) => rules[kind]?.mail);
  const inWebhook = webhook === null ? [] : alerts.filter(({ kind }) => rules[kind]?.webhook);
  const [firstInMail] = inMail;
  const [firstInWebhook] = inWebhook;
  const mailed = chooseListed(inMail, MAX_LISTED);
  const posted = chooseListed(inWebhook, MAX_LISTED);
  return {
    mail:
      firstInMail && recipient !== null
        ? mailTo(settings, recipient, {
            key: `digest:${firstInMail.id}`,
            payload: {
              event: 'digest',
              alerts: mailed.listed.map(({ kind, createdAt, details }) => ({
                ...digestDetails(details),
                event: kind,
                at: createdAt.toISOString(),
              })),
              total: inMail.length,
              omitted: countByKind(mailed.omitted, (kind) => kind),
              timeZone,
              companyName,
            },
            validSeconds: 2 * DAY_SECONDS,
          })
        : undefined,
    webhook:
      firstInWebhook && webhook
        ? webhookTo(webhook, {
            key: `digest:${firstInWebhook.id}`,
            type: 'alerts.digest',
            data: {
              alerts: posted.listed.map(({ kind, createdAt, ids, details }) => ({
                type: typeOf(kind),
                at: createdAt.toISOString(),
                ...ids,
                ...(webhook.names ? digestDetails(details) : {}),
              })),
              total: inWebhook.length,
              omitted: countByKind(posted.omitted, typeOf),
            },
          })
        : undefined,
  };
}
