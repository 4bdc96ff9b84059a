import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { ClipProvenance } from './clip-reading.js';

const manifest = z.object({ version: z.string() });
/** All packages of the portal have the same version. The path of this module differs in the bundle. */
const { version: portalVersion } = manifest.parse(createRequire(import.meta.url)('#manifest'));

/** Returns what tells later which file was read, and by what. */
export async function clipProvenance(file: string, signal: AbortSignal): Promise<ClipProvenance> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return { sha256: hash.digest('hex'), portalVersion };
}
