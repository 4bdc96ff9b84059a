import { randomUUID } from 'node:crypto';
import { AccessRequestsService } from '../access-requests/access-requests.service.js';
import { runCommand } from '../testing/run-command.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let requests: AccessRequestsService;

beforeAll(async () => {
  auth = await startAuth();
  requests = (await auth.replica()).get(AccessRequestsService);
});
afterAll(() => auth?.stop());

async function portal(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['access-requests', ...args], {
    DATABASE_URL: auth.databaseUrl,
  });
  return { code, stdout: stdout.toString(), stderr };
}
const request = (name: string, reason: string) =>
  requests.request(
    {
      name,
      email: `${name}@kino.example`,
      reason,
      language: 'en',
      gateMode: 'invited',
    },
    randomUUID(),
  );

it('lists requests by state and search, on one line each', async () => {
  expect(await portal()).toEqual({ code: 0, stdout: 'Requests: 0.\n', stderr: '' });
  await request('ada', 'I review films.\n\u001b[31mPlease.');
  await request('bob', '');
  const by = { sessionRef: randomUUID(), name: 'Grace' };
  const { requests: listed } = await requests.list({ limit: 1, sort: 'name' });
  await requests.dismiss(listed[0]?.id ?? '', by);
  expect((await portal()).stdout).toMatch(
    /^20\S+Z {2}open {7}bob@kino\.example {2}bob\n20\S+Z {2}dismissed {2}ada@kino\.example {2}ada {2}I review films\. \[31mPlease\.\nRequests: 2\.\n$/,
  );
  expect((await portal('--state', 'open')).stdout).toMatch(/bob.*Requests: 1\.\n$/s);
  expect(JSON.parse((await portal('--search', 'FILMS', '--json')).stdout)).toMatchObject([
    { name: 'ada', state: 'dismissed', decidedByName: 'Grace' },
  ]);
  expect(await portal('--state', 'lost')).toMatchObject({ code: 2, stdout: '' });
});
