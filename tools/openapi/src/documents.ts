import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { accessTable, openApiDocument } from '@secure-preview/contracts/openapi';
import type { Api } from './pages/page-breaks.js';
import { reference } from './reference/reference.js';

const folder = resolve(import.meta.dirname, '../../../docs/api');

/** Returns the committed documents that are generated from the contracts, by file. */
export function documents(): Record<string, string> {
  const document = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  return {
    [`${folder}/openapi.json`]: document,
    [`${folder}/access-table.md`]: accessTable(),
    [`${folder}/reference.md`]: reference(JSON.parse(document) as Api),
  };
}

/** Returns the document that was committed when the routes last changed. */
export const committedApi = () => JSON.parse(readFileSync(`${folder}/openapi.json`, 'utf8')) as Api;
