import { type PublishedInvitation, redisKeys, type SettingOverrides } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { entries, LINK } from './fake-entry.js';
import { services } from './fakes.js';

const valid: PublishedInvitation = { generation: 1, revoked: false, startsAt: null, endsAt: null };

/** Publishes state in Redis as auth-service does, for the fake auth-service. */
export class PublishedAccess {
  constructor(private readonly redis: Redis) {}

  async uploadEpoch(): Promise<void> {
    await this.redis.set(redisKeys.uploadEpoch, services.epoch);
  }

  /** Publishes the invitation of `LINK`, valid without `changes`. */
  async invitation(changes: Partial<PublishedInvitation> = {}): Promise<void> {
    await this.redis.set(redisKeys.invitation(LINK.id), JSON.stringify({ ...valid, ...changes }));
  }

  async settings(overrides: SettingOverrides): Promise<void> {
    services.settings = { version: services.settings.version + 1, overrides };
    await this.redis.set(redisKeys.settingsVersion, services.settings.version);
  }

  async blockRules(rules: { domains?: string[]; networks?: string[] }): Promise<void> {
    entries.rules = { domains: [], networks: [], ...rules, version: entries.rules.version + 1 };
    await this.redis.set(redisKeys.blockRulesVersion, entries.rules.version);
  }

  async blockAddress(emailKey: string): Promise<void> {
    await this.redis.set(redisKeys.addressBlocked(emailKey), 1);
  }
}
