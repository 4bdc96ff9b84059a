import * as z from 'zod';
import { environmentOrExit } from '../environment/environment-or-exit.js';
import { env } from '../environment/variables.js';

/** Names of the variables with the URLs of a service's roles. */
export interface DatabaseRoles {
  readonly app: string;
  /** Variable of the service's less privileged process. */
  readonly worker?: string;
  /** Variables of other services, which may insert into this schema, by the name of the service. */
  readonly writers?: Readonly<Record<string, string>>;
}

/** Returns each role's URL from its variable or from `DATABASE_URL`. Exits if neither is set. */
export function roleUrls({ app, worker, writers }: DatabaseRoles): {
  appUrl: string;
  workerUrl?: string;
  writerUrls?: Readonly<Record<string, string>>;
} {
  return {
    appUrl: urlOf(app),
    ...(worker === undefined ? {} : { workerUrl: urlOf(worker) }),
    ...(writers === undefined ? {} : { writerUrls: urlsOf(writers) }),
  };
}

const urlsOf = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, urlOf(variable)]));

function urlOf(variable: string): string {
  const isSet = Boolean(process.env[variable] || process.env[`${variable}_FILE`]);
  const name = isSet ? variable : 'DATABASE_URL';
  return environmentOrExit(z.object({ [name]: env.postgresUrl }))[name] ?? '';
}
