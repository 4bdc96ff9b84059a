import { keptSecret } from '../system/secrets.js';
import { type DatabaseAccess, passwordName, roleName, urlsOf } from './roles.js';

interface Named {
  readonly databaseUrl: string | undefined;
  readonly databaseAdminUrl: string | undefined;
}

/**
 * Returns the database that the operator named; undefined if none. From the admin's address, each process
 * gets an address with its own role and a kept password. A single address is shared by all processes.
 */
export function namedDatabase(
  { databaseUrl, databaseAdminUrl }: Named,
  dataDir: string,
): DatabaseAccess | undefined {
  if (databaseUrl !== undefined) {
    return { databaseAdminUrl: databaseAdminUrl ?? databaseUrl, databaseUrls: urlsOf(() => databaseUrl) };
  }
  if (databaseAdminUrl === undefined) return undefined;
  const databaseUrls = urlsOf((role) => {
    const url = new URL(databaseAdminUrl);
    url.username = roleName(role);
    url.password = keptSecret(dataDir, passwordName(role));
    return url.href;
  });
  return { databaseAdminUrl, databaseUrls };
}
