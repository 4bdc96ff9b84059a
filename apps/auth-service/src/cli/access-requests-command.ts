import { type AccessRequest, accessRequestState } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { AccessRequestEntity } from '../access-requests/access-request.entity.js';
import { AccessRequestRepository } from '../access-requests/access-request.repository.js';
import { PAGE, readAll } from './read-all.js';
import { withDatabase } from './with-database.js';

const states = accessRequestState.options;

/** Replaces control characters: strangers type reasons, and these characters must not reach the terminal. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

const formatRequest = ({ at, state, email, name, reason }: AccessRequest): string =>
  [at, state.padEnd(9), ...[email, name, reason].map(printable)].filter(Boolean).join('  ');

export const accessRequestsCommand = command({
  summary: 'List requests for access',
  usage: `Usage: portal access-requests [--state <state>] [--search <text>] [--json]

  --state <state>   only requests in this state: ${states.join(', ')}
  --search <text>   only requests whose name, address or reason contains the text
  --json            print them as JSON

Newest first. Requests are allowed and dismissed on the access page.`,
  options: {
    state: { type: 'string' },
    search: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: async ({ state: wanted, search, json }) => {
    const state = states.find((each) => each === wanted);
    if (wanted !== undefined && state === undefined)
      throw new UsageError(`--state must be one of ${states.join(', ')}.`);
    return withErrorPrefix('The requests could not be read', () =>
      withDatabase(async (dataSource) => {
        const requests = new AccessRequestRepository(dataSource.getRepository(AccessRequestEntity));
        const all = await readAll(async (after) => {
          const selection = { limit: PAGE, after, search, state, sort: 'newest' } as const;
          return (await requests.list(selection))?.requests ?? [];
        });
        const lines = [...all.map(formatRequest), `Requests: ${all.length}.`];
        process.stdout.write(`${json ? JSON.stringify(all, null, 2) : lines.join('\n')}\n`);
        return exitCode.done;
      }),
    );
  },
});
