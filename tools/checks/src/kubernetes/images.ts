import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { workspaceRoot } from '../workspace/projects.js';

/** An image that `docker compose build` builds. */
export interface Image {
  /** Variables that the image sets for its processes. */
  readonly env: Readonly<Record<string, string>>;
}

interface Stage {
  from: string;
  env: Record<string, string>;
}

/** Returns the stages of the Dockerfile, with the variables that each sets. */
function stages(): Map<string, Stage> {
  const stagesByName = new Map<string, Stage>();
  let current: Stage | undefined;
  for (const line of readFileSync(join(workspaceRoot, 'deploy/Dockerfile'), 'utf8').split('\n')) {
    const [, from, name] = /^FROM (\S+) AS (\S+)/.exec(line) ?? [];
    if (from !== undefined && name !== undefined) {
      current = { from, env: {} };
      stagesByName.set(name, current);
    }
    if (line.startsWith('ENV '))
      for (const [, key = '', value = ''] of line.matchAll(/([A-Z_]+)=(\S+)/g))
        if (current) current.env[key] = value;
  }
  return stagesByName;
}

/** Returns images by their compose name, from the targets of the Dockerfile that the services build. */
export function builtImages(): Map<string, Image> {
  const known = stages();
  const compose = parseDocument(readFileSync(join(workspaceRoot, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }).toJS() as { name: string; services: Record<string, { build?: { target: string } }> };
  const images = new Map<string, Image>();
  for (const [service, { build }] of Object.entries(compose.services)) {
    if (!build) continue;
    const env: Record<string, string> = {};
    if (!known.has(build.target)) throw new Error(`The Dockerfile has no target ${build.target}`);
    for (let stage = known.get(build.target); stage; stage = known.get(stage.from))
      for (const [key, value] of Object.entries(stage.env)) env[key] ??= value;
    images.set(`${compose.name}-${service}`, { env });
  }
  return images;
}
