import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { type CheckoutCopy, copyCheckout } from '../support/checkout-copy.js';
import { Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { type DevPortal, startDevPortal } from '../support/dev-portal.js';
import { expect, test } from '../support/test.js';

let checkout: CheckoutCopy;
let portal: DevPortal;
let seeded: Awaited<ReturnType<typeof startSeeded>>;
const timings: string[] = [];

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  checkout = copyCheckout();
  // Larger sizes take more CPU to encode.
  checkout.edit('apps/standalone/src/seed/seed.ts', "size: '1280x720'", "size: '320x180'");
  await timed('start from a fresh checkout, with seed data', async () => {
    seeded = await startSeeded();
  });
});
test.afterAll(async () => {
  await portal?.stop();
  checkout?.dispose();
  process.stdout.write(`npm run dev: ${timings.join('; ')}\n`);
});

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await work();
  timings.push(`${what} ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

/** Edits a file and waits until services run the new code. */
async function editService(file: string, text: string, replacement: string): Promise<readonly string[]> {
  const restarted = portal.next('restarted');
  checkout.edit(file, text, replacement);
  return (await restarted).services ?? [];
}

/** Starts a portal with seed data, and returns the seeded leads once they are stored. */
async function startSeeded() {
  portal = await startDevPortal(checkout.root, ['--seed']);
  await portal.next('seeded');
  const uploader = await enterAsUploader(portal.url);
  const trailers = (await uploader.get('/api/trailers')).json();
  const answer = await uploader.get('/api/lead-captures?q=visitor-&limit=200&sort=oldest');
  return { trailers, leads: answer.json(), total: answer.headers.get('x-total-count') };
}

test.describe('npm run dev -- --seed', () => {
  test('adds a trailer and leads with viewings of every kind', async () => {
    const { trailers, leads, total } = seeded;
    expect(trailers).toMatchObject([{ title: 'Seeded trailer', active: true }]);
    expect(total).toBe('200');
    expect(leads.slice(0, 10)).toMatchObject([
      { watchedShare: null, lastSeenAt: null },
      { watchedSeconds: 0, lastSeenAt: expect.any(String) },
      { watchedShare: expect.closeTo(0.15), deliveredSeconds: expect.any(Number) },
      { watchedShare: expect.closeTo(0.5) },
      { name: '王小明', watchedShare: expect.closeTo(0.5) },
      { watchedShare: 1 },
      { watchedShare: 1 },
      { watchedShare: expect.closeTo(0.4) },
      { watchedShare: 1, visitEnded: false },
      { watchedShare: expect.closeTo(0.3), visitEnded: true },
    ]);
  });

  test('adds nothing when it runs again', async () => {
    const { trailers, leads } = seeded;
    await portal.stop();
    const reseeded = await startSeeded();
    expect(reseeded.total).toBe('200');
    // People of seeded leads are added later, by the service.
    const withoutPerson = ({ personId: _, ...lead }: { personId?: string }) => lead;
    expect(reseeded.leads.map(withoutPerson)).toEqual(leads.map(withoutPerson));
    expect(reseeded.trailers).toHaveLength(trailers.length);
  });
});

test.describe('npm run dev', () => {
  test('shows an edited component and keeps the form input', async ({ browser }) => {
    const visitor = await Visitor.arrive(browser, portal.url);
    const { page } = visitor;
    const name = page.getByRole('textbox', { name: 'Full name' });
    await name.fill('Ada Lovelace');
    await page.getByRole('checkbox').check();
    await timed('component', async () => {
      checkout.edit(
        'apps/web/src/features/gate/components/gate-form.tsx',
        '</form>',
        '<p>Edited while typing</p></form>',
      );
      await expect(page.getByText('Edited while typing')).toBeVisible();
    });
    await expect(name).toHaveValue('Ada Lovelace');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
  });

  test('restarts only the edited service, and shows its sources in stack traces', async () => {
    const viewer = await enterAsViewer(portal.url);
    const tryPassword = () => viewer.post('/api/auth/upload-password', { password: 'a wrong password' });
    expect((await tryPassword()).status).toBe(401);
    await timed('service', async () => {
      const restarted = await editService(
        'apps/auth-service/src/upload-password/upload-password.service.ts',
        "throw new AppError('INVALID_PASSWORD');",
        "throw new Error('edited');",
      );
      expect(restarted).toEqual(['auth-service']);
    });
    expect((await tryPassword()).status).toBe(500);
    const trace = /Error: edited\n.*upload-password\.service\.ts:\d+/;
    // Services buffer log lines before they write them.
    await until(() => trace.test(portal.printed()), { what: `${trace}` });
  });

  test('keeps services running when an edit cannot be compiled', async () => {
    const repaired = portal.next('restarted');
    checkout.edit('apps/gateway/src/main.ts', 'let gateway:', 'let let gateway:');
    await until(() => portal.printed().includes('No service was restarted'), { deadlineMs: 30_000 });
    expect((await new Client(portal.url).get('/api/health/live')).status).toBe(200);
    checkout.edit('apps/gateway/src/main.ts', 'let let gateway:', 'console.error();\nlet gateway:');
    expect((await repaired).services).toEqual(['gateway']);
  });

  test('applies an edited contract to services and page', async ({ browser }) => {
    const { page } = await Visitor.arrive(browser, portal.url);
    await timed('contract', async () => {
      const reloaded = page.waitForEvent('load');
      expect(await editService('libs/contracts/src/limits.ts', 'max: 200 }', 'max: 3 }')).toContain(
        'gateway',
      );
      await reloaded;
    });
    await page.goto(portal.url);
    const form = { name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' };
    const answer = await new Client(portal.url).post('/api/auth/lead-capture', form);
    expect(answer.json()).toMatchObject({ errors: { name: 'Name must be at most 3 characters' } });
    await page.getByRole('textbox', { name: 'Full name' }).fill(form.name);
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await expect(page.getByText('Name must be at most')).toBeVisible();
  });

  test('lets a debugger attach to each process', async () => {
    const targets = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => {
        const answer = await fetch(`http://127.0.0.1:${portal.inspectPort + index}/json/list`);
        return ((await answer.json()) as { url: string }[]).map(({ url }) => /apps\/([\w-]+)/.exec(url)?.[1]);
      }),
    );
    expect(targets.flat()).toEqual([
      'auth-service',
      'media-service',
      'media-service',
      'analytics-service',
      'gateway',
      'analytics-service',
    ]);
  });
});
