import { Injectable } from '@nestjs/common';
import type { AlertSettings } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { endpointIdOf, WEBHOOK_GENERATION } from '../webhooks/webhook.js';
import { lockAlertSettings, storeAlertSettings } from './alert-settings.queries.js';
import { SettingsVersionEntity } from './settings-version.entity.js';

/** Copies the settings of alerts to the outbox, where the notifier reads them. */
@Injectable()
export class AlertSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores the settings, unless `version` is not the newest one: a slow gateway may send earlier settings. */
  async keep(version: number, settings: AlertSettings): Promise<void> {
    const { webhook } = settings;
    const endpoint = webhook && {
      endpointId: endpointIdOf(webhook.url),
      endpointGeneration: WEBHOOK_GENERATION,
    };
    await this.dataSource.transaction(async (transaction) => {
      await lockAlertSettings(transaction);
      const newest = await transaction.getRepository(SettingsVersionEntity).maximum('version');
      if ((newest ?? 0) !== version) return;
      await storeAlertSettings(transaction, { ...settings, webhook: webhook && { ...webhook, ...endpoint } });
    });
  }
}
