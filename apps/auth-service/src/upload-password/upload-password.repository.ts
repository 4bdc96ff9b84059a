import type { UploadPassword } from './upload-password.js';

export abstract class UploadPasswordRepository {
  abstract read(): Promise<UploadPassword | undefined>;
  /** Stores the first password; returns false if there is one already. */
  abstract insertFirst(password: UploadPassword): Promise<boolean>;
  /** Replaces the password of `previousEpoch`; returns false if another change came first. */
  abstract replace(password: UploadPassword, previousEpoch: number): Promise<boolean>;
}
