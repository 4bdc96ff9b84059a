/** Processes that have a role of their own in the database. */
export const databaseRoles = ['auth', 'analytics', 'media', 'media-worker'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** The address of each role. */
export type DatabaseUrls = Readonly<Record<DatabaseRole, string>>;

/** How the portal reaches its database. */
export interface DatabaseAccess {
  /** The owner of the schemas: migrations. */
  databaseAdminUrl: string;
  databaseUrls: DatabaseUrls;
}

/** Name of a role in Postgres. */
export const roleName = (role: DatabaseRole) => `portal_${role.replace('-', '_')}`;

/** Name of the secret that holds a role's password. */
export const passwordName = (role: DatabaseRole) => `postgres-${role}-password`;

/** An address for each role. */
export function urlsOf(url: (role: DatabaseRole) => string): DatabaseUrls {
  return Object.fromEntries(databaseRoles.map((role) => [role, url(role)])) as unknown as DatabaseUrls;
}

/** The variables that name each role's address to migrations and commands. */
export function roleVariables(urls: DatabaseUrls): Record<string, string> {
  return Object.fromEntries(
    databaseRoles.map((role) => [`${role.toUpperCase().replace('-', '_')}_DATABASE_URL`, urls[role]]),
  );
}
