import { routes } from '@secure-preview/contracts';
import { call } from '../http-client.js';
import { logFailure } from '../log.js';

/** Ends the session and opens the gate anew; a failure is told to the console only (spec section 8). */
export async function signOut(): Promise<void> {
  try {
    await call(routes.auth.logout);
    location.assign('/');
  } catch (error) {
    logFailure('Logout failed', error);
  }
}
