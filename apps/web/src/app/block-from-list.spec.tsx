import { type BlockTarget, leadsHeaders, routes } from '@secure-preview/contracts';
import { screen, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../testing/fake-api.js';
import { activeTrailer, config, gateModeView, invitationOf, leadOf, statuses } from '../testing/fixtures.js';
import { personPageOf } from '../testing/person-fixtures.js';
import { renderApp } from '../testing/render-app.js';
import AdminArea from './admin-area.js';

const { blocks, gateMode, invitations, leads } = routes;
const lead = leadOf({ name: 'Ada', email: 'Ada@kino.example', network: '203.0.113.0/24' });
let present: BlockTarget[];
let api: FakeApi;

const openDialog = async (name: string, path = '/upload') => {
  const { user } = renderApp(<AdminArea />, path);
  await user.click(await screen.findByRole('button', { name }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
};
const bodiesOf = (route: typeof blocks.add | typeof blocks.remove) =>
  api.calls(route).map(({ body }) => body);

beforeEach(() => {
  present = [];
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(routes.trailers.active, activeTrailer)
    .on(routes.trailers.list, [])
    .on(gateMode.read, gateModeView)
    .on(leads.list, () => answer(leads.list, [{ ...lead, blocks: present }], { [leadsHeaders.total]: '1' }))
    .on(blocks.add, ({ body }) => {
      present = [body as BlockTarget];
      return answer(blocks.add, { ok: true });
    })
    .on(blocks.remove, () => {
      present = [];
      return answer(blocks.remove, { ok: true });
    });
});

describe('blocking from a row', () => {
  it('of a lead blocks its address, after a warning that the gate is open', async () => {
    const { user, dialog } = await openDialog('Block Ada');
    expect(dialog.getByRole('heading', { name: 'Block Ada?' })).toBeVisible();
    expect(await dialog.findByText(/^The gate is open: a blocked visitor can come back/)).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Ada@kino.example' })).toBeChecked();
    await user.type(dialog.getByLabelText('Note'), 'Leaked');
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Ada@kino.example has no access')).toBeVisible();
    expect(bodiesOf(blocks.add)).toEqual([{ kind: 'address', value: 'Ada@kino.example', note: 'Leaked' }]);
    expect(await screen.findByRole('button', { name: 'Unblock Ada' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['kino.example', { kind: 'domain', value: 'kino.example' }],
    ['203.0.113.0/24', { kind: 'network', value: '203.0.113.0/24' }],
  ])('blocks %s on request', async (choice, block) => {
    api.on(gateMode.read, { ...gateModeView, gateMode: 'verified' });
    const { user, dialog } = await openDialog('Block Ada');
    await user.click(dialog.getByRole('radio', { name: choice }));
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    await screen.findByRole('button', { name: 'Unblock Ada' });
    expect(bodiesOf(blocks.add)).toEqual([{ ...block, note: '' }]);
    expect(screen.queryByText(/^The gate is open/)).toBeNull();
  });

  it('explains a refused block', async () => {
    api.on(blocks.add, () => failure('CANNOT_BLOCK_SELF'));
    const { user, dialog } = await openDialog('Block Ada');
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('This would block your own access')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Block Ada' })).toBeVisible();
  });

  it('removes all blocks of a row, after it has listed them', async () => {
    present = [
      { kind: 'address', value: 'ada@kino.example' },
      { kind: 'network', value: '203.0.0.0/16' },
    ];
    const { user, dialog } = await openDialog('Unblock Ada');
    expect(dialog.getByText(/also for everybody else/)).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Addressada@kino.example',
      'Network203.0.0.0/16',
    ]);
    const removed = [...present];
    await user.click(dialog.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Block Ada' })).toBeVisible();
    expect(bodiesOf(blocks.remove)).toEqual(removed);
  });

  it('of a person blocks and unblocks the address', async () => {
    api.on(routes.person.read, () =>
      answer(routes.person.read, personPageOf(undefined, { person: { name: 'Ada', blocks: present } })),
    );
    const path = `/upload/audience?person=${crypto.randomUUID()}`;
    const { user, dialog } = await openDialog('Block Ada', path);
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    await user.click(await screen.findByRole('button', { name: 'Unblock Ada' }));
    expect(bodiesOf(blocks.add)).toEqual([{ kind: 'address', value: 'amelia@example.org', note: '' }]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Block Ada' })).toBeVisible();
  });

  it('of an invitation blocks and unblocks its person or domain', async () => {
    const invited = (email: string, name: string | null) =>
      invitationOf({ email, name, blocks: present.filter(({ value }) => value === email.replace('@', '')) });
    api.on(invitations.list, () =>
      answer(invitations.list, {
        invitations: [invited('@kino.example', null)],
        total: 1,
        nextCursor: null,
      }),
    );
    const { user, dialog } = await openDialog('Block @kino.example', '/upload/access');
    expect(dialog.getAllByRole('radio')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    const unblock = await screen.findByRole('button', { name: 'Unblock @kino.example' });
    expect(bodiesOf(blocks.add)).toEqual([{ kind: 'domain', value: 'kino.example', note: '' }]);
    const row = within(unblock.closest('tr') as HTMLElement);
    expect(row.getByText('Blocked')).toBeVisible();
    await user.click(unblock);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Block @kino.example' })).toBeVisible();
  });
});
