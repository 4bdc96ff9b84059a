import { configuredSecret } from '@secure-preview/embedded';
import {
  checkSettings,
  type ExaminedService,
  examinedServices,
  type SettingProblem,
  type SourceOf,
  settingsReport,
} from '@secure-preview/operations';
import { dataDirProblem } from './claim-data-dir.js';
import { builtFile } from './services.js';
import { dataDirOf } from './settings.js';

const isSet = (env: NodeJS.ProcessEnv, name: string) => Boolean(env[name] || env[`${name}_FILE`]);

/** Returns the value of a variable or of its file; empty for an unreadable file, which another check reports. */
function readOrEmpty(env: NodeJS.ProcessEnv, variable: string): string {
  try {
    return configuredSecret(env, variable) ?? '';
  } catch {
    return '';
  }
}

/** Returns the identity of a Redis server: its hosts, and the name of the master for Sentinels. */
function serverIdentity(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const url = readOrEmpty(env, variable);
  const [, sentinels, hosts, path = ''] =
    /^rediss?(\+sentinel)?:\/\/(?:[^@]*@)?([^/?]+)([^?]*)/.exec(url) ?? [];
  return sentinels ? `${hosts}${path}` : hosts;
}

/** Finds settings of `npm start` itself that are missing or invalid. */
function starterProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const requires = (name: string, other: string) => {
    if (isSet(env, other) && !isSet(env, name)) problems.push({ name, rule: `is required with ${other}` });
  };
  requires('S3_ACCESS_KEY_ID', 'S3_ENDPOINT');
  requires('S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT');
  const [sessions, calls] = ['REDIS_URL', 'RPC_REDIS_URL'].map((name) => serverIdentity(env, name));
  if (calls !== undefined && calls === sessions) {
    const rule = 'must be a different server from REDIS_URL, without persistence';
    problems.push({ name: 'RPC_REDIS_URL', rule, variable: 'RPC_REDIS_URL' });
  }
  if (env['PORT'] === '0')
    problems.push({ name: 'PORT', rule: 'must be a whole number from 1 to 65535', variable: 'PORT' });
  return problems;
}

/**
 * Checks every setting of the portal. Ignores missing settings that an application requires, because the start
 * provides them.
 */
async function settingProblems(env: NodeJS.ProcessEnv): Promise<SettingProblem[]> {
  const module = (name: ExaminedService) => builtFile(env, name, 'check-settings.js');
  const serviceProblems = (await checkSettings(examinedServices, module, env)).filter(
    ({ variable }) => variable !== undefined,
  );
  return [...serviceProblems, ...starterProblems(env)];
}

/** Returns a report of all invalid settings; undefined if there are none. */
export async function reportBadSettings(
  env: NodeJS.ProcessEnv,
  sourceOf: SourceOf,
): Promise<string | undefined> {
  const problems = await settingProblems(env);
  return problems.length > 0 ? settingsReport(problems, sourceOf) : undefined;
}

/**
 * Checks settings and data folder before the start. Changes nothing.
 *
 * @returns a report of all invalid settings; one sentence if only the data folder cannot be used; undefined
 * when a portal can start
 */
export async function startProblem(
  env: NodeJS.ProcessEnv,
  sourceOf: SourceOf,
  forDevelopment = false,
): Promise<{ settings: string } | { dataDir: string } | undefined> {
  const problems = await settingProblems(env);
  const dataDir = dataDirProblem(dataDirOf(env), forDevelopment);
  if (problems.length === 0) return dataDir === undefined ? undefined : { dataDir };
  const name = 'PORTAL_DATA_DIR';
  if (dataDir !== undefined) problems.push({ name, rule: `is refused. ${dataDir}`, variable: name });
  return { settings: settingsReport(problems, sourceOf) };
}
