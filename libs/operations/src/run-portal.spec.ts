import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { examinedServices, portalCommands } from './commands.js';
import { commandOf, runPortal } from './run-portal.js';
import { serviceEnvironment } from './run-service.js';
import type { SettingProblem } from './settings/settings-report.js';

let dir: string;
let [out, err] = ['', ''];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'portal-'));
  [out, err] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

/** Runs the portal with services that exit with these codes; default 0. */
function portal(
  args: string[],
  codes: Record<string, number> = {},
  problems: Record<string, SettingProblem[]> = {},
): Promise<number> {
  const cli = (service: string) => {
    const file = join(dir, `${service}.mjs`);
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs';
       appendFileSync('${join(dir, 'calls')}', ['${service}', ...process.argv.slice(2)].join(' ') + '\\n');
       process.exitCode = ${codes[service] ?? 0};`,
    );
    return file;
  };
  const settings = (service: string) => {
    const file = join(dir, `${service}-settings.mjs`);
    writeFileSync(file, `export const checkSettings = () => ${JSON.stringify(problems[service] ?? [])};`);
    return file;
  };
  return runPortal(args, 'portal', { cli, settings, env: {} });
}
function calls(): string[] {
  try {
    return readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

describe('doctor', () => {
  it('examines every service even after errors, and exits with 1 if any reports one', async () => {
    expect(await portal(['doctor', '--portal-url', 'http://a'], { gateway: 1 })).toBe(1);
    expect(calls()).toEqual(examinedServices.map((service) => `${service} doctor --portal-url http://a`));
  });

  it('lists each invalid setting once, and examines no service', async () => {
    const logLevel = { name: 'LOG_LEVEL', rule: 'must be info', variable: 'LOG_LEVEL' };
    const secret = { name: 'MEDIA_SECRET', rule: 'is required' };
    const problems = { gateway: [logLevel], 'media-service': [logLevel, secret] };
    expect(await portal(['doctor'], {}, problems)).toBe(1);
    expect(calls()).toEqual([]);
    expect(err).toBe(
      [
        'These settings cannot be used:',
        '  LOG_LEVEL: must be info (set in the environment)',
        '  MEDIA_SECRET: is required (not set)',
        '.env.example describes every setting.\n',
      ].join('\n'),
    );
  });

  it('exits with 0 when all services do', async () => {
    expect(await portal(['doctor'])).toBe(0);
  });

  it('stops at the first service that reports a usage error', async () => {
    expect(await portal(['doctor', '--all'], { gateway: 2 })).toBe(2);
    expect(calls()).toEqual(['gateway doctor --all']);
  });
});

it('runs a command in the service that owns the data, and exits with its code', async () => {
  expect(await portal(['export-leads', '--format', 'json'], { 'analytics-service': 1 })).toBe(1);
  expect(calls()).toEqual(['analytics-service export-leads --format json']);
});

it('uses the database role of each service, or the shared one', () => {
  const env = {
    DATABASE_URL: 'postgres://all@db/portal',
    AUTH_DATABASE_URL: 'postgres://auth@db/portal',
    MEDIA_DATABASE_URL_FILE: '/run/media-database-url',
  };
  const databaseSettings = (service: (typeof examinedServices)[number]) => {
    const { DATABASE_URL, DATABASE_URL_FILE } = serviceEnvironment(service, env);
    return [DATABASE_URL, DATABASE_URL_FILE];
  };
  expect(databaseSettings('auth-service')).toEqual(['postgres://auth@db/portal', undefined]);
  expect(databaseSettings('media-service')).toEqual([undefined, '/run/media-database-url']);
  expect(databaseSettings('analytics-service')).toEqual(['postgres://all@db/portal', undefined]);
});

it.each([['doctor'], ['probe'], ['backup'], ['restore'], ['identify']])(
  'explains %s without calling a service',
  async (name) => {
    expect(await portal([name, '--help'])).toBe(0);
    expect(out).toContain(`Usage: portal ${name}`);
    expect(calls()).toEqual([]);
  },
);

it('lists all commands on request and for an unknown command', async () => {
  expect(await portal(['--help'])).toBe(0);
  for (const name of Object.keys(portalCommands)) expect(out).toContain(`  ${name} `);
  expect(err).toBe('');
  expect(await portal(['toString'])).toBe(2);
  expect(err).toMatch(/^Unknown command “toString”\.\n\nUsage: portal <command>/);
  expect(await portal([])).toBe(2);
});

it.each([
  [['probe']],
  [['probe', 'a']],
  [['backup']],
  [['restore']],
  [['backup', 'a', '--forse']],
  [['identify']],
  [['identify', 'a', 'b']],
])('prints the usage for the arguments %j', async (args) => {
  expect(await portal(args)).toBe(2);
  expect(err).toContain(`Usage: portal ${args[0]}`);
  expect(calls()).toEqual([]);
});

it('prints only the missing folder and where to find help', async () => {
  expect(await portal(['backup', join(dir, 'missing/portal.tar')])).toBe(2);
  expect(err).toBe(
    `The folder ${join(dir, 'missing')} does not exist. Create it first.\nSee: portal --help\n`,
  );
});

it('returns a command only for valid arguments', () => {
  expect(commandOf(['doctor'])).toBe(portalCommands.doctor);
  expect(commandOf(['backup', '-'])).toBe(portalCommands.backup);
  for (const args of [
    [],
    ['none'],
    ['probe', 'https://a'],
    ['doctor', '-h'],
    ['backup'],
    ['restore', 'a', 'b'],
  ]) {
    expect(commandOf(args)).toBeUndefined();
  }
});
