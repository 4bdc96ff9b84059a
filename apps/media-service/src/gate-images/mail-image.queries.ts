import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import type { RenderedMailImage } from './render-mail-image.js';

/** Stores an image for mails, unless it exists. This service may insert images into the outbox, but not read them. */
export async function insertMailImage(
  db: Queryable,
  id: string,
  { contentType, content, width, height }: RenderedMailImage,
): Promise<void> {
  await execute(
    db,
    `INSERT INTO outbox.images (id, content_type, content, width, height) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [id, contentType, content, width, height],
  );
}
