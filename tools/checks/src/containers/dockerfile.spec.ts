import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjects, workspaceRoot } from '../workspace/projects.js';
import { composeFile } from './compose.js';

const COPIED = /^COPY (\S+)\/package\.json \1\/$/gm;

const dockerfile = readFileSync(join(workspaceRoot, 'deploy/Dockerfile'), 'utf8');

it('copies every manifest in the lock file for `npm ci` in the images', () => {
  const copied = [...dockerfile.matchAll(COPIED)].map(([, folder]) => folder);
  const folders = findProjects().map(({ folder }) => relative(workspaceRoot, folder));
  expect(copied.sort()).toEqual(folders.sort());
});

it('creates every folder that compose mounts into the secrets container, owned by its user', () => {
  const { volumes = [] } = composeFile().services['secrets'] ?? {};
  const folders = volumes.map((volume) => String(volume).split(':').at(-1));
  const [, created = ''] = /AS secrets\n[\s\S]*?for folder in ([^;]+);/.exec(dockerfile) ?? [];
  expect(
    created
      .split(/[\s\\]+/)
      .filter(Boolean)
      .sort(),
  ).toEqual(folders.sort());
});
