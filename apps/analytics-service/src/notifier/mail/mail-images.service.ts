import { Injectable } from '@nestjs/common';
import type { MailImage } from '../../database/outbox/mail-image.queries.js';
import { MailImageRepository } from '../../database/outbox/mail-image.repository.js';
import type { MailContent } from './mail-content.js';
import type { MailImages } from './mail-images.js';

/** Images in memory, of at most 200 KB each. */
const MAX_IMAGES = 4;

/** Reads the images of mails. Keeps the last ones in memory, because all mails of an import show the same images. */
@Injectable()
export class MailImagesService {
  private readonly recent = new Map<string, MailImage>();

  constructor(private readonly stored: MailImageRepository) {}

  /** Returns the images of a mail. Leaves out those that do not exist. */
  async of({ logoId, keyArtId }: Pick<MailContent, 'logoId' | 'keyArtId'>): Promise<MailImages> {
    return {
      logo: logoId ? await this.find(logoId) : undefined,
      keyArt: keyArtId ? await this.find(keyArtId) : undefined,
    };
  }

  async find(id: string): Promise<MailImage | undefined> {
    // An image never changes.
    const image = this.recent.get(id) ?? (await this.stored.find(id));
    if (image === undefined) return undefined;
    this.recent.delete(id);
    this.recent.set(id, image);
    const [oldest] = this.recent.keys();
    if (this.recent.size > MAX_IMAGES && oldest !== undefined) this.recent.delete(oldest);
    return image;
  }
}
