import { authRoutes } from '@secure-preview/contracts';
import { call } from '../http-client.js';
import { logFailure } from '../log.js';

/**
 * Ends the session and shows the gate. A failure is logged to the console, and the sign-out link is opened
 * instead.
 */
export async function signOut(): Promise<void> {
  try {
    await call(authRoutes.logout);
  } catch (error) {
    logFailure('Logout failed', error);
    location.assign(authRoutes.logoutLink.path);
    return;
  }
  location.assign('/');
}
