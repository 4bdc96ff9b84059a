import { createDecipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { mapStorageError } from '../../processing/storage-unavailable.js';
import { SecretBox } from '../../secrets/secret-box.js';
import { ObjectChangedError, ObjectStore } from '../../storage/object-store.js';
import { type Evidence, EvidenceRepository } from './evidence.repository.js';

/** Both variants of a rendition. */
export interface EvidenceFiles {
  /** Paths of the files with the variants of bit 0 and of bit 1. */
  readonly first: string;
  readonly second: string;
  /** Seconds at which the segments begin, from 0. */
  readonly starts: readonly number[];
  /** Seconds of all segments. */
  readonly seconds: number;
  readonly fps: number;
  /** Width by height of the picture as it is shown. */
  readonly aspect: number;
}

/** Consecutive segments, counted from 0. */
export interface SegmentRange {
  readonly from: number;
  /** One after the last. */
  readonly to: number;
}

/** Frame rate of renditions whose own is not known. */
const USUAL_RATE = 24;

/** Provides the stored variants of marked trailers as files. */
@Injectable()
export class EvidenceFilesService {
  constructor(
    private readonly evidence: EvidenceRepository,
    private readonly store: ObjectStore,
    private readonly box: SecretBox,
  ) {}

  /** Returns where the variants of a trailer are stored; undefined if nothing shows whose a found copy was. */
  find(trailerId: string): Promise<Evidence | undefined> {
    return this.evidence.find(trailerId);
  }

  /**
   * Downloads and decrypts both variants of the evidence rendition, each joined into one file in the folder. Returns
   * undefined if there is none any more.
   *
   * @param range segments to join; all by default. Times count from the first of them.
   * @throws StorageUnavailableError
   * @throws ObjectChangedError if a segment is missing in the storage
   */
  async fetch(
    trailerId: string,
    dir: string,
    signal: AbortSignal,
    range?: SegmentRange,
  ): Promise<EvidenceFiles | undefined> {
    const evidence = await this.evidence.find(trailerId);
    return evidence && this.join(evidence, trailerId, dir, signal, range);
  }

  private async join(
    { rendition, segments, wrappedKey }: Evidence,
    trailerId: string,
    dir: string,
    signal: AbortSignal,
    { from, to }: SegmentRange = { from: 0, to: segments.length },
  ): Promise<EvidenceFiles> {
    const key = this.box.unwrap(wrappedKey, trailerId);
    const [init, ...media] = segments;
    const paths = { first: join(dir, 'first.mp4'), second: join(dir, 'second.mp4') };
    const starts: number[] = [];
    let seconds = 0;
    const [first, second] = await Promise.all([open(paths.first, 'w'), open(paths.second, 'w')]);
    try {
      const append = async (file: FileHandle, objectKey: string, iv: Buffer | null) =>
        file.appendFile(await this.read(objectKey, iv, key, signal));
      for (const segment of [...(init ? [init] : []), ...media.slice(from, to)]) {
        await append(first, segment.key, segment.iv);
        await append(second, segment.twinKey ?? segment.key, segment.twinKey ? segment.twinIv : segment.iv);
        if (segment.seconds === null) continue;
        starts.push(seconds);
        seconds += segment.seconds;
      }
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
    const { width, height, frameRate } = rendition;
    return { ...paths, starts, seconds, fps: frameRate ?? USUAL_RATE, aspect: width / height };
  }

  /** Returns a decrypted segment, which is at most some MB. */
  private async read(
    objectKey: string,
    iv: Buffer | null,
    key: Buffer,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const bytes = await mapStorageError(signal, this.readObject(objectKey, signal));
    if (iv === null) return bytes;
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  }

  private async readObject(objectKey: string, signal: AbortSignal): Promise<Buffer> {
    const stored = await this.store.read(objectKey, signal);
    if (stored === undefined) throw new ObjectChangedError(objectKey);
    return buffer(stored.body);
  }
}
