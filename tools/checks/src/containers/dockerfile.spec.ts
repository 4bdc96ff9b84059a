import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { migratedServices } from '../../../../apps/standalone/src/supervisor/services.js';
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

it('migrates every service that owns tables, as `npm start` does: first the outbox, into which all write', () => {
  const [, listed = ''] =
    /for service in ([^;]+); do node apps\/\$service\/\S+\/migrate\.js/.exec(dockerfile) ?? [];
  const services = listed.split(' ');
  expect(services).toEqual(migratedServices);
  const migrates = (project: string) =>
    existsSync(join(workspaceRoot, 'apps', project, 'src/database/migrate.ts'));
  const owners = readdirSync(join(workspaceRoot, 'apps')).filter(migrates);
  expect([...services].sort()).toEqual(owners.sort());
  expect(services[0]).toBe('analytics-service');
});
