import { randomUUID } from 'node:crypto';
import type { StoredLead } from '../leads/lead.js';
import { fittingPage } from './fitting-page.js';

const leads = (count: number, name: string): StoredLead[] =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    name,
    email: 'someone@example.org',
    capturedAt: '2026-11-21T10:00:00.000000Z',
    ipAddress: '203.0.113.1',
    verifiedBy: 'none',
  }));

it('returns an ordinary page unchanged', () => {
  const page = leads(500, 'Someone With A Name');
  expect(fittingPage(page)).toEqual(page);
});
it('cuts a page that is too large for one response, measured in bytes', () => {
  const page = fittingPage(leads(500, '名'.repeat(200)));
  expect(page.length).toBeLessThan(500);
  expect(page.length).toBeGreaterThan(100);
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(256 * 1024);
});
it('keeps at least one lead so paging can continue', () => {
  expect(fittingPage(leads(2, 'x'.repeat(1_000_000)))).toHaveLength(1);
});
it('returns an empty page for no leads', () => {
  expect(fittingPage([])).toEqual([]);
});
