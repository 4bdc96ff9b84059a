import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { type ArchiveEntry, readWhole, writeEntry } from './tar.js';

/** Last file of a section: the number of files before it, and the SHA-256 of their names and contents. */
const MANIFEST = 'manifest.json';

interface Manifest {
  readonly entries: number;
  readonly sha256: string;
}

/** Writes the section of one service: files below its name, then a manifest. */
export class SectionWriter {
  private readonly digest = createHash('sha256');
  private entries = 0;

  constructor(
    private readonly to: Writable,
    private readonly service: string,
  ) {}

  async add(
    name: string,
    size: number,
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const { digest } = this;
    this.entries += 1;
    digest.update(`${name}\n`);
    async function* hashed() {
      for await (const chunk of body) {
        digest.update(chunk);
        yield chunk;
      }
    }
    await writeEntry(this.to, `${this.service}/${name}`, size, hashed());
  }

  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.add(name, bytes.length, [bytes]);
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.addBytes(name, Buffer.from(JSON.stringify(value, null, 2)));
  }

  /** Completes the section. */
  async writeManifest(): Promise<void> {
    const manifest: Manifest = { entries: this.entries, sha256: this.digest.digest('hex') };
    const bytes = Buffer.from(JSON.stringify(manifest));
    await writeEntry(this.to, `${this.service}/${MANIFEST}`, bytes.length, [bytes]);
  }
}

const DAMAGED = 'The backup is incomplete or was modified.';

/**
 * Yields the files of one service up to its manifest, and strips the service from their names.
 *
 * @throws Error when the manifest does not match
 */
export async function* verifiedSection(
  entries: AsyncIterable<ArchiveEntry>,
  service: string,
): AsyncGenerator<ArchiveEntry> {
  const digest = createHash('sha256');
  let count = 0;
  for await (const entry of entries) {
    if (!entry.name.startsWith(`${service}/`)) throw new Error(DAMAGED);
    const name = entry.name.slice(service.length + 1);
    if (name === MANIFEST) {
      const manifest = JSON.parse((await readWhole(entry)).toString()) as Manifest;
      if (manifest.entries !== count || manifest.sha256 !== digest.digest('hex')) throw new Error(DAMAGED);
      return;
    }
    count += 1;
    digest.update(`${name}\n`);
    async function* hashed() {
      for await (const chunk of entry.body) {
        digest.update(chunk);
        yield chunk;
      }
    }
    const body = hashed();
    yield { name, size: entry.size, body };
    for await (const _ of body);
  }
  throw new Error(DAMAGED);
}
