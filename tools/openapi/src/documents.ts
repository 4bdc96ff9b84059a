import { resolve } from 'node:path';
import { accessTable, openApiDocument } from '@secure-preview/contracts/openapi';

const folder = resolve(import.meta.dirname, '../../../docs/api');

/** The committed documents that are generated from the contracts, by file. */
export function documents(): Record<string, string> {
  return {
    [`${folder}/openapi.json`]: `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    [`${folder}/access-table.md`]: accessTable(),
  };
}
