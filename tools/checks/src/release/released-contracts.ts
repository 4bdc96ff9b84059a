import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@secure-preview/contracts/openapi';
import { type Api, pageBreaks } from '../../../openapi/src/pages/page-breaks.js';
import { breaksOf, type Wire } from '../../../openapi/src/wire/breaks.js';
import { committedWire, currentWire, wireOf } from '../../../openapi/src/wire/wire-files.js';

/** Remote calls, the session in Redis, and the routes that pages use. */
export interface Contracts {
  readonly wire: Wire;
  readonly api: Api;
}

/** Reads the contracts of a release from its folder. */
export const releasedContracts = (folder: string): Contracts => ({
  wire: wireOf(committedWire(join(folder, 'wire'))),
  api: JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as Api,
});

export const currentContracts = (): Contracts => ({
  wire: currentWire(),
  api: JSON.parse(JSON.stringify(openApiDocument())) as Api,
});

/** Lists changes that processes and open pages of the earlier version do not understand. */
export const contractChanges = (before: Contracts, now: Contracts): string[] => [
  ...breaksOf(before.wire, now.wire),
  ...pageBreaks(before.api, now.api),
];
