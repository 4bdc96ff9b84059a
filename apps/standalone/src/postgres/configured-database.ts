import {
  type DatabaseAccess,
  passwordName,
  persistentSecret,
  roleName,
  urlsOf,
} from '@secure-preview/embedded';

interface ConfiguredUrls {
  readonly databaseUrl: string | undefined;
  readonly databaseAdminUrl: string | undefined;
}

/**
 * Returns the database that the operator configured; undefined if none. With an admin URL, each process gets
 * a URL with its own role and a stored password. Otherwise, all processes share one URL.
 */
export function configuredDatabase(
  { databaseUrl, databaseAdminUrl }: ConfiguredUrls,
  dataDir: string,
): DatabaseAccess | undefined {
  if (databaseUrl !== undefined) {
    return { databaseAdminUrl: databaseAdminUrl ?? databaseUrl, databaseUrls: urlsOf(() => databaseUrl) };
  }
  if (databaseAdminUrl === undefined) return undefined;
  const databaseUrls = urlsOf((role) => {
    const url = new URL(databaseAdminUrl);
    url.username = roleName(role);
    url.password = persistentSecret(dataDir, passwordName(role));
    return url.href;
  });
  return { databaseAdminUrl, databaseUrls };
}
