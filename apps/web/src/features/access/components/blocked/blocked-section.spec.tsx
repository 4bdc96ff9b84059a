import { jest } from '@jest/globals';
import { type BlockChange, blockNote, routes } from '@secure-preview/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, gateModeView, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { savedFiles } from '../../../../testing/saved-files.js';

const { list, history, add, remove } = routes.blocks;
const block: BlockChange = {
  kind: 'address',
  value: 'bob@kino.example',
  blocked: true,
  note: 'Left the company',
  byName: 'Noor',
  at: '2026-03-01T12:00:00.000Z',
};
let blocks: BlockChange[];
let changes: BlockChange[];
let api: FakeApi;

const matches = (text: string, part = '') => text.includes(part);
const pageOf = (rows: BlockChange[], nextCursor: string | null = null, total = rows.length) =>
  answer(list, { blocks: rows, total, nextCursor });
const queries = () => api.calls(list).map(({ query }) => query);
const open = () => renderApp(<AdminArea />, '/upload/access');
const button = (name: string) => screen.findByRole('button', { name });
const openHistory = async () => {
  const details = (await screen.findByText('History', { selector: 'summary' })).parentElement;
  // jsdom does not open it on a click.
  act(() => details?.setAttribute('open', ''));
  if (details) fireEvent(details, new Event('toggle'));
};
const dialog = () => within(screen.getByRole('dialog'));

beforeEach(() => {
  blocks = [block];
  changes = [
    block,
    { ...block, kind: 'network', value: '192.0.2.0/24', blocked: false, note: '', byName: null },
  ];
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(routes.gateMode.read, gateModeView)
    .on(list, ({ query }) =>
      pageOf(blocks.filter(({ kind, value }) => matches(kind, query['kind']) && matches(value, query['q']))),
    )
    .on(history, ({ query }) =>
      query['cursor'] === 'next'
        ? answer(history, { changes: changes.slice(1), total: 2, nextCursor: null })
        : answer(history, { changes: changes.slice(0, 1), total: 2, nextCursor: 'next' }),
    )
    .on(add, ({ body }) => {
      blocks = [{ ...block, ...(body as BlockChange) }, ...blocks];
      return answer(add, { ok: true });
    })
    .on(remove, () => {
      blocks = [];
      return answer(remove, { ok: true });
    });
});

afterEach(() => jest.restoreAllMocks());

