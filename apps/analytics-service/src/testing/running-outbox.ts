import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadEnvironment } from '@secure-preview/service-kit';
import { enqueueMail, type OutgoingMail } from '@secure-preview/service-kit/outbox';
import { queryRows, runMigrations } from '@secure-preview/service-kit/postgres';
import { startTestPostgres, type TestDatabase, type TestPostgres, until } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { OUTBOX_SCHEMA, outboxDataSource, outboxMigrations } from '../database/outbox/data-source.js';
import { notifierEnvironment } from '../environment.js';
import type { MailContents } from '../notifier/mail/mail-content.js';
import { MailQueueRepository } from '../notifier/mail/mail-queue.repository.js';
import { notifierModule } from '../notifier/notifier.module.js';
import { logger } from './running-analytics.js';
import { ServiceProcess } from './service-process.js';

const row = z.object({
  id: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  attempts: z.number(),
  message_id: z.string().nullable(),
});
export type StoredMail = z.output<typeof row>;

/** Settings that each notifier of a test has, unless it overrides them. */
const DEFAULTS = {
  MAIL_FROM: 'Portal <portal@example.com>',
  MAIL_PER_MINUTE: '10000',
  OUTBOX_SECRET: 'a secret of a portal for tests, long enough',
  PUBLIC_ORIGIN: 'https://preview.example.com',
};

/** An outbox on a real server, with notifiers in this process or in processes of their own. */
export class RunningOutbox {
  private readonly notifiers: INestApplicationContext[] = [];
  private readonly processes: ServiceProcess[] = [];
  private readonly connections: DataSource[] = [];

  private constructor(
    readonly postgres: TestPostgres,
    readonly database: TestDatabase,
    /** Connection as the owner of the tables. */
    readonly owner: DataSource,
    /** Connection as a service that inserts. */
    readonly service: DataSource,
  ) {}

  static async start(): Promise<RunningOutbox> {
    const postgres = await startTestPostgres();
    const database = await postgres.createDatabase();
    await runMigrations({
      adminUrl: database.adminUrl,
      appUrl: database.urlOf('notifier'),
      workerUrl: database.urlOf('media-worker'),
      writerUrls: {
        auth: database.urlOf('auth'),
        analytics: database.urlOf('analytics'),
        media: database.urlOf('media'),
      },
      schema: OUTBOX_SCHEMA,
      migrations: outboxMigrations,
      logger,
    });
    const [owner, service] = await Promise.all(
      [database.adminUrl, database.urlOf('auth')].map((url) =>
        new DataSource({ type: 'postgres', url, extra: { max: 3 } }).initialize(),
      ),
    );
    if (owner === undefined || service === undefined) throw new Error('not connected');
    return new RunningOutbox(postgres, database, owner, service);
  }

  /** Stores a test mail, valid for an hour, and returns its id. */
  async enqueue(mail: Partial<OutgoingMail> & Pick<OutgoingMail, 'key'>): Promise<string> {
    const defaults = { kind: 'test', recipient: 'ada@example.org', language: 'en', payload: {} } as const;
    await enqueueMail(this.service, { ...defaults, validSeconds: 3600, ...mail });
    const [found] = await this.select('idempotency_key = $1', [mail.key]);
    return found?.id ?? '';
  }

  select(condition: string, values: readonly unknown[] = []): Promise<StoredMail[]> {
    return queryRows(
      this.owner,
      row,
      `SELECT id, state, reason, detail, attempts, message_id FROM outbox.messages WHERE ${condition}
       ORDER BY created_at`,
      values,
    );
  }

  /** Waits until the mail has this state. */
  async reaches(id: string, state: string): Promise<StoredMail> {
    let last: StoredMail | undefined;
    return until(
      async () => {
        [last] = await this.select('id = $1', [id]);
        return last?.state === state ? last : undefined;
      },
      { deadlineMs: 30_000, what: () => `${state}, not ${JSON.stringify(last)}` },
    );
  }

  /** Waits until the mail waits for another attempt, for this reason. */
  async reason(id: string, reason: string): Promise<void> {
    const found = () => this.select(`id = $1 AND state = 'waiting' AND reason = $2`, [id, reason]);
    await until(async () => (await found()).length === 1, { deadlineMs: 30_000, what: reason });
  }

  /** Locks all mails, so no notifier can mark one. @returns a function that unlocks them */
  async lockMails(): Promise<() => Promise<void>> {
    const runner = this.owner.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM outbox.messages FOR UPDATE');
    return async () => {
      await runner.rollbackTransaction();
      await runner.release();
    };
  }

  /** Makes failed attempts due. */
  async passRetries(): Promise<void> {
    await this.owner.query(`UPDATE outbox.messages SET next_attempt_at = now() WHERE state = 'waiting'`);
  }

  /** Makes leases expire and failed attempts due, as if time had passed. */
  async passTime(): Promise<void> {
    await this.owner.query(`UPDATE outbox.messages SET lease_until = now() - interval '1 second'
      WHERE state = 'sending'`);
    await this.passRetries();
    await this.owner.query(`UPDATE outbox.webhook_deliveries SET next_attempt_at = now(), lease_until = now()
      WHERE state IN ('sending', 'waiting')`);
  }

  /** Starts a notifier in this process. */
  async notifier(
    settings: Record<string, string>,
    contents?: MailContents,
  ): Promise<INestApplicationContext> {
    const environment = loadEnvironment(notifierEnvironment, { ...this.variables, ...settings });
    const app = await NestFactory.createApplicationContext(notifierModule(environment, logger, contents), {
      logger: false,
    });
    this.notifiers.push(app);
    return app;
  }

  /** Returns queues with connections of their own, which nothing empties. */
  async queues(count: number): Promise<MailQueueRepository[]> {
    return Promise.all(
      Array.from({ length: count }, async () => {
        const connection = await new DataSource(
          outboxDataSource(this.database.urlOf('notifier')),
        ).initialize();
        this.connections.push(connection);
        return new MailQueueRepository(connection);
      }),
    );
  }

  /** Starts the built notifier in a process of its own, which a test may kill. */
  process(settings: Record<string, string>): ServiceProcess {
    const started = ServiceProcess.start({ ...this.variables, ANALYTICS_ROLE: 'notifier', ...settings });
    this.processes.push(started);
    return started;
  }

  /** Stops all notifiers and removes all rows. */
  async clear(): Promise<void> {
    await Promise.all(this.notifiers.splice(0).map((app) => app.close()));
    await Promise.all(this.connections.splice(0).map((connection) => connection.destroy()));
    await Promise.all(this.processes.splice(0).map((started) => started.end('SIGKILL')));
    await this.owner.query(
      `TRUNCATE outbox.messages, outbox.cancellations, outbox.images, outbox.webhook_deliveries,
         outbox.webhook_endpoints, outbox.alerts, outbox.alert_settings`,
    );
  }

  async stop(): Promise<void> {
    await this.clear();
    await Promise.all([this.owner.destroy(), this.service.destroy()]);
    await this.postgres.stop();
  }

  private get variables() {
    return { ...DEFAULTS, DATABASE_URL: this.database.urlOf('notifier') };
  }
}
