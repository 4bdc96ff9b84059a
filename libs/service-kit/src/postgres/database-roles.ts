import * as z from 'zod';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import { env } from '../environment/variables.js';

/** Variables that name the roles of a service to programs that act for several processes. */
export interface DatabaseRoles {
  readonly app: string;
  /** Of a process of the service that may do less. */
  readonly worker?: string;
}

/** Each role's address: its own variable, else `DATABASE_URL`, which then serves several. Exits when neither is set. */
export function roleUrls({ app, worker }: DatabaseRoles): { appUrl: string; workerUrl?: string } {
  return { appUrl: urlOf(app), ...(worker === undefined ? {} : { workerUrl: urlOf(worker) }) };
}

function urlOf(variable: string): string {
  const isSet = Boolean(process.env[variable] || process.env[`${variable}_FILE`]);
  const name = isSet ? variable : 'DATABASE_URL';
  return environmentOrExit(z.object({ [name]: env.postgresUrl }))[name] ?? '';
}
