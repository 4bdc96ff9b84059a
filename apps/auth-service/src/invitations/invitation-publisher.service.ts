import { Inject, Injectable } from '@nestjs/common';
import { type PublishedInvitation, redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisPublisherService } from '../publishing/redis-publisher.service.js';
import type { Invitation } from './invitation.js';
import { InvitationRepository } from './invitation.repository.js';

/** Sets KEYS[1] to ARGV[2], unless it holds version ARGV[1] or a newer one. Returns whether it did. */
const PUBLISH = `
  local known = redis.call('GET', KEYS[1])
  if known and (tonumber(cjson.decode(known).version) or 0) >= tonumber(ARGV[1]) then return 0 end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`;

/** Gateways ignore the version, which keeps a slow replica from publishing an old state over a newer one. */
function publishedValue({ version, generation, revokedAt, startsAt, endsAt }: Invitation): string {
  return JSON.stringify({
    version,
    generation,
    revoked: revokedAt !== null,
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  } satisfies PublishedInvitation & { version: number });
}

/** Publishes the state of invitations that sessions may refer to: one Redis key for each. */
@Injectable()
export class InvitationPublisherService extends RedisPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly invitations: InvitationRepository,
  ) {
    super(redis, logger, 'invitations');
  }

  async publish(invitations: readonly Invitation[]): Promise<void> {
    const published = await Promise.all(
      invitations.map((invitation) =>
        this.redis.eval(
          PUBLISH,
          1,
          redisKeys.invitation(invitation.id),
          invitation.version,
          publishedValue(invitation),
        ),
      ),
    );
    const changed = invitations.filter((_, index) => published[index] === 1);
    await this.announce(
      'invitation',
      changed.map(({ id }) => id),
    );
  }

  /** Publishes the present state of invitations. */
  async publishCurrent(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.publish(await this.invitations.byIds(ids));
  }

  protected override async republish(): Promise<void> {
    const used = await this.invitations.used();
    if (used.length === 0) return;
    const values = await this.redis.mget(used.map(({ id }) => redisKeys.invitation(id)));
    await this.publish(used.filter((invitation, index) => publishedValue(invitation) !== values[index]));
  }
}
