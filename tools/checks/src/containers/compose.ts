import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { workspaceRoot } from '../workspace/projects.js';

/** The fields of a service in a compose file that are checked. */
export interface ComposeService {
  image?: string;
  build?: { target: string };
  restart?: string;
  command?: string[];
  networks?: string[];
  network_mode?: string;
  environment?: Record<string, string | number>;
  tmpfs?: string[];
  volumes?: (string | Record<string, unknown>)[];
  ports?: string[];
  mem_limit?: string;
  profiles?: string[];
  depends_on?: Record<string, { condition?: string; required?: boolean }>;
}

/** Files that override parts of `docker-compose.yml`. */
export const overrides = [
  'tls.yml',
  'monitoring.yml',
  'own-object-store.yml',
  'managed-postgres.yml',
  'managed-redis.yml',
  'managed-store.yml',
  'private-ca.yml',
].map((file) => `deploy/compose/${file}`);

export interface ComposeFile {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

/** Returns the text of a deployment file. */
export const deployText = (file: string): string => readFileSync(join(workspaceRoot, file), 'utf8');

/** Parses one compose file, with its anchors resolved and its variables unresolved. */
export function composeFile(file = 'docker-compose.yml'): ComposeFile {
  // Parses values with these tags as null. The tags remove or replace values of another file.
  const ignoredTags = ['!reset', '!override'].map((tag) => ({
    tag,
    resolve: () => null,
  }));
  return parseDocument(deployText(file), { merge: true, customTags: ignoredTags }).toJS() as ComposeFile;
}
