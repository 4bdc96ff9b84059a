import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { documents } from './documents.js';

describe('committed documents', () => {
  // If only this fails, the contracts changed. Review the difference, then run `npm run openapi`.
  it.each(Object.entries(documents()).map(([file, text]) => [basename(file), file, text] as const))(
    'match the contracts: %s',
    (_name, file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});
