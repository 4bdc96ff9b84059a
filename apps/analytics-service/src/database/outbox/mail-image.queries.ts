import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';

const mailImage = z.object({
  id: z.string(),
  contentType: z.string(),
  content: z.instanceof(Buffer),
  /** Size in pixels. */
  width: z.number(),
  height: z.number(),
});
export type MailImage = z.output<typeof mailImage>;

export const findMailImage = (db: Queryable, id: string): Promise<MailImage | undefined> =>
  queryRow(
    db,
    mailImage,
    'SELECT id, content_type AS "contentType", content, width, height FROM outbox.images WHERE id = $1',
    [id],
  );
