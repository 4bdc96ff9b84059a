import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { AlertEntity } from './alert.entity.js';
import { AlertSettingsEntity } from './alert-settings.entity.js';
import { CancellationEntity } from './cancellation.entity.js';
import { MailImageEntity } from './mail-image.entity.js';
import { MessageEntity } from './message.entity.js';
import { CreateOutbox1795575900000 } from './migrations/20261125T030500-create-outbox.js';
import { CreateMailImages1795623600000 } from './migrations/20261125T162000-create-mail-images.js';
import { CreateWebhookEndpoints1795623900000 } from './migrations/20261125T162500-create-webhook-endpoints.js';
import { CreateCancellations1795624200000 } from './migrations/20261125T163000-create-cancellations.js';
import { CreateAlerts1795769100000 } from './migrations/20261127T084500-create-alerts.js';
import { ShareFlagSettings1795784400000 } from './migrations/20261127T130000-share-flag-settings.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';

/** Postgres schema of mails and webhooks: services insert into it, and the notifier reads and marks the rows. */
export const OUTBOX_SCHEMA = 'outbox';

/** Names the variables whose URLs have the roles of the notifier and of the services that insert. */
export const outboxRoles: DatabaseRoles = {
  app: 'NOTIFIER_DATABASE_URL',
  // Inserts alerts only.
  worker: 'MEDIA_WORKER_DATABASE_URL',
  writers: {
    auth: 'AUTH_DATABASE_URL',
    analytics: 'ANALYTICS_DATABASE_URL',
    media: 'MEDIA_DATABASE_URL',
  },
};

export const outboxMigrations: Migrations = [
  CreateOutbox1795575900000,
  CreateMailImages1795623600000,
  CreateWebhookEndpoints1795623900000,
  CreateCancellations1795624200000,
  CreateAlerts1795769100000,
  ShareFlagSettings1795784400000,
];

/** Returns the connection settings of the notifier and its commands. */
export function outboxDataSource(url: string) {
  const entities = [
    AlertEntity,
    AlertSettingsEntity,
    CancellationEntity,
    MailImageEntity,
    MessageEntity,
    WebhookDeliveryEntity,
    WebhookEndpointEntity,
  ];
  return postgresOptions({ url, schema: OUTBOX_SCHEMA, entities, poolSize: 5 });
}
