import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, retry } from '@secure-preview/service-kit';
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
    let hasLogged = false;
    await retry(() => this.ensure(), {
      everyMs: RETRY_MS,
      signal: this.stopped.signal,
      onFailure: (error) => {
        if (!hasLogged) this.logger.warn({ err: error }, 'cannot read the upload password yet; retrying');
        hasLogged = true;
      },
    });
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
