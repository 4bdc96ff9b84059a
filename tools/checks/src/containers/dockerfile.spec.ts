import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjects, workspaceRoot } from '../workspace/projects.js';

const COPIED = /^COPY (\S+)\/package\.json \1\/$/gm;

it('gives `npm ci` in the images every manifest that the lock file names', () => {
  const dockerfile = readFileSync(join(workspaceRoot, 'deploy/Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(COPIED)].map(([, folder]) => folder);
  const folders = findProjects().map(({ folder }) => relative(workspaceRoot, folder));
  expect(copied.sort()).toEqual(folders.sort());
});
