import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import {
  analyticsEnvironment,
  notifierEnvironment,
} from '../../../../apps/analytics-service/src/environment.js';
import { authEnvironment } from '../../../../apps/auth-service/src/environment.js';
import { gatewayEnvironment } from '../../../../apps/gateway/src/environment.js';
import { mediaEnvironment } from '../../../../apps/media-service/src/environment.js';
import { settingNames } from '../../release/public-names.mjs';
import { findProjects, workspaceRoot } from '../workspace/projects.js';

const VARIABLE = /^ {2}([A-Z][A-Z0-9_]+):/gm;

/** Returns the variables that processes read. */
function declared(): string[] {
  return findProjects()
    .flatMap(({ folder }) =>
      ['src/environment.ts', 'src/environment/variables.ts'].map((file) => join(folder, file)),
    )
    .filter((file) => existsSync(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(VARIABLE)].map(([, name = '']) => name));
}

describe('.env.example', () => {
  const example = readFileSync(join(workspaceRoot, '.env.example'), 'utf8');
  const documented = settingNames(example);

  it('lists each variable once', () => {
    expect(new Set(documented).size).toBe(documented.length);
  });

  it('lists every variable that a process reads', () => {
    const variables = declared();
    expect(variables.length).toBeGreaterThan(30);
    expect(variables.filter((name) => !documented.includes(name))).toEqual([]);
  });
  it('contains the default of each setting with a default', () => {
    const values = parseEnv(example);
    const environments = [gatewayEnvironment, authEnvironment, analyticsEnvironment, mediaEnvironment];
    const settings = [...environments, notifierEnvironment].flatMap(({ shape }) => Object.entries(shape));
    const defaults = settings.flatMap(([name, setting]): [string, string][] => {
      const { data } = setting.safeParse(undefined);
      return values[name] && data !== undefined ? [[name, String(data)]] : [];
    });
    expect(defaults.length).toBeGreaterThan(30);
    expect(defaults).toEqual(defaults.map(([name]) => [name, values[name]]));
  });
});
