import { dirname } from 'node:path';
import { withClient } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import { sumOf, until } from '@secure-preview/testing';
import { Client } from '../support/client.js';
import { expect, test } from '../support/test.js';

/** More than the requests in flight that a gateway admits by default (`MAX_REQUESTS_IN_FLIGHT`). */
const VISITORS = 200;

test('rejects no lead when more visitors than the capacity enter while the database pauses', async ({
  portal,
}) => {
  const state = readRunState(dirname(dirname(portal.logFile('gateway'))));
  if (!state?.databaseAdminUrl) throw new Error('the portal has no database of its own');
  const metricsUrl = `http://127.0.0.1:${portal.internalPorts()['gateway']}/metrics`;
  const load = async () => sumOf(await (await fetch(metricsUrl)).text(), 'portal_http_load_ratio') ?? 0;

  const statuses = await withClient(state.databaseAdminUrl, async (database) => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE analytics.leads IN ACCESS EXCLUSIVE MODE');
    const answered: number[] = [];
    const visits = Array.from({ length: VISITORS }, async (_, index) => {
      const form = { name: `Visitor ${index}`, email: 'visitor@example.com', termsAccepted: 'true' };
      const { status } = await new Client(portal.url).post('/api/auth/lead-capture', form);
      answered.push(status);
    });
    // Ends the pause at the first answer, too, because a rejected lead is answered during the pause.
    await until(async () => answered.length > 0 || (await load()) >= VISITORS / 128, {
      deadlineMs: 30_000,
      everyMs: 20,
      what: 'all visitors to wait for the database',
    });
    await database.query('COMMIT');
    await Promise.all(visits);
    return answered;
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