describe('blocks', () => {
  it('say that a flag was the reason', async () => {
    blocks = [
      { ...block, note: blockNote('watermark', 'de'), byName: null },
      { ...block, value: 'eve@kino.example', note: blockNote('watermark', 'en'), byName: 'Noor' },
      { ...block, value: 'leaks.example', note: 'Leaks', byName: null },
    ];
    open();
    const [automatic, ofNoor, operator] = within(
      await screen.findByRole('list', { name: 'Blocks' }),
    ).getAllByRole('listitem');
    expect(automatic).toHaveTextContent(/, automatically, because of a flag/);
    expect(ofNoor).toHaveTextContent(/, administrator \(Noor\)/);
    expect(operator).toHaveTextContent(/, the portal, or its operator/);
  });

  it('name the time zone of their times', async () => {
    open();
    const section = within(await screen.findByRole('region', { name: 'Blocked (1)' }));
    expect(section.getByText(/^Times are shown in ./)).toBeVisible();
  });

  it('are listed with note and author, and with their history', async () => {
    const { user } = open();
    const items = within(await screen.findByRole('list', { name: 'Blocks' }));
    expect(items.getByRole('listitem')).toHaveTextContent(
      /Address\s*bob@kino.example\s*Left the company\s*Mar 1, 2026.*administrator \(Noor\)/,
    );
    expect(screen.getByRole('heading', { name: 'Blocked (1)' })).toBeVisible();
    expect(api.calls(history)).toEqual([]);
    await openHistory();
    const listed = await screen.findByRole('list', { name: 'Changes of the blocks' });
    expect(screen.getByText('1 of 2 shown')).toBeVisible();
    await user.click(await button('Load more'));
    await waitFor(() => expect(within(listed).getAllByRole('listitem')).toHaveLength(2));
    expect(within(listed).getAllByRole('listitem')[1]).toHaveTextContent(
      /Network\s*192.0.2.0\/24 unblocked.*the portal, or its operator/,
    );
    const saved = savedFiles();
    const bar = within(screen.getByRole('group', { name: 'Export the history' }));
    await user.click(bar.getByRole('button', { name: 'Export JSON' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^block-history-.*\.json$/);
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(changes);
  });

  it('are searched, filtered, sorted and exported', async () => {
    const saved = savedFiles();
    blocks = [block, { ...block, kind: 'domain', value: 'leaks.example', note: '' }];
    const { user } = open();
    const search = await screen.findByLabelText('Search blocked value or note');
    await user.type(search, 'leaks');
    await user.selectOptions(screen.getByLabelText('Kind of the blocks'), 'Domains');
    await user.selectOptions(screen.getByLabelText('Order of the blocks'), 'By value');
    await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'leaks', kind: 'domain', sort: 'value' }));
    await waitFor(() => expect(screen.queryByText('bob@kino.example')).toBeNull());
    const bar = within(screen.getByRole('group', { name: 'Export these blocks' }));
    await user.click(bar.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toBe(
      'at,kind,value,note,byName\r\n2026-03-01T12:00:00.000Z,domain,leaks.example,,Noor\r\n',
    );
    expect(queries().at(-1)).toEqual({ q: 'leaks', kind: 'domain', sort: 'value', limit: '250' });
    await user.type(search, '!');
    expect(await screen.findByText('No block matches.')).toBeVisible();
    await user.click(await button('Clear search and filter'));
    expect(await button('Unblock bob@kino.example')).toBeVisible();
  });

  it('are searched in their history, which is exported as shown', async () => {
    const saved = savedFiles();
    const ofNoor = (q = '') => changes.filter(({ byName }) => matches(byName ?? '', q));
    api.on(history, ({ query: { q } }) =>
      answer(history, { changes: ofNoor(q), total: ofNoor(q).length, nextCursor: null }),
    );
    const { user } = open();
    await openHistory();
    const shown = async () =>
      within(await screen.findByRole('list', { name: 'Changes of the blocks' })).getAllByRole('listitem');
    expect(await shown()).toHaveLength(2);
    const search = screen.getByLabelText('Search value, note or administrator');
    await user.type(search, 'Noor');
    await waitFor(async () => expect(await shown()).toHaveLength(1));
    const bar = within(screen.getByRole('group', { name: 'Export the history' }));
    await user.click(bar.getByRole('button', { name: 'Export JSON' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual([block]);
    expect(api.calls(history).at(-1)?.query).toEqual({ q: 'Noor', limit: '250' });
    await user.type(search, '!');
    expect(await screen.findByText('No change matches.')).toBeVisible();
    expect(screen.queryByText('Nothing was ever blocked.')).toBeNull();
    await user.click(await button('Clear search and filter'));
    await waitFor(async () => expect(await shown()).toHaveLength(2));
  });

  it('are loaded in pages', async () => {
    const eve = { ...block, value: 'eve@kino.example' };
    api.on(list, ({ query }) =>
      query['cursor'] === 'next' ? pageOf([eve], null, 2) : pageOf([block], 'next', 2),
    );
    const { user } = open();
    expect(await screen.findByText('1 of 2 shown')).toBeVisible();
    await user.click(await button('Load more'));
    expect(await button('Unblock eve@kino.example')).toBeVisible();
  });

  it('are added after a confirmation, which warns while the gate is open', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText('What to block'), 'Domain');
    expect(screen.getByLabelText('What to block')).toHaveAccessibleDescription(/^All addresses of a domain/);
    await user.type(screen.getByLabelText('Domain'), ' leaks.example ');
    await user.type(screen.getByLabelText('Note'), 'Rival');
    await user.click(await button('Block'));
    expect(dialog().getByText(/^The gate is open: a blocked visitor can come back/)).toBeVisible();
    expect(api.calls(add)).toEqual([]);
    await user.click(dialog().getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('leaks.example has no access')).toBeVisible();
    expect(api.calls(add).map(({ body }) => body)).toEqual([
      { kind: 'domain', value: 'leaks.example', note: 'Rival' },
    ]);
    expect(await button('Unblock leaks.example')).toBeVisible();
    expect(screen.getByLabelText('Domain')).toHaveValue('');
  });

  it('are added without the warning where addresses are proved', async () => {
    api.on(routes.gateMode.read, { ...gateModeView, gateMode: 'verified' });
    const { user } = open();
    await user.type(await screen.findByLabelText('Email address'), 'eve@kino.example{Enter}');
    expect(dialog().getByText(/^Access ends within seconds/)).toBeVisible();
    expect(dialog().queryByText(/^The gate is open/)).toBeNull();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.calls(add)).toEqual([]);
  });

  it('show invalid input at its field', async () => {
    const { user } = open();
    await user.click(await button('Block'));
    const value = screen.getByLabelText('Email address');
    expect(value).toHaveAccessibleDescription(/^Please enter an e-mail address, a domain, or a network/);
    expect(screen.queryByRole('dialog')).toBeNull();
    const error = { code: 'BLOCK_VALUE_INVALID', params: {} };
    api.on(add, () => {
      const body = {
        message: 'x',
        code: 'VALIDATION_FAILED',
        params: {},
        statusCode: 400,
        requestId: 'r',
        errors: { value: 'x' },
        fieldCodes: { value: error },
      };
      return new Response(JSON.stringify(body), { status: 400 });
    });
    await user.type(value, 'nobody');
    expect(value).toBeValid();
    await user.click(await button('Block'));
    await user.click(dialog().getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(value).toBeInvalid());
    expect(value).toHaveValue('nobody');
  });

  it.each([
    ['CANNOT_BLOCK_SELF', {}, 'This would block your own access'],
    ['TOO_MANY_BLOCKS', { max: 1000 }, 'At most 1000 domains and networks can be blocked'],
  ] as const)('explain %s', async (code, params, text) => {
    api.on(add, () => failure(code, params));
    const { user } = open();
    await user.type(await screen.findByLabelText('Email address'), 'eve@kino.example{Enter}');
    await user.click(dialog().getByRole('button', { name: 'Block' }));
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveValue('eve@kino.example');
  });

  it('keep the reason at the field if they concern the administrator', async () => {
    api.on(add, () => failure('CANNOT_BLOCK_SELF'));
    const { user } = open();
    const value = await screen.findByLabelText('Email address');
    await user.type(value, 'eve@kino.example{Enter}');
    await user.click(dialog().getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(value).toHaveAccessibleDescription('This would block your own access'));
  });

  it('are removed', async () => {
    const { user } = open();
    await user.click(await button('Unblock bob@kino.example'));
    expect(await screen.findByText('bob@kino.example can have access again')).toBeVisible();
    expect(api.calls(remove).map(({ body }) => body)).toEqual([
      { kind: 'address', value: 'bob@kino.example' },
    ]);
    expect(screen.getByText('Nobody is blocked.')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('could not be loaded', async () => {
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    open();
    expect(await screen.findByText('The blocks could not be loaded.')).toBeVisible();
  });
});
