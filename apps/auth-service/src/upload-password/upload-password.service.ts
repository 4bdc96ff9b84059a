import { Injectable } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import { type Attempt, AttemptsService } from '../attempts/attempts.service.js';
import type { StaffSession } from '../staff/staff-session.js';
import { StaffSessionRepository } from '../staff/staff-session.repository.js';
import { EpochPublisherService } from './epoch-publisher.service.js';
import { ALERT_AFTER_TRIES, passwordTried } from './password-alert.js';
import { PasswordHasherService } from './password-hasher.service.js';
import { assertAcceptable } from './upload-password.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

/** Verifies and changes the upload password, which gives sessions the uploader level. */
@Injectable()
export class UploadPasswordService {
  constructor(
    private readonly passwords: UploadPasswordRepository,
    private readonly attempts: AttemptsService,
    private readonly hasher: PasswordHasherService,
    private readonly staff: StaffSessionRepository,
    private readonly epochs: EpochPublisherService,
  ) {}

  /**
   * Checks the password and records the session as staff.
   *
   * @returns the epoch that gives the session the uploader level
   * @throws AppError `INVALID_PASSWORD`, `TOO_MANY_ATTEMPTS`
   */
  async verify(password: string, attempt: Attempt, session: StaffSession): Promise<number> {
    const stored = await this.attempts.checkLimited(attempt, async () => {
      const current = await this.passwords.read();
      return (await this.hasher.matches(current?.hash, password)) ? current : undefined;
    });
    if (!stored) {
      await this.alertOfAttempts(attempt);
      throw new AppError('INVALID_PASSWORD');
    }
    await this.staff.record(session);
    await this.epochs.publish(stored.epoch);
    return stored.epoch;
  }

  /**
   * Replaces the password and ends the uploader level of every other session.
   *
   * @returns the new epoch
   * @throws AppError `CURRENT_PASSWORD_INCORRECT`, `PASSWORD_TOO_SHORT`, `PASSWORD_UNCHANGED`,
   * `TOO_MANY_ATTEMPTS`
   */
  async change(currentPassword: string, newPassword: string, attempt: Attempt): Promise<number> {
    const stored = await this.passwords.read();
    if (stored?.commandId === attempt.commandId) {
      await this.epochs.publish(stored.epoch);
      return stored.epoch;
    }
    const before = await this.attempts.checkLimited(attempt, async () =>
      (await this.hasher.matches(stored?.hash, currentPassword)) ? stored : undefined,
    );
    if (!before) {
      await this.alertOfAttempts(attempt);
      throw new AppError('CURRENT_PASSWORD_INCORRECT');
    }
    assertAcceptable(newPassword, currentPassword);

    const hash = await this.hasher.hash(newPassword);
    const next = { hash, epoch: before.epoch + 1, commandId: attempt.commandId };
    // From here until the new epoch is published, no session is an uploader, even if this process dies now.
    await this.epochs.withdraw();
    const replaced = await this.passwords.replace(next, before.epoch);
    if (!replaced) {
      const current = await this.passwords.read();
      if (current) await this.epochs.publish(current.epoch);
      if (current?.commandId === attempt.commandId) return current.epoch;
      throw new AppError('CURRENT_PASSWORD_INCORRECT');
    }
    await this.epochs.publish(next.epoch);
    return next.epoch;
  }

  private async alertOfAttempts(attempt: Attempt): Promise<void> {
    const tries = await this.attempts.wrongAttempts(attempt);
    if (tries >= ALERT_AFTER_TRIES) await this.passwords.storeAlert(passwordTried(attempt, tries));
  }
}
