import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER, NOTIFIER_ENVIRONMENT, type NotifierEnvironment } from '../../environment.js';
import { QueueRunner } from '../queue/queue-runner.js';
import { storeOutcome } from '../queue/store-outcome.js';
import { storableDetail } from '../text/storable-detail.js';
import { type ComposedMail, composeMail } from './compose-mail.js';
import { type AttemptOutcome, type ClaimedMail, lostAnswerState } from './mail.js';
import { mailAttempts } from './mail.metrics.js';
import { MAIL_CONTENTS, type MailContent, type MailContents, type MailContext } from './mail-content.js';
import type { MailImages } from './mail-images.js';
import { MailImagesService } from './mail-images.service.js';
import { LEASE_SECONDS, MailQueueRepository } from './mail-queue.repository.js';
import { missingSetting, settingReasons } from './mail-requirements.js';
import { domainOf, type MailSettings, mailSettingsOf } from './mail-settings.js';
import { SmtpClient } from './smtp-client.js';

/** Mails that one notifier sends at once. */
const MAX_PARALLEL = 3;
/** Milliseconds for mails in progress at shutdown. */
const DRAIN_MS = 8000;

/** Error for images that cannot be read at present. */
class ImagesUnavailableError extends Error {
  override name = 'ImagesUnavailableError';
}

/** Sends the mails of the outbox. */
@Injectable()
export class MailerService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly settings: MailSettings | undefined;
  private readonly context: MailContext;
  /** Kinds with a content, and with all settings that it needs. */
  private readonly sentKinds: readonly string[];
  private readonly runner: QueueRunner<ClaimedMail>;

  constructor(
    private readonly queue: MailQueueRepository,
    private readonly images: MailImagesService,
    @Inject(MAIL_CONTENTS) private readonly contents: MailContents,
    @Inject(NOTIFIER_ENVIRONMENT) environment: NotifierEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.settings = mailSettingsOf(environment);
    this.context = {
      companyName: environment.COMPANY_NAME,
      portalUrl: environment.PUBLIC_ORIGIN,
      outboxSecret: environment.OUTBOX_SECRET,
    };
    this.sentKinds = Object.keys(contents).filter((kind) => missingSetting(kind, this.context) === undefined);
    this.runner = new QueueRunner({
      prepare: () => this.prepare(),
      claim: () => this.claim(),
      run: (mail) => this.attempt(mail),
      maxParallel: MAX_PARALLEL,
      onFailure: (error) => logger.warn({ err: error }, 'the mails in the outbox cannot be read'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings === undefined) this.logger.info('mail is off: SMTP_URL and MAIL_FROM are not both set');
    this.runner.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.runner.stop(DRAIN_MS);
  }

  /** @returns whether mails can be sent */
  private async prepare(): Promise<boolean> {
    await this.queue.maintain();
    if (this.settings === undefined) {
      await this.queue.noteReason('MAIL_NOT_CONFIGURED');
      return false;
    }
    const keptKinds: string[] = [];
    for (const kind of Object.keys(this.contents)) {
      const reason = missingSetting(kind, this.context);
      if (reason === undefined) continue;
      await this.queue.noteReason(reason, kind);
      keptKinds.push(kind);
    }
    // Mails may wait for long at the limit of a minute, and must not show what was missing before.
    await this.queue.clearReasons(settingReasons, keptKinds);
    return true;
  }

  private async claim(): Promise<ClaimedMail | undefined> {
    if (this.settings === undefined) return undefined;
    const { from, perMinute } = this.settings;
    return this.queue.claim({
      kinds: this.sentKinds,
      domain: domainOf(from.address),
      perMinute,
    });
  }

  private async attempt(mail: ClaimedMail): Promise<void> {
    const outcome = await this.send(mail);
    mailAttempts.inc({ outcome: outcome.state });
    const { id, kind, attempt } = mail;
    // The log omits the server's answer, which may quote the address.
    if (outcome.state === 'sent') this.logger.info({ mail: id, kind, attempt }, 'mail sent');
    else this.logger.warn({ mail: id, kind, attempt, reason: outcome.reason }, 'mail not sent');
    await storeOutcome(() => this.queue.finish(mail, outcome), LEASE_SECONDS, this.logger);
  }

  private async send(mail: ClaimedMail): Promise<AttemptOutcome> {
    const { settings } = this;
    const content = this.contents[mail.kind];
    if (settings === undefined || content === undefined)
      throw new Error(
        'Claimed a mail that cannot be sent: mail is not configured, or its kind has no content',
      );
    let composed: ComposedMail;
    try {
      const written = content(mail.payload, mail.language, this.context);
      const images = await this.imagesOf(written);
      composed = await composeMail(mail, written, settings.from, this.context, images);
    } catch (error) {
      return notComposed(error as Error);
    }
    const client = new SmtpClient(settings.smtpUrl, this.logger);
    return client.send(composed, () => this.queue.noteDataEnd(mail), lostAnswerState(mail.kind));
  }

  /** @throws ImagesUnavailableError */
  private async imagesOf(content: MailContent): Promise<MailImages> {
    try {
      return await this.images.of(content);
    } catch (error) {
      throw new ImagesUnavailableError('The images could not be read', { cause: error });
    }
  }
}

/** Returns the outcome of a mail that could not be composed. Without its images, it is sent later. */
function notComposed(error: Error): AttemptOutcome {
  const detail = storableDetail(error.message);
  return error instanceof ImagesUnavailableError
    ? { state: 'waiting', reason: 'INTERRUPTED', detail }
    : { state: 'refused', reason: 'INVALID_MAIL', detail };
}
