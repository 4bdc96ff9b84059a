import { createDecipheriv } from 'node:crypto';
import { open } from 'node:fs/promises';
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
  /** Bytes at which the segments begin in both files, and at which the last one ends. */
  readonly offsets: readonly number[];
  readonly fps: number;
  /** Width by height of the picture as it is shown. */
  readonly aspect: number;
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

  /** Returns which segments show whose a found copy was; undefined if there are none any more. */
  find(trailerId: string): Promise<Evidence | undefined> {
    return this.evidence.find(trailerId);
  }

  /**
   * Downloads and decrypts both variants of the evidence rendition, each joined into one file in the folder. Returns
   * undefined if there is none any more.
   *
   * @throws StorageUnavailableError
   * @throws ObjectChangedError if a segment is missing in the storage
   */
  async fetch(trailerId: string, dir: string, signal: AbortSignal): Promise<EvidenceFiles | undefined> {
    const evidence = await this.find(trailerId);
    return evidence && this.join(evidence, dir, signal);
  }

  /** Downloads and decrypts found segments as `fetch` does. */
  async join(
    { trailerId, rendition, segments, wrappedKey }: Evidence,
    dir: string,
    signal: AbortSignal,
  ): Promise<EvidenceFiles> {
    const key = this.box.unwrap(wrappedKey, trailerId);
    const paths = { first: join(dir, 'first.mp4'), second: join(dir, 'second.mp4') };
    const starts: number[] = [];
    const offsets: number[] = [];
    let [seconds, bytes] = [0, 0];
    const [first, second] = await Promise.all([open(paths.first, 'w'), open(paths.second, 'w')]);
    try {
      for (const { key: object, iv, twinKey, twinIv, seconds: length } of segments) {
        const one = await this.read(object, iv, key, signal);
        const other = twinKey === null ? one : await this.read(twinKey, twinIv, key, signal);
        if (one.length !== other.length) throw new Error('the variants of a segment differ in size');
        await first.appendFile(one);
        await second.appendFile(other);
        if (length !== null) {
          starts.push(seconds);
          offsets.push(bytes);
          seconds += length;
        }
        bytes += one.length;
      }
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
    const { width, height, frameRate } = rendition;
    const shape = { fps: frameRate ?? USUAL_RATE, aspect: width / height };
    return { ...paths, ...shape, starts, seconds, offsets: [...offsets, bytes] };
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
