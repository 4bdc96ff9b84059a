import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppError, redisKeys, type StoredSettings } from '@secure-preview/contracts';
import { RpcListClient } from '@secure-preview/rpc';
import { type Logger, RepeatingTask, retry } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER, REDIS } from '../environment.js';
import { SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { type DefaultSettings, defaultSettings } from './default-settings.js';
import { type EffectiveSettings, effectiveSettings } from './effective-settings.js';

/** Milliseconds between two attempts at the first read. */
const FIRST_READ_MS = 500;
/** Milliseconds between two polls of the published version. */
const FOLLOW_MS = 1000;
/** Limit for a read in milliseconds; a shutdown may wait for it. */
const READ_MS = 2000;

/**
 * Holds the settings in memory and follows their published version. Keeps the last copy while Redis or auth-service
 * is unavailable. Until the first read, requests get 503, because the defaults may differ from what an administrator
 * set.
 */
@Injectable()
export class SettingsFollowerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly defaults: DefaultSettings;
  private effective: EffectiveSettings | undefined;
  private readonly stopped = new AbortController();
  private readonly following = new RepeatingTask(
    () => this.follow(),
    FOLLOW_MS,
    (error) => this.logger.warn({ err: error }, 'cannot follow the settings; the last copy stays in effect'),
  );

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RpcListClient) private readonly transport: RpcListClient,
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {
    this.defaults = defaultSettings(environment);
  }

  onApplicationBootstrap(): void {
    void this.begin();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    return this.following.stop();
  }

  get isKnown(): boolean {
    return this.effective !== undefined;
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

  /** Puts a version into effect that this gateway received with an answer, unless it has a newer one. */
  adopt(stored: StoredSettings): void {
    if (!this.effective || stored.version > this.effective.version) this.apply(stored);
  }

  private async begin(): Promise<void> {
    await this.transport.connect().catch(() => undefined);
    const first = await retry(() => this.read(), {
      everyMs: FIRST_READ_MS,
      signal: this.stopped.signal,
      onFailure: (error) => this.logger.debug({ err: error }, 'the settings are not read yet'),
    });
    if (first) this.adopt(first);
    if (!this.stopped.signal.aborted) this.following.start();
  }

  /** Reads the settings if their published version differs. After a restore it may be lower. */
  private async follow(): Promise<void> {
    const before = this.effective;
    const published = await this.redis.get(redisKeys.settingsVersion);
    if (published === null || Number(published) === before?.version) return;
    const stored = await this.read();
    // A version that was adopted in the meantime may be newer than the one read.
    if (this.effective === before && stored.version !== before?.version) this.apply(stored);
  }

  private read(): Promise<StoredSettings> {
    return this.settings.read({}, { requestId: randomUUID(), withinMs: READ_MS });
  }

  private apply(stored: StoredSettings): void {
    this.effective = effectiveSettings(stored, this.defaults, this.environment.SETTINGS_LOCKED);
    this.logger.info({ version: stored.version }, 'a version of the settings is in effect');
  }
}
