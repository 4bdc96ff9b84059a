import * as z from 'zod';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import { env } from '../environment/variables.js';

/** Variables with the addresses of a service's roles, for programs that act for several processes. */
export interface DatabaseRoles {
  readonly app: string;
  /** Variable of the service's less privileged process. */
  readonly worker?: string;
}

/** Returns each role's address: its own variable, or the common `DATABASE_URL`. Exits if neither is set. */
export function roleUrls({ app, worker }: DatabaseRoles): { appUrl: string; workerUrl?: string } {
  return { appUrl: urlOf(app), ...(worker === undefined ? {} : { workerUrl: urlOf(worker) }) };
}

function urlOf(variable: string): string {
  const isSet = Boolean(process.env[variable] || process.env[`${variable}_FILE`]);
  const name = isSet ? variable : 'DATABASE_URL';
  return environmentOrExit(z.object({ [name]: env.postgresUrl }))[name] ?? '';
}
