import { Inject, Injectable } from '@nestjs/common';
import { AppError, redisKeys, type StoredSettings } from '@secure-preview/contracts';
import { type CallContext, RpcListClient } from '@secure-preview/rpc';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER, REDIS } from '../environment.js';
import { VersionFollower } from '../following/version-follower.js';
import { SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { AccessRules } from '../sessions/access-rules.js';
import { type DefaultSettings, defaultSettings } from './default-settings.js';
import { type EffectiveSettings, effectiveSettings } from './effective-settings.js';

/**
 * Holds the settings in memory and follows their published version. Until the first read, requests get 503, because
 * the defaults may differ from what an administrator set.
 */
@Injectable()
export class SettingsFollowerService extends VersionFollower<StoredSettings> {
  readonly defaults: DefaultSettings;
  private effective: EffectiveSettings | undefined;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(RpcListClient) transport: RpcListClient,
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    @Inject(LOGGER) logger: Logger,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly rules: AccessRules,
  ) {
    super({ redis, transport, logger, key: redisKeys.settingsVersion, what: 'the settings' });
    this.defaults = defaultSettings(environment);
  }

  /** The settings in effect; undefined before the first read. */
  get latest(): EffectiveSettings | undefined {
    return this.effective;
  }

  /**
   * The settings in effect; the same object until they change.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` before the first read
   */
  get current(): EffectiveSettings {
    if (!this.effective) throw new AppError('SERVICE_UNAVAILABLE');
    return this.effective;
  }

  protected override read(context: CallContext): Promise<StoredSettings> {
    return this.settings.read({}, context);
  }

  protected override apply(stored: StoredSettings): void {
    this.effective = effectiveSettings(stored, this.defaults, this.environment.SETTINGS_LOCKED);
    this.rules.gate = this.effective.values;
  }
}
