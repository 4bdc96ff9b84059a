import { Injectable } from '@nestjs/common';
import { enqueueMail, enqueueWebhook } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import {
  classesByTime,
  kindsByTime,
  type StoredAlert,
  type StoredAlertSettings,
  withoutRepeated,
} from './alert.js';
import { type AlertClass, alertClasses, UsedQuotas } from './alert-class.js';
import {
  countSentInLastHour,
  expireAlerts,
  hasWaitingAlert,
  lockAlerts,
  oldestWaiting,
  readAlertSettings,
  settleAlerts,
  settleKinds,
  waitingAlerts,
} from './alert-queue.queries.js';
import { digestTimes, isDigestDue } from './alert-schedule.js';
import { digestOf, type OutgoingAlerts, singleAlert } from './outgoing-alerts.js';

/** Alerts of a class that are sent at once in one transaction, and that one digest contains. */
const MAX_AT_ONCE = 100;
const MAX_IN_DIGEST = 2000;

const classOf = new Map(alertClasses.map((alertClass) => [alertClass.key, alertClass]));

/** Turns alerts into mails and webhooks. The alert and what it becomes are stored in one transaction. */
@Injectable()
export class AlertQueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Settles the alerts that are due. Those of one notifier wait while another one does so. */
  async dispatch(): Promise<void> {
    if (!(await hasWaitingAlert(this.dataSource))) return;
    await this.dataSource.transaction(async (db) => {
      const now = await lockAlerts(db);
      if (now === undefined) return;
      await expireAlerts(db);
      const settings = await readAlertSettings(db);
      if (settings === undefined) return;
      const kinds = kindsByTime(settings);
      for (const state of ['off', 'unaddressed'] as const) await settleKinds(db, kinds[state], state);
      const used = new UsedQuotas(await countSentInLastHour(db));
      const classes = classesByTime(kinds, used);
      await this.sendAtOnce(db, classes.atOnce, settings, used);
      for (const time of digestTimes) {
        const first = await oldestWaiting(db, classes[time]);
        if (first === undefined || !isDigestDue(time, first, now, settings.timeZone)) continue;
        const alerts = await this.claim(db, classes[time], MAX_IN_DIGEST);
        await store(db, digestOf(alerts, settings));
        await settleAlerts(db, alerts, 'digested');
      }
    });
  }

  private async sendAtOnce(
    db: Queryable,
    classes: readonly AlertClass[],
    settings: StoredAlertSettings,
    used: UsedQuotas,
  ): Promise<void> {
    for (const alert of await this.claim(db, classes, MAX_AT_ONCE)) {
      const alertClass = classOf.get(alert.alertClass);
      // The rest waits for a digest.
      if (alertClass === undefined || used.isFull(alertClass)) continue;
      await store(db, singleAlert(alert, settings));
      await settleAlerts(db, [alert], 'sent');
      used.add(alertClass);
    }
  }

  /** Returns waiting alerts by importance, without repeated ones, which it settles. */
  private async claim(db: Queryable, classes: readonly AlertClass[], limit: number): Promise<StoredAlert[]> {
    if (classes.length === 0) return [];
    const waiting = await waitingAlerts(db, classes, limit);
    const { kept, repeated } = withoutRepeated(waiting.filter(({ isRepeated }) => !isRepeated));
    await settleAlerts(db, [...waiting.filter(({ isRepeated }) => isRepeated), ...repeated], 'repeated');
    return kept;
  }
}

async function store(db: Queryable, { mail, webhook }: OutgoingAlerts): Promise<void> {
  if (mail) await enqueueMail(db, mail);
  if (webhook) await enqueueWebhook(db, webhook);
}
