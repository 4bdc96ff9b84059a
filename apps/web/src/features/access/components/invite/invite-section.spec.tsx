import { type CheckedRow, type ImportRow, routes } from '@secure-preview/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, gateModeView, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { addRows, confirmImport } = routes.invitations;
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/access');
const list = () => screen.findByLabelText('People to invite');
const button = (name: string) => screen.getByRole('button', { name });
const rowsSent = () => api.calls(addRows).map(({ body }) => (body as { rows: ImportRow[] }).rows);
const emails = () =>
  within(screen.getByRole('table', { name: 'Addresses of the list' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent);
const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@kino.example`);

/** Enters a list and has it checked. */
async function check(text: string) {
  const { user } = open();
  const field = await list();
  await user.click(field);
  await user.paste(text);
  await user.click(button('Check addresses'));
  return user;
}

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, { ...config, languages: ['en', 'de'] })
    .on(routes.gateMode.read, { ...gateModeView, gateMode: 'invited' })
    .on(confirmImport, { invited: 2, blocked: 0 })
    .on(addRows, ({ body }) =>
      answer(addRows, {
        rows: (body as { rows: ImportRow[] }).rows.map((row): CheckedRow => {
          const outcome = !row.email.includes('@')
            ? 'emailInvalid'
            : row.email === 'no@x.example'
              ? 'blocked'
              : 'new';
          return { ...row, name: row.name ?? '', outcome };
        }),
      }),
    );
});

describe('the preview of the mail', () => {
  const { create } = routes.mailPreviews;

  it('shows the unsent message with the name of the first person, in a sandboxed frame', async () => {
    const id = crypto.randomUUID();
    api.on(create, { id, subject: 'Invitation to a preview', text: 'Hello,' });
    const user = await check('no@x.example\nGrace Hopper <grace@kino.example>');
    await user.type(await screen.findByLabelText('Your message'), 'Welcome.');
    expect(api.calls(create)).toHaveLength(0);
    await user.click(button('Show preview of the mail'));
    const frame = await screen.findByTitle('Preview of the mail');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('src', `/api/mail-previews/${id}`);
    expect(api.calls(create).at(-1)?.body).toEqual({
      kind: 'invitation',
      language: 'en',
      name: 'Grace Hopper',
      message: 'Welcome.',
      startsAt: null,
      endsAt: null,
    });
    await user.click(screen.getByRole('checkbox'));
    expect(screen.queryByTitle('Preview of the mail')).toBeNull();
  });
});

describe('a list of people to invite', () => {
  it('says what a domain means, if it has one', async () => {
    const note = /invites everybody with an address of that domain/;
    await check('ada@kino.example');
    await screen.findByLabelText('Your message');
    expect(screen.queryByText(note)).toBeNull();
    cleanup();
    await check('@kino.example');
    expect(await screen.findByText(note)).toBeVisible();
  });

  it('is checked and shown with problems first, and counted by outcome', async () => {
    const user = await check('ada@kino.example\nNobody\nBob <bob@kino.example>\nno@x.example');
    expect(await screen.findByRole('heading', { name: 'Preview' })).toHaveFocus();
    expect(emails()).toEqual(['Nobody', 'no@x.example', 'ada@kino.example', 'bob@kino.example']);
    const counts = within(screen.getByRole('list', { name: 'Addresses by outcome' }));
    expect(counts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Will be invited 2',
      'Not a valid address 1',
      'Blocked 1',
    ]);
    await user.selectOptions(screen.getByLabelText('Show'), 'Only problems');
    expect(emails()).toEqual(['Nobody', 'no@x.example']);
    expect(screen.getByText('2 of 2 entries shown')).toBeVisible();
    expect(rowsSent()).toEqual([
      [
        { line: 1, email: 'ada@kino.example', name: '' },
        { line: 2, email: 'Nobody', name: '' },
        { line: 3, email: 'bob@kino.example', name: 'Bob' },
        { line: 4, email: 'no@x.example', name: '' },
      ],
    ]);
    expect(api.calls(confirmImport)).toEqual([]);
  });

  it('shows the line of each person, also of several people in a line', async () => {
    await check('ada@kino.example; bob@kino.example\n\ncy@kino.example\nNobody');
    await screen.findByRole('heading', { name: 'Preview' });
    const rows = within(screen.getByRole('table', { name: 'Addresses of the list' })).getAllByRole('row');
    const cells = rows.slice(1).map((row) => within(row).getAllByRole('cell'));
    expect(cells.map(([line, , email]) => [line?.lastChild?.textContent, email?.textContent])).toEqual([
      ['4', 'Nobody'],
      ['1', 'ada@kino.example'],
      ['1', 'bob@kino.example'],
      ['3', 'cy@kino.example'],
    ]);
    expect(rowsSent().map((sent) => sent.map(({ line }) => line))).toEqual([[1, 2, 3, 4]]);
  });

  it('is shown with addresses from left to right, in any script', async () => {
    await check('سارة@kino.example');
    await screen.findByRole('heading', { name: 'Preview' });
    const preview = within(screen.getByRole('table', { name: 'Addresses of the list' }));
    expect(preview.getByText('سارة@kino.example')).toHaveAttribute('dir', 'ltr');
  });

  it('is sent in calls of 250 rows under one import, and repeated while the portal is overloaded', async () => {
    let refusals = 1;
    const rows = people(501);
    api.on(addRows, ({ body }) => {
      if (refusals-- > 0) return failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 0 });
      const sent = (body as { rows: ImportRow[] }).rows;
      return answer(addRows, { rows: sent.map((row) => ({ ...row, name: row.name ?? '', outcome: 'new' })) });
    });
    const user = await check(rows.join('\n'));
    await screen.findByRole('heading', { name: 'Preview' });
    expect(rowsSent().map(({ length }) => length)).toEqual([250, 250, 250, 1]);
    expect(new Set(api.calls(addRows).map(({ params }) => params['importId'])).size).toBe(1);
    expect(button('Invite 501 people')).toBeEnabled();
    expect(screen.getByText('100 of 501 entries shown')).toBeVisible();
    await user.click(button('Show more'));
    expect(screen.getByText('200 of 501 entries shown')).toBeVisible();
  });

  it('is refused as a whole with more than 5,000 people', async () => {
    await check(people(5001).join('\n'));
    await waitFor(async () =>
      expect(await list()).toHaveAccessibleDescription(
        /These are 5,001 people.*at most 5,000.*Nothing was sent/,
      ),
    );
    expect(rowsSent()).toEqual([]);
  });

  it('says how many addresses were blocked between check and confirmation', async () => {
    api.on(confirmImport, { invited: 1, blocked: 1 });
    const user = await check('ada@x.example\nbob@x.example');
    await user.click(await screen.findByRole('button', { name: 'Invite 2 people' }));
    expect(await screen.findByText('1 address was blocked meanwhile, and is not invited.')).toBeVisible();
  });

  it.each([
    ['blank', ' \n ,\n'],
    ['with streets', `Name;Adresse\n${'Ada;Hauptstr. 1\n'.repeat(5001)}`],
  ])('is refused without any address: %s', async (_case, text) => {
    await check(text);
    await waitFor(async () => expect(await list()).toBeInvalid());
    expect(await list()).toHaveAccessibleDescription(/no email addresses.*a column with the heading Email/);
    expect(rowsSent()).toEqual([]);
  });

  it('is kept when it could not be checked', async () => {
    api.on(addRows, () => failure('INTERNAL'));
    await check('ada@kino.example');
    expect(await screen.findByText('Not Checked')).toBeVisible();
    expect(await list()).toHaveValue('ada@kino.example');
  });

  it('can be cancelled while it is checked', async () => {
    api.on(
      addRows,
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const user = await check('ada@kino.example');
    expect(await screen.findByText('0 of 1 addresses are checked')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Check of the addresses' })).toHaveValue(0);
    await user.click(button('Cancel'));
    expect(await list()).toHaveValue('ada@kino.example');
    expect(screen.queryByText('Not Checked')).toBeNull();
  });

  it('is read from a file', async () => {
    const { user } = open();
    const bytes = new Uint8Array(
      [...'Ren'].map((c) => c.charCodeAt(0)).concat(0xe9, ...[...';r@x.example'].map((c) => c.charCodeAt(0))),
    );
    const file = Object.assign(new File([], 'people.csv'), { arrayBuffer: async () => bytes.buffer });
    await user.upload(await screen.findByLabelText('Or a CSV file'), file);
    await waitFor(async () => expect(await list()).toHaveValue('René;r@x.example'));
    await user.click(button('Check addresses'));
    await screen.findByRole('heading', { name: 'Preview' });
    expect(rowsSent()).toEqual([[{ line: 1, email: 'r@x.example', name: 'René' }]]);
  });

  it('is rejected as a file of unusual size', async () => {
    const { user } = open();
    const file = new File([], 'film.csv');
    Object.defineProperty(file, 'size', { value: 20_000_000 });
    await user.upload(await screen.findByLabelText('Or a CSV file'), file);
    expect(await screen.findByText('This file is too large for a list of people.')).toBeVisible();
  });
});

describe('the confirmation of an import', () => {
  it('sends the options once, and says how to undo it', async () => {
    const user = await check('ada@kino.example\nbob@kino.example');
    await user.selectOptions(await screen.findByLabelText('Language of the mail'), 'German');
    await user.type(screen.getByLabelText('Your message'), 'Viel Freude!');
    await user.type(screen.getByLabelText('Valid until'), '2999-01-02T10:30');
    expect(screen.getByLabelText('Valid from')).toHaveAccessibleDescription(/^Empty: at once. In .+\.$/);
    await user.click(button('Invite 2 people'));
    expect(await screen.findByText('2 people are invited.')).toBeVisible();
    expect(screen.getByText(/^Their mails are queued/, { exact: false })).toBeVisible();
    expect(screen.getByText(/revoke them/)).toBeVisible();
    const [call, ...others] = api.calls(confirmImport);
    expect(others).toEqual([]);
    expect(call?.params['importId']).toBe(api.calls(addRows)[0]?.params['importId']);
    expect(call?.body).toEqual({
      language: 'de',
      message: 'Viel Freude!',
      startsAt: null,
      endsAt: new Date(2999, 0, 2, 10, 30).toISOString(),
      sendMail: true,
    });
    await user.click(button('Invite more people'));
    expect(await list()).toHaveValue('');
  });

  it('shows invalid options at their fields before anything is sent', async () => {
    const user = await check('ada@kino.example');
    await user.type(await screen.findByLabelText('Valid from'), '2999-01-02T10:30');
    await user.type(screen.getByLabelText('Valid until'), '2998-01-02T10:30');
    await user.click(button('Invite 1 person'));
    const end = screen.getByLabelText('Valid until');
    expect(end).toHaveAccessibleDescription(/The end must be after the start/);
    expect(end).toHaveFocus();
    await user.clear(screen.getByLabelText('Valid from'));
    await user.clear(end);
    await user.type(end, '2020-01-02T10:30');
    await user.click(button('Invite 1 person'));
    expect(end).toHaveAccessibleDescription(/The end is in the past/);
    expect(api.calls(confirmImport)).toEqual([]);
  });

  it('can leave out the mails', async () => {
    const user = await check('ada@kino.example\nbob@kino.example');
    await user.click(await screen.findByRole('checkbox', { name: 'Send the invitations by mail' }));
    await user.click(button('Invite 2 people'));
    expect(await screen.findByText(/No mail is sent/)).toBeVisible();
    expect(api.calls(confirmImport)[0]?.body).toMatchObject({ sendMail: false });
  });

  it('keeps the preview when it failed', async () => {
    api.on(confirmImport, () => failure('IMPORT_NOT_FOUND'));
    const user = await check('ada@kino.example');
    await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }));
    expect(await screen.findByText('This import does not exist. Please start again')).toBeVisible();
    await user.click(button('Change the list'));
    expect(await list()).toHaveValue('ada@kino.example');
  });

  it('is not possible if nobody can be invited', async () => {
    await check('no@x.example');
    expect(await screen.findByText(/Nobody in this list can be invited/)).toBeVisible();
    expect(button('Invite 0 people')).toBeDisabled();
  });
});

it('warns before the page is left with an unconfirmed import', async () => {
  const user = await check('ada@kino.example');
  await screen.findByRole('heading', { name: 'Preview' });
  await user.click(screen.getByRole('link', { name: 'Upload' }));
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
  await user.click(button('Stay on this page'));
  await user.click(button('Invite 1 person'));
  await screen.findByText('2 people are invited.');
  await user.click(screen.getByRole('link', { name: 'Upload' }));
  expect(await screen.findByRole('heading', { name: 'Admin Upload' })).toBeVisible();
});

it('says that the gate requires no invitations', async () => {
  api.on(routes.gateMode.read, gateModeView);
  open();
  expect(await screen.findByText(/The gate does not require invitations/)).toBeVisible();
});
