/** Processes with their own role in the database. */
export const databaseRoles = ['auth', 'analytics', 'media', 'media-worker', 'notifier'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** URL of the database for each role. */
export type DatabaseUrls = Readonly<Record<DatabaseRole, string>>;

/** URLs of the portal's database. */
export interface DatabaseAccess {
  /** URL for migrations; connects as the owner of the schemas. */
  databaseAdminUrl: string;
  databaseUrls: DatabaseUrls;
}

/** Returns the name of a role in Postgres. */
export const roleName = (role: DatabaseRole) => `portal_${role.replace('-', '_')}`;

/** Returns the name of the secret with the password of a role. */
export const passwordName = (role: DatabaseRole) => `postgres-${role}-password`;

/** Builds a URL for each role. */
export function urlsOf(url: (role: DatabaseRole) => string): DatabaseUrls {
  return Object.fromEntries(databaseRoles.map((role) => [role, url(role)])) as unknown as DatabaseUrls;
}

/** Returns the variables that pass the URL of each role to migrations and commands. */
export function roleVariables(urls: DatabaseUrls): Record<string, string> {
  return Object.fromEntries(
    databaseRoles.map((role) => [`${role.toUpperCase().replace('-', '_')}_DATABASE_URL`, urls[role]]),
  );
}
