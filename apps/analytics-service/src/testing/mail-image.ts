import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { MailImage } from '../database/outbox/mail-image.queries.js';

/** Returns an image of a mail with random content. */
export const newMailImage = (width: number, height: number): MailImage => {
  const id = randomUUID();
  return { id, contentType: 'image/jpeg', content: Buffer.from(`image ${id}`), width, height };
};

/** Stores an image. @param db connection of a role that may insert images */
export async function storeMailImage(
  db: DataSource,
  { id, contentType, content, width, height }: MailImage,
): Promise<void> {
  await db.query(
    'INSERT INTO outbox.images (id, content_type, content, width, height) VALUES ($1, $2, $3, $4, $5)',
    [id, contentType, content, width, height],
  );
}
