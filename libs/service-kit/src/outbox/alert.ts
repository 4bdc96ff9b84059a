import type { AlertKind } from '@secure-preview/contracts';

/** An event that the administrator may want to learn of. The notifier decides whether and when it is sent. */
export interface OutgoingAlert {
  /** A service stores one alert for each key, such as `first-play:<person id>`. */
  readonly key: string;
  readonly kind: AlertKind;
  /** At most one alert of a kind and person is sent in 24 hours. Null for events that concern nobody. */
  readonly personKey: string | null;
  /** Ids, which webhooks always contain. */
  readonly ids: object;
  /** Names and texts, which mails show, and webhooks contain if names are switched on. */
  readonly details: object;
}
