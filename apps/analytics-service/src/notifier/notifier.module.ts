import { type DynamicModule, Module } from '@nestjs/common';
import { type Logger, settingsModule } from '@secure-preview/service-kit';
import { databaseModule } from '@secure-preview/service-kit/postgres';
import { outboxDataSource } from '../database/outbox/data-source.js';
import { MailImageRepository } from '../database/outbox/mail-image.repository.js';
import { OutboxCountsRepository } from '../database/outbox/outbox-counts.repository.js';
import { LOGGER, NOTIFIER_ENVIRONMENT, type NotifierEnvironment } from '../environment.js';
import { AlertDispatcherService } from './alerts/alert-dispatcher.service.js';
import { AlertQueueRepository } from './alerts/alert-queue.repository.js';
import { mailContents } from './mail/contents/index.js';
import { MAIL_CONTENTS, type MailContents } from './mail/mail-content.js';
import { MailImagesService } from './mail/mail-images.service.js';
import { MailQueueRepository } from './mail/mail-queue.repository.js';
import { MailerService } from './mail/mailer.service.js';
import { OutboxMetricsService } from './metrics/outbox-metrics.service.js';
import { WebhookQueueRepository } from './webhooks/webhook-queue.repository.js';
import { WebhookSenderService } from './webhooks/webhook-sender.service.js';

@Module({})
class NotifierModule {}

/** Creates the root module of the notifier. */
export function notifierModule(
  environment: NotifierEnvironment,
  logger: Logger,
  contents: MailContents = mailContents,
): DynamicModule {
  return {
    module: NotifierModule,
    imports: [
      settingsModule([
        { provide: NOTIFIER_ENVIRONMENT, useValue: environment },
        { provide: LOGGER, useValue: logger },
        { provide: MAIL_CONTENTS, useValue: contents },
      ]),
      databaseModule(outboxDataSource(environment.DATABASE_URL)),
    ],
    providers: [
      AlertQueueRepository,
      AlertDispatcherService,
      MailQueueRepository,
      MailImageRepository,
      MailImagesService,
      MailerService,
      WebhookQueueRepository,
      WebhookSenderService,
      OutboxCountsRepository,
      OutboxMetricsService,
    ],
  };
}
