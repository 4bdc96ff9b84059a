import { entryRoutes } from '@secure-preview/contracts';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';

/** Forgets that an address was proved in this browser. A failure is only logged: the visitor can go on. */
export function forgetBrowser(): void {
  call(entryRoutes.forgetBrowser).catch((error: unknown) =>
    logFailure('Forgetting the browser failed', error),
  );
}
