/** Processes with their own role in the database. */
export const databaseRoles = ['auth', 'analytics', 'media', 'media-worker', 'notifier'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** Address for each role. */
export type DatabaseUrls = Readonly<Record<DatabaseRole, string>>;

/** Addresses of the portal's database. */
export interface DatabaseAccess {
  /** Address for migrations: the owner of the schemas. */
  databaseAdminUrl: string;
  databaseUrls: DatabaseUrls;
}

/** Returns the name of a role in Postgres. */
export const roleName = (role: DatabaseRole) => `portal_${role.replace('-', '_')}`;

/** Returns the name of the secret with the password of a role. */
export const passwordName = (role: DatabaseRole) => `postgres-${role}-password`;

/** Builds an address for each role. */
export function urlsOf(url: (role: DatabaseRole) => string): DatabaseUrls {
  return Object.fromEntries(databaseRoles.map((role) => [role, url(role)])) as unknown as DatabaseUrls;
}

/** Returns the variables that pass the address of each role to migrations and commands. */
export function roleVariables(urls: DatabaseUrls): Record<string, string> {
  return Object.fromEntries(
    databaseRoles.map((role) => [`${role.toUpperCase().replace('-', '_')}_DATABASE_URL`, urls[role]]),
  );
}
