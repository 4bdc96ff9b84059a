import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { documents } from './documents.js';

describe('committed documents', () => {
  // When this fails, the contracts changed: look at the difference, then run `npm run openapi`.
  it.each(Object.entries(documents()).map(([file, text]) => [basename(file), file, text] as const))(
    '%s is what the contracts say',
    (_name, file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});
