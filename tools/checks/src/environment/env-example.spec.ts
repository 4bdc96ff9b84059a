import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { analyticsEnvironment } from '../../../../apps/analytics-service/src/environment.js';
import { authEnvironment } from '../../../../apps/auth-service/src/environment.js';
import { gatewayEnvironment } from '../../../../apps/gateway/src/environment.js';
import { mediaEnvironment } from '../../../../apps/media-service/src/environment.js';
import { findProjects, workspaceRoot } from '../workspace/projects.js';

const VARIABLE = /^ {2}([A-Z][A-Z0-9_]+):/gm;
const DOCUMENTED = /^([A-Z][A-Z0-9_]+)=/gm;

const names = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Returns the variables that processes read, with the file that declares them. */
function declared(): [file: string, name: string][] {
  return findProjects()
    .flatMap(({ folder }) =>
      ['src/environment.ts', 'src/environment/variables.ts'].map((file) => join(folder, file)),
    )
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      names(readFileSync(file, 'utf8'), VARIABLE).map((name): [string, string] => [file, name]),
    );
}

describe('.env.example', () => {
  const example = readFileSync(join(workspaceRoot, '.env.example'), 'utf8');
  const documented = names(example, DOCUMENTED);

  it('lists each variable once', () => {
    expect(new Set(documented).size).toBe(documented.length);
  });

  it('lists every variable that a process reads', () => {
    const variables = declared().map(([, name]) => name);
    expect(variables.length).toBeGreaterThan(30);
    expect(variables.filter((name) => !documented.includes(name))).toEqual([]);
  });
  it('contains the default of each setting with a default', () => {
    const values = parseEnv(example);
    const settings = [gatewayEnvironment, authEnvironment, analyticsEnvironment, mediaEnvironment].flatMap(
      ({ shape }) => Object.entries(shape),
    );
    const defaults = settings.flatMap(([name, setting]): [string, string][] => {
      const { data } = setting.safeParse(undefined);
      return values[name] && data !== undefined ? [[name, String(data)]] : [];
    });
    expect(defaults.length).toBeGreaterThan(30);
    expect(defaults).toEqual(defaults.map(([name]) => [name, values[name]]));
  });
});
