import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { documents } from './documents.js';

for (const [file, text] of Object.entries(documents())) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
}
