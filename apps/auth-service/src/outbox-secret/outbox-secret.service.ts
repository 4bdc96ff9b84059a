import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { deriveCode, deriveInvitationSecret, deriveSecret } from '@secure-preview/service-kit/outbox';
import { AUTH_ENVIRONMENT, type AuthEnvironment, LOGGER } from '../environment.js';

/** Seconds after which a caller may try again. An operator has to set the secret first. */
const RETRY_SECONDS = 60;

/** Compares secrets in a time that does not depend on their content. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Derives and compares codes, secrets of invitation links, and secrets of webhooks. Each method fails without `OUTBOX_SECRET`. */
@Injectable()
export class OutboxSecretService {
  constructor(
    @Inject(AUTH_ENVIRONMENT) private readonly environment: Pick<AuthEnvironment, 'OUTBOX_SECRET'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `SERVICE_UNAVAILABLE` if the secret is not set */
  key(): string {
    const { OUTBOX_SECRET: key } = this.environment;
    if (key !== undefined) return key;
    this.logger.error('OUTBOX_SECRET is not set, so there are no codes, invitation links and webhooks');
    throw new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: RETRY_SECONDS } });
  }

  isCode(codeId: string, digits: string): boolean {
    return isSame(deriveCode(this.key(), codeId), digits);
  }

  invitationSecret(id: string, generation: number): string {
    return deriveInvitationSecret(this.key(), id, generation);
  }

  /** Returns the secret that signs the webhooks to an endpoint, in base64. */
  webhookSecret(endpointId: string, generation: number): string {
    return deriveSecret(this.key(), 'webhook', endpointId, generation).toString('base64');
  }

  /** Returns the generation, at most `newest`, that a link belongs to; undefined if its secret is wrong. */
  generationOf({ id, secret }: { id: string; secret: string }, newest: number): number | undefined {
    for (let generation = newest; generation > 0; generation -= 1)
      if (isSame(this.invitationSecret(id, generation), secret)) return generation;
    return undefined;
  }
}
