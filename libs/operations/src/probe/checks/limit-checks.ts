import { randomUUID } from 'node:crypto';
import { routes } from '@secure-preview/contracts';
import { NotRunError, type Outcome, ok, problem } from '../outcome.js';
import type { Answer } from '../portal-client.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';
import { captureLead } from '../visitor.js';

/** Attempts after which a limit counts as missing: twice the default of UPLOAD_PASSWORD_TRIES_PER_IP. */
const PASSWORD_TRIES = 10;
/** Leads after which a limit counts as missing. The default of LEADS_PER_MINUTE_PER_IP is 30. */
const LEADS = 40;

/** Repeats a request until the first 429. */
async function untilLimited(max: number, send: () => Promise<Answer>, remedy: string): Promise<Outcome> {
  for (let accepted = 0; accepted < max; accepted += 1) {
    const { status, headers } = await send();
    if (status !== 429) continue;
    if (headers['retry-after'] === undefined)
      return problem('429 lacks Retry-After', 'Let the proxy pass Retry-After unchanged.');
    return ok(`429 after ${accepted} requests; retry after ${headers['retry-after']} s`);
  }
  return problem(`${max} requests in a row were accepted`, remedy);
}

/** Skips a check without `--limits`, because it would lock the operator out of the upload page. */
function requireLimits({ options: { limits } }: ProbeContext): void {
  if (!limits)
    throw new NotRunError('This check exhausts a limit of this IP address. Add --limits to run it.');
}

/** Run these after all checks that pass the gate or enter a password. */
export const limitChecks: readonly ProbeCheck[] = [
  {
    id: 'limits.password',
    title: 'Guesses of the upload password are limited',
    asvs: ['V6.3.1'],
    run: async (context) => {
      requireLimits(context);
      const { client, visitor } = context;
      const { path, method } = routes.auth.uploadPassword;
      const guess = () =>
        client.request(path, {
          method,
          headers: { cookie: visitor.cookie },
          body: JSON.stringify({ password: randomUUID() }),
        });
      return untilLimited(PASSWORD_TRIES, guess, 'Lower UPLOAD_PASSWORD_TRIES_PER_IP.');
    },
  },
  {
    id: 'limits.gate',
    title: 'Leads per IP address are limited',
    asvs: ['V2.4.1'],
    run: async (context) => {
      requireLimits(context);
      const {
        client,
        options: { email },
      } = context;
      return untilLimited(LEADS, () => captureLead(client, email), 'Lower LEADS_PER_MINUTE_PER_IP.');
    },
  },
];
