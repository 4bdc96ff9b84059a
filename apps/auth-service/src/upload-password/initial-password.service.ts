import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { AUTH_ENVIRONMENT, type AuthEnvironment, LOGGER } from '../environment.js';
import { PasswordHasherService } from './password-hasher.service.js';
import { generatePassword } from './upload-password.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

const RETRY_MS = 1000;

/** Creates the initial password. If it is generated, the replica whose insert succeeds prints it. */
@Injectable()
export class InitialPasswordService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    @Inject(AUTH_ENVIRONMENT) private readonly settings: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly passwords: UploadPasswordRepository,
    private readonly hasher: PasswordHasherService,
  ) {}

  /** Retries in the background: Postgres may be unavailable at startup. */
  onApplicationBootstrap(): void {
    void this.ensureEventually();
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  private async ensureEventually(): Promise<void> {
    for (let hasLogged = false; !this.stopped.signal.aborted; ) {
      try {
        return await this.ensure();
      } catch (error) {
        if (!hasLogged) this.logger.warn({ err: error }, 'cannot read the upload password yet; retrying');
        hasLogged = true;
        await sleep(RETRY_MS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      }
    }
  }

  async ensure(): Promise<void> {
    if (await this.passwords.read()) return;
    const configured = this.settings.UPLOAD_PASSWORD;
    const password = configured ?? generatePassword();
    const hash = await this.hasher.hash(password);
    const isInserted = await this.passwords.insertFirst({ hash, epoch: 1, commandId: randomUUID() });
    if (!isInserted) return;
    // Not logged: the password is shown only this once.
    if (configured === undefined) process.stdout.write(`Upload password (shown once): ${password}\n`);
  }
}
