import { createUser, findUser, type OsUser } from '../system/os-user.js';

const USER_NAME = 'secure-preview';

function create(): OsUser {
  try {
    return createUser(USER_NAME);
  } catch (error) {
    throw new Error(
      `Postgres does not run as root and no user could be created for it (${(error as Error).message}). ` +
        'Start the portal as an ordinary user, or set DATABASE_URL.',
    );
  }
}

/**
 * Returns the user that runs the servers: undefined unless this process is root, then `secure-preview` or
 * `postgres`. Creates `secure-preview` if neither exists.
 */
export function serverUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findUser(USER_NAME) ?? findUser('postgres') ?? create();
}
