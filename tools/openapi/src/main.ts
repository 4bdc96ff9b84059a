import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openApiDocument } from '@secure-preview/contracts/openapi';
import { committedApi, documents } from './documents.js';
import { type Api, pageBreaks } from './pages/page-breaks.js';
import { breaksOf } from './wire/breaks.js';
import { committedWire, currentWire, wireDocuments, wireOf } from './wire/wire-files.js';

const committed = committedWire();
const api = JSON.parse(JSON.stringify(openApiDocument())) as Api;
/** `--unreleased` allows incompatible changes to unreleased parts. A spec compares the result with the last release. */
const unreleased = process.argv.includes('--unreleased');
const breaks = unreleased
  ? []
  : [...breaksOf(wireOf(committed), currentWire()), ...pageBreaks(committedApi(), api)];
if (breaks.length > 0) {
  console.error('Incompatible with the previous version (docs/adr/0015-compatible-versions.md):');
  for (const line of breaks) console.error(`  ${line}`);
  process.exit(1);
}
for (const [file, text] of Object.entries({ ...documents(), ...wireDocuments(committed) })) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
}
