import {
  checkSettings,
  type ExaminedService,
  examinedServices,
  type SettingProblem,
  type SourceOf,
  settingsReport,
} from '@secure-preview/operations';
import { namedSecret } from '../system/secrets.js';
import { dataDirProblem } from './claim-data-dir.js';
import { builtFile } from './services.js';
import { dataDirOf } from './settings.js';

const isSet = (env: NodeJS.ProcessEnv, name: string) => Boolean(env[name] || env[`${name}_FILE`]);

/** Returns the value of a variable or of its file; undefined for an unreadable file, which another check reports. */
function readable(env: NodeJS.ProcessEnv, variable: string): string {
  try {
    return namedSecret(env, variable) ?? '';
  } catch {
    return '';
  }
}

/** Returns the identity of a Redis: its hosts, and the master's name for Sentinels. */
function serverOf(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const url = readable(env, variable);
  const [, sentinels, hosts, path = ''] =
    /^rediss?(\+sentinel)?:\/\/(?:[^@]*@)?([^/?]+)([^?]*)/.exec(url) ?? [];
  return sentinels ? `${hosts}${path}` : hosts;
}

/** Finds settings of `npm start` itself that are missing or invalid. */
function ownProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const needs = (name: string, other: string) => {
    if (isSet(env, other) && !isSet(env, name)) problems.push({ name, rule: `is required with ${other}` });
  };
  needs('S3_ACCESS_KEY_ID', 'S3_ENDPOINT');
  needs('S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT');
  const [sessions, calls] = ['REDIS_URL', 'RPC_REDIS_URL'].map((name) => serverOf(env, name));
  if (calls !== undefined && calls === sessions) {
    const rule = 'must be a different server from REDIS_URL, without persistence';
    problems.push({ name: 'RPC_REDIS_URL', rule, variable: 'RPC_REDIS_URL' });
  }
  if (env['PORT'] === '0')
    problems.push({ name: 'PORT', rule: 'must be a whole number from 1 to 65535', variable: 'PORT' });
  return problems;
}

/**
 * Checks every setting of the portal. A missing setting that an application requires is not a problem: the start
 * provides it.
 */
async function settingProblems(env: NodeJS.ProcessEnv): Promise<SettingProblem[]> {
  const module = (name: ExaminedService) => builtFile(env, name, 'check-settings.js');
  const ofApplications = (await checkSettings(examinedServices, module, env)).filter(
    ({ variable }) => variable !== undefined,
  );
  return [...ofApplications, ...ownProblems(env)];
}

/** Returns the list of all invalid settings; undefined when there is none. */
export async function reportBadSettings(
  env: NodeJS.ProcessEnv,
  sourceOf: SourceOf,
): Promise<string | undefined> {
  const problems = await settingProblems(env);
  return problems.length > 0 ? settingsReport(problems, sourceOf) : undefined;
}

/**
 * Checks settings and data folder before anything is started. Leaves nothing behind.
 *
 * @returns the list of all invalid settings; one sentence if only the data folder cannot be used; undefined
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
