import { keptSecret } from '../system/secrets.js';
import { type DatabaseAccess, passwordName, roleName, urlsOf } from './roles.js';

interface Named {
  readonly databaseUrl: string | undefined;
  readonly databaseAdminUrl: string | undefined;
}

/**
 * The database that the operator named: the admin's address, of which each process gets one with a role and a kept
 * password of its own, or one address that all processes share. Undefined when the operator named none.
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
