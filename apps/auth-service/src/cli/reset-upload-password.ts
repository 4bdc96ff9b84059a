import { randomUUID } from 'node:crypto';
import type { Logger } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { authDataSource } from '../database/data-source.js';
import type { AuthEnvironment } from '../environment.js';
import { openRedis } from '../redis.js';
import { EpochPublisherService } from '../upload-password/epoch-publisher.service.js';
import { PasswordHasherService } from '../upload-password/password-hasher.service.js';
import { UploadPasswordEntity } from '../upload-password/upload-password.entity.js';
import { UploadPasswordRepository } from '../upload-password/upload-password.repository.js';

/** Sets the upload password without the current one, and ends the uploader level of every session. */
export async function resetUploadPassword(
  password: string,
  environment: Pick<AuthEnvironment, 'DATABASE_URL' | 'REDIS_URL'>,
  logger: Logger,
): Promise<void> {
  const dataSource = await new DataSource(authDataSource(environment.DATABASE_URL)).initialize();
  const redis = openRedis(environment.REDIS_URL, logger);
  try {
    const passwords = new UploadPasswordRepository(dataSource.getRepository(UploadPasswordEntity));
    const epochs = new EpochPublisherService(redis, logger, passwords);
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
    const hash = await new PasswordHasherService().hash(password);
    for (let stored = false; !stored; ) {
      const current = await passwords.read();
      const next = { hash, epoch: (current?.epoch ?? 0) + 1, commandId: randomUUID() };
      await epochs.withdraw();
      stored = current ? await passwords.replace(next, current.epoch) : await passwords.insertFirst(next);
      if (stored) await epochs.publish(next.epoch);
    }
  } finally {
    redis.disconnect();
    await dataSource.destroy();
  }
}
