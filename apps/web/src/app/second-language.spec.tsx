import { jest } from '@jest/globals';
import {
  type ImportRow,
  importOutcome,
  invitationState,
  type LivePlayer,
  languageDetails,
  leadsHeaders,
  type MarkedPerson,
  notice,
  noticeMessage,
  routes,
  visitorLanguages,
} from '@secure-preview/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { captionLanguages } from '../features/captions/lib/languages.js';
import { INVITATION_KEY, invitationLink, takeInvitationLink } from '../lib/invitation-link.js';
import { uploadDrafts } from '../lib/memory/upload-drafts.js';
import { bracketed, bracketedMessages, hardCodedTexts } from '../testing/bracketed-messages.js';
import { answer, FakeApi, failure } from '../testing/fake-api.js';
import {
  activeTrailer,
  config,
  gateModeView,
  historyPage,
  invitationOf,
  leadOf,
  listedTrailerOf,
  personOf,
  previewTexts,
  settings,
  settingsHistory,
  statuses,
  trailerId,
} from '../testing/fixtures.js';
import { leakCaseOf, leakResultOf, markedPersonOf, namedPersonOf } from '../testing/leak-fixtures.js';
import { flagOf, personPageOf, visitOf, visitVersionOf } from '../testing/person-fixtures.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';

const { auth, entry, leads, portal, trailers, viewing } = routes;
const german = { id: crypto.randomUUID(), language: 'de', label: 'Deutsch', path: '/api/media/captions/de' };
const trailer = { ...activeTrailer, captions: [german] };
const NO_PICTURE = notice('NO_PICTURE');
const SIZES = notice('SIZES_INCOMPLETE');
/** Text that is not translated. The test locale is German, so names of languages are in German. */
const untranslated = [
  ...Object.values(statuses.viewer.viewer),
  // The list of invitations lets a line break before the domain of an address.
  ...statuses.viewer.viewer.email.split(/(?=@)/),
  config.companyName,
  config.ownerName,
  config.contactEmail ?? '',
  config.terms.text,
  previewTexts.headerLine,
  'Episode One',
  'First line',
  'second & last',
  german.language,
  'trailer.de.srt',
  ...captionLanguages('de').map(({ name }) => name),
  ...visitorLanguages.map((tag) => languageDetails[tag].name),
  'Europe/Berlin',
  'UTC',
  ...Object.values({ ...settings.values, ...settings.defaults }).filter((value) => typeof value === 'string'),
  'Meridian',
  visitOf().userAgent ?? '',
  leakResultOf([]).provenance?.sha256 ?? '',
  // Ends German ranges of times.
  'Uhr',
].toSorted((a, b) => b.length - a.length);
let api: FakeApi;

const open = (path: string) => renderApp(<App />, path, bracketedMessages);
const find = (text: string) => screen.findByText(bracketed(text));
const button = (name: string) => screen.findByRole('button', { name: bracketed(name) });
/** Waits until all requests have ended, then checks all text on the page. */
async function expectNoHardCodedText(queryClient: ReturnType<typeof renderApp>['queryClient']) {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(hardCodedTexts(untranslated)).toEqual([]);
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  for (const method of ['load', 'pause'] as const) {
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  }
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.stranger)
    .on(portal.config, config)
    .on(portal.previewTexts, previewTexts)
    .on(viewing.accessLog, { ok: true })
    .on(trailers.active, trailer)
    .on(trailers.list, [])
    .on(leads.list, () => answer(leads.list, [], { [leadsHeaders.total]: '0' }));
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' });
});

describe('in a second language', () => {
  it('shows the gate, its errors, its terms and a failure', async () => {
    api.on(auth.leadCapture, () => failure('TOO_MANY_REQUESTS'));
    const { user, queryClient } = open('/');
    await user.click(await button('Access Trailer'));
    await find('Name is required');
    await find('Terms Required');
    await expectNoHardCodedText(queryClient);
    expect(document.documentElement.lang).toBe('de');
    expect(document.title).toBe('⟦Access Exclusive Preview⟧ · ⟦Secure Preview⟧');

    await user.click(await button('Terms of Agreement'));
    await find('Terms of Agreement for Trailer Viewing');
    await expectNoHardCodedText(queryClient);
    await user.click(await button('Close'));
    await user.type(screen.getByLabelText(bracketed('Full name')), 'Ann');
    await user.type(screen.getByLabelText(bracketed('Email address')), 'ann@example.org');
    await user.click(screen.getByRole('checkbox'));
    await user.click(await button('Access Trailer'));
    await find('Too many requests. Please try again later');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the gate to a visitor who must accept the terms again', async () => {
    api.on(auth.status, { ...statuses.stranger, acceptAgain: { name: 'Ann', email: 'ann@example.org' } });
    const { queryClient } = open('/');
    await find('Please accept the terms again. Your name and address are filled in.');
    expect(screen.getByLabelText(bracketed('Full name'))).toHaveValue('Ann');
    expect(screen.getByLabelText(bracketed('Email address'))).toHaveValue('ann@example.org');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await expectNoHardCodedText(queryClient);
  });

  it('shows the gate to a visitor who must now prove the address', async () => {
    const proofRequired = { name: 'Ann', email: 'ann@example.org' };
    api.on(auth.status, { ...statuses.stranger, proofRequired });
    const { queryClient } = open('/');
    await find('The organizer now asks you to confirm your address. Your name and address are filled in.');
    expect(screen.getByLabelText(bracketed('Email address'))).toHaveValue('ann@example.org');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the trailer page with its player', async () => {
    api.on(auth.status, statuses.viewer);
    uploadDrafts.title.save('Soon');
    const { user, queryClient } = open('/');
    await user.click(await button('Captions: off'));
    await screen.findByRole('menuitemradio', { name: bracketed('Off') });
    await expectNoHardCodedText(queryClient);
  });

  it.each([
    ['no trailer', () => failure('NO_ACTIVE_TRAILER'), 'No trailer yet'],
    [
      'an unreachable server',
      () => new Response('', { status: 502 }),
      'The trailer is not available right now',
    ],
    [
      'a trailer in processing',
      () => answer(trailers.active, { ...trailer, filePath: null, status: 'processing', progress: 40 }),
      'The trailer is being prepared',
    ],
  ])('shows the trailer page with %s', async (_case, response, title) => {
    api.on(auth.status, statuses.viewer).on(trailers.active, response);
    const { queryClient } = open('/');
    await find(title);
    await expectNoHardCodedText(queryClient);
  });

  it('shows the gates of the upload page', async () => {
    api.on(auth.status, statuses.viewer).on(auth.uploadPassword, () => failure('INVALID_PASSWORD'));
    const { user, queryClient } = open('/upload');
    await user.type(await screen.findByLabelText(bracketed('Upload password')), 'wrong{Enter}');
    await find('Invalid password');
    await expectNoHardCodedText(queryClient);
    api.on(auth.status, statuses.stranger);
    await act(() => queryClient.refetchQueries({ queryKey: [auth.status.path] }));
    await find('Authentication Required');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the steps with a code, a request for access and their errors', async () => {
    api
      .on(portal.config, { ...config, gateMode: 'verified' })
      .on(entry.requestCode, { codeId: crypto.randomUUID(), expiresInSeconds: 600, resendInSeconds: 60 })
      .on(entry.enterWithCode, () => failure('CODE_WRONG', { triesLeft: 2 }))
      .on(entry.requestAccess, { ok: true });
    const { user, queryClient } = open('/');
    await user.type(await screen.findByLabelText(bracketed('Full name')), 'Ann');
    await user.type(screen.getByLabelText(bracketed('Email address')), 'ann@example.org');
    await user.click(screen.getByRole('checkbox'));
    await user.click(await button('Access Trailer'));
    await user.type(await screen.findByLabelText(bracketed('Six-digit code')), '123456');
    await find(`${bracketed('This code is not correct')}. 2 tries left.`);
    await expectNoHardCodedText(queryClient);
    await user.click(await button('Request access'));
    await user.clear(screen.getByLabelText(bracketed('Full name')));
    await user.click(await button('Send request'));
    await find('Name is required');
    await expectNoHardCodedText(queryClient);
    await user.type(screen.getByLabelText(bracketed('Full name')), 'Ann');
    await user.click(await button('Send request'));
    await find('Request sent');
    await expectNoHardCodedText(queryClient);
  });

  it('shows invitations and ended access', async () => {
    const { email } = statuses.viewer.viewer;
    api.on(entry.readInvitation, { email, name: null, needsCode: true });
    history.replaceState(null, '', '/#invitation=one.secret');
    takeInvitationLink();
    const { queryClient } = open('/');
    await find('This is the address that was invited.');
    await expectNoHardCodedText(queryClient);
    api.on(entry.readInvitation, () => failure('INVITATION_INVALID'));
    await act(() => queryClient.refetchQueries({ queryKey: [INVITATION_KEY] }));
    await find('This invitation link is not valid');
    await expectNoHardCodedText(queryClient);
    api.on(auth.status, { ...statuses.stranger, accessEnded: 'expired' });
    await act(() => queryClient.refetchQueries({ queryKey: [auth.status.path] }));
    act(() => invitationLink.forget());
    await find('The time of your invitation is over.');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the sign-in of an administrator', async () => {
    api.on(portal.config, { ...config, gateMode: 'invited' });
    const { user, queryClient } = open('/upload');
    await user.click(await button('Access Upload Page'));
    await find('Password is required');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the upload page with all states of trailers and leads', async () => {
    const title = 'Episode One';
    const processing = {
      title,
      status: 'processing',
      finished: false,
      videoURL: null,
      durationSeconds: null,
    } as const;
    const versions = [
      listedTrailerOf({ ...processing, step: 'encode', progress: 40, secondsLeft: 4000 }),
      listedTrailerOf({ ...processing, step: null }),
      listedTrailerOf({ title, active: true, warning: noticeMessage(SIZES), warnings: [SIZES] }),
      listedTrailerOf({ title, expiresAt: '2026-03-08T12:00:00.000Z' }),
      listedTrailerOf({
        title,
        status: 'failed',
        videoURL: null,
        failure: noticeMessage(NO_PICTURE),
        failureNotice: NO_PICTURE,
      }),
      listedTrailerOf({ title, status: 'expired', videoURL: null }),
    ];
    const captured = [
      leadOf({
        watchedSeconds: 30,
        watchedShare: 0.5,
        deliveredSeconds: 40,
        lastSeenAt: '2026-03-01T12:00:00.000Z',
      }),
      leadOf({ own: true, staff: true }),
      leadOf({ visitEnded: true, ipAddress: null }),
    ];
    api
      .on(auth.status, statuses.uploader)
      .on(trailers.list, versions)
      .on(routes.audience.overview, {
        trailerId,
        people: 2,
        watched: 1,
        finished: 1,
        meanShare: null,
        flagged: 0,
      })
      .on(routes.live.list, { players: [], total: 1, watching: 1, playing: 1 })
      .on(leads.list, () => answer(leads.list, captured, { [leadsHeaders.total]: '1500' }))
      .on(leads.endVisit, () => failure('SERVICE_UNAVAILABLE'));
    const { user, queryClient } = open('/upload');
    await user.click(await button('Show all 6 versions'));
    await screen.findByRole('heading', { name: bracketed('Lead Captures (1.500)') });
    await expectNoHardCodedText(queryClient);

    await user.click(await button('Select & Upload Video'));
    await find('Missing Title');
    await user.selectOptions(screen.getByLabelText(bracketed('Language')), bracketed('Another language...'));
    await user.type(screen.getByLabelText(bracketed('Search name or email')), '?');
    await expectNoHardCodedText(queryClient);

    await user.click(
      (await screen.findAllByRole('button', { name: bracketed(`Delete ${title}`) }))[0] as HTMLElement,
    );
    await find('Delete “Episode One”?');
    await expectNoHardCodedText(queryClient);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: bracketed('Cancel') }));
    await user.click(await button('End visit of Amelia Öztürk'));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: bracketed('End visit') }),
    );
    await find('Visit Not Ended');
    await find('The service is temporarily unavailable. Please try again shortly');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the people of the audience', async () => {
    const figures = {
      trailerId,
      people: 1,
      watched: 1,
      finished: 1,
      meanShare: 0.5,
      flagged: 2,
      openInvitations: 1,
    };
    const person = personOf({ watchedSeconds: 30, watchedShare: 0.5 });
    let people = [{ ...person, blocks: [{ kind: 'domain' as const, value: 'example.org' }] }, personOf()];
    api
      .on(auth.status, statuses.uploader)
      .on(trailers.list, [listedTrailerOf({ id: trailerId, active: true }), listedTrailerOf()])
      .on(routes.audience.overview, figures)
      .on(routes.live.list, { players: [], total: 1, watching: 1, playing: 1 })
      .on(routes.audience.people, () =>
        answer(routes.audience.people, { people, total: people.length, nextCursor: null }),
      );
    const { user, queryClient } = open('/upload/audience');
    await screen.findByRole('heading', { name: bracketed('People (2)') });
    await expectNoHardCodedText(queryClient);
    people = [];
    await user.type(screen.getByLabelText(bracketed('Search name or email')), '?');
    await find('Nobody matches.');
    await expectNoHardCodedText(queryClient);
  });

  it('shows that the audience cannot be loaded', async () => {
    api.on(auth.status, statuses.uploader);
    const { queryClient } = open('/upload/audience');
    await find('The people could not be loaded.');
    await find('The figures could not be loaded.');
    await expectNoHardCodedText(queryClient);
  });

  it('shows who is watching, and that nobody is', async () => {
    const player = (changes: Partial<LivePlayer>): LivePlayer => ({
      id: crypto.randomUUID(),
      leadId: crypto.randomUUID(),
      name: statuses.viewer.viewer.name,
      email: statuses.viewer.viewer.email,
      verifiedBy: 'none',
      staff: false,
      ipAddress: '127.0.0.1',
      userAgent: null,
      trailerId: crypto.randomUUID(),
      trailerSeconds: 90,
      state: 'playing',
      position: 42,
      startedAt: '2026-03-02T12:00:00.000Z',
      ...changes,
    });
    const states = ['playing', 'paused', 'ended', 'noSignal'] as const;
    const players = [...states.map((state) => player({ state })), player({ staff: true })];
    api
      .on(auth.status, statuses.uploader)
      .on(routes.live.list, { players, total: 120, watching: 3, playing: 2 });
    const { queryClient } = open('/upload/live');
    await find('No signal');
    await expectNoHardCodedText(queryClient);
    api.on(routes.live.list, { players: [], total: 0, watching: 0, playing: 0 });
    await screen.findByText(bracketed('Nobody is watching now.'), {}, { timeout: 3000 });
    await expectNoHardCodedText(queryClient);
  });

  it('shows found copies, examined and in progress', async () => {
    const { name, email } = statuses.viewer.viewer;
    // Ids without letters, which would look like text.
    const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
    const [one, other] = [true, false].map((proved, index) =>
      markedPersonOf({ markId: idOf(index), name, email, proved }),
    ) as [MarkedPerson, MarkedPerson];
    const names = [
      namedPersonOf(one, { test: 'pair', partners: [other.markId] }),
      namedPersonOf(other, { sameCodeword: [one.markId] }),
    ];
    const found = leakCaseOf(leakResultOf(names), {
      id: idOf(2),
      fileName: '2026-03-02',
      hasPictures: true,
    });
    const { id, fileName, seconds, createdAt } = found;
    const listed = { id, fileName, seconds, createdAt, step: 'match', progress: 40, verdict: null };
    const cases = (['queued', 'working', 'done', 'failed', 'cancelled'] as const).map((status) => ({
      ...listed,
      id: crypto.randomUUID(),
      status,
      title: 'Episode One',
    }));
    api
      .on(auth.status, statuses.uploader)
      .on(routes.leaks.list, { cases })
      .on(routes.leaks.read, () => answer(routes.leaks.read, found));
    const { queryClient, user } = open('/upload/leaks');
    await find('No version is marked');
    await find('Being examined');
    await expectNoHardCodedText(queryClient);
    act(() => history.pushState(null, '', `/upload/leaks/${id}`));
    await find('What this means');
    await user.click(await button('Laid over each other'));
    await user.click(screen.getByText(bracketed('Show as table')));
    await user.click(screen.getByText(bracketed('Parts of the clip')));
    await expectNoHardCodedText(queryClient);
  });

  it('shows the settings with their history, errors and states', async () => {
    const withWebhook = { ...settings, values: { ...settings.values, webhookUrl: 'https://hooks.example' } };
    const outcome = {
      key: 'webhook-test:1',
      type: 'webhook.test',
      state: 'waiting',
      reason: 'TIMED_OUT',
      detail: null,
      attempts: 1,
      at: '2026-03-02T12:00:00.000Z',
    };
    api
      .on(auth.status, statuses.uploader)
      .on(routes.settings.read, withWebhook)
      .on(routes.webhooks.status, { lastTest: outcome, lastDelivered: null, lastError: outcome })
      .on(routes.webhooks.secret, { secret: 'whsec_1' })
      .on(routes.unsentMails.list, {
        total: 2,
        nextCursor: 'next',
        mails: [
          {
            id: crypto.randomUUID(),
            kind: 'alert',
            state: 'refused',
            reason: 'REFUSED',
            detail: null,
            at: outcome.at,
          },
        ],
      })
      .on(routes.settings.history, historyPage());
    const { user, queryClient } = open('/upload/settings');
    api.on(routes.mailPreviews.create, { id: crypto.randomUUID(), subject: 'Meridian', text: 'Meridian' });
    await user.click(await button('Show signing secret'));
    await user.click(await button('Show preview of the mail'));
    await screen.findByTitle(bracketed('Preview of the mail'));
    const company = await screen.findByLabelText(bracketed('Company name'));
    await screen.findByRole('list', { name: bracketed('Changes of the settings') });
    await find('2 alerts and codes of the last 7 days were not sent');
    await expectNoHardCodedText(queryClient);

    await user.type(screen.getByLabelText(bracketed('Address for webhooks')), '/portal');
    await user.click(await button('Save'));
    await find('Change the address for webhooks?');
    await expectNoHardCodedText(queryClient);
    await user.click(await button('Cancel'));
    await user.click(await button('Discard changes'));

    await user.clear(company);
    await user.click(screen.getByRole('checkbox', { name: /Deutsch/ }));
    await user.click(await button('Save'));
    await find('Not Saved');
    await expectNoHardCodedText(queryClient);
    await user.type(company, 'Meridian Film');
    api.on(routes.settings.change, () => {
      const byOther = { name: 'termsTexts', language: 'en', from: 'a'.repeat(64), to: 'b'.repeat(64) };
      const entry = {
        version: 3,
        at: '2026-03-02T12:00:00.000Z',
        byName: 'Amelia Öztürk',
        changes: [byOther],
      };
      api
        .on(routes.settings.read, { ...settings, version: 3 })
        .on(routes.settings.history, historyPage([entry, ...settingsHistory]));
      return failure('SETTINGS_CHANGED');
    });
    await user.click(await button('Save'));
    await find('Your input is kept. Check it, then save again.');
    await expectNoHardCodedText(queryClient);
    await user.click(screen.getByRole('link', { name: bracketed('Upload') }));
    await find('Leave without saving?');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the page for access with its states, errors and dialogs', async () => {
    const at = '2026-03-01T12:00:00.000Z';
    const email = statuses.viewer.viewer.email;
    const person = { name: statuses.viewer.viewer.name, email };
    const request = { ...person, id: crypto.randomUUID(), reason: '', at };
    const block = { kind: 'address', value: email, note: '', byName: null, at, blocked: true };
    const invitations = invitationState.options.map((state) =>
      invitationOf({ ...person, state, reason: 'REFUSED', endsAt: at, openedAt: at, watchedShare: 0.5 }),
    );
    api
      .on(auth.status, statuses.uploader)
      .on(routes.gateMode.read, { ...gateModeView, gateMode: 'invited' })
      .on(routes.gateMode.change, () => failure('CODE_WRONG', { triesLeft: 2 }))
      .on(routes.gateMode.sendTestCode, {
        codeId: crypto.randomUUID(),
        expiresInSeconds: 600,
        resendInSeconds: 60,
      })
      .on(routes.invitations.list, { invitations, total: 9, nextCursor: null })
      .on(routes.invitations.addRows, ({ body }) => {
        const [row] = (body as { rows: ImportRow[] }).rows;
        const rows = importOutcome.options.map((outcome, line) => ({
          line,
          email: row?.email ?? '',
          name: '',
          outcome,
        }));
        return answer(routes.invitations.addRows, { rows });
      })
      .on(routes.accessRequests.list, {
        requests: [
          { ...request, state: 'open', decidedAt: null, decidedByName: null },
          {
            ...request,
            id: crypto.randomUUID(),
            state: 'dismissed',
            decidedAt: request.at,
            decidedByName: request.name,
          },
        ],
        total: 3,
        nextCursor: 'next',
        open: 1,
      })
      .on(routes.blocks.list, { blocks: [block], total: 1, nextCursor: null })
      .on(routes.blocks.history, {
        changes: [block, { ...block, blocked: false }],
        total: 2,
        nextCursor: null,
      });
    const { user, queryClient } = open('/upload/access');
    await screen.findByRole('heading', { name: bracketed('Requests (1)') });
    await screen.findByRole('table', { name: bracketed('Invitations') });
    await expectNoHardCodedText(queryClient);

    await user.type(screen.getByLabelText(bracketed('People to invite')), email);
    await user.click(await button('Check addresses'));
    await find('Preview');
    await expectNoHardCodedText(queryClient);
    await user.click(screen.getByRole('radio', { name: bracketed('Verified') }));
    await user.click(await button('Change the gate'));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText(bracketed('Your email address')), `${email}{Enter}`);
    await user.type(await dialog.findByLabelText(bracketed('Test code')), '123456');
    await user.type(dialog.getByLabelText(bracketed('Upload password')), 'right{Enter}');
    await find('This code is not correct. 2 tries are left.');
    await expectNoHardCodedText(queryClient);
  });

  it('shows a person with its visits, and that nobody was found', async () => {
    const { name, email } = statuses.viewer.viewer;
    const known = { name, email };
    const blocks = [{ kind: 'address' as const, value: email }];
    const version = visitVersionOf({ viewingCount: 2 });
    const untitled = visitVersionOf({ trailerId: crypto.randomUUID(), trailerSeconds: null, share: null });
    const notPlayed = visitVersionOf({ seconds: 0, ranges: [], playedSeconds: 0, viewings: [] });
    const visits = [
      visitOf({ ...known, blocks, visitEnded: true, own: true, versions: [version, untitled] }),
      visitOf({ ...known, ipAddress: null, userAgent: null, lastSeenAt: null, versions: [notPlayed] }),
    ];
    const [visit] = visits;
    const dismissedAt = '2026-03-02T12:00:00.000Z';
    const flags = [flagOf({ leadId: visit?.id ?? '', blockedAt: dismissedAt }), flagOf({ dismissedAt })];
    api
      .on(auth.status, statuses.uploader)
      .on(routes.person.read, personPageOf(visits, { flags, person: { ...known, proved: false, blocks } }));
    const { user, queryClient } = open(`/upload/audience?person=${crypto.randomUUID()}`);
    await user.click(await screen.findByText(bracketed('Players opened (2)')));
    await expectNoHardCodedText(queryClient);
    api.on(routes.person.read, () => failure('LEAD_NOT_FOUND'));
    await act(() => queryClient.refetchQueries({ queryKey: [routes.person.read.path] }));
    await find('Person not found');
    await expectNoHardCodedText(queryClient);
  });

  it('shows the error of a captions file', async () => {
    api
      .on(auth.status, statuses.uploader)
      .on(routes.captions.add, () => failure('CAPTIONS_BAD_TIME', { line: 6, time: 'later' }));
    const { user, queryClient } = open('/upload');
    const file = Object.assign(new File([], 'trailer.de.srt'), {
      arrayBuffer: async () => new ArrayBuffer(1),
    });
    await user.upload(await screen.findByLabelText(bracketed('Captions file')), file);
    await user.click(await button('Add Captions'));
    await find('Line 6 of the captions: “later” is not a time');
    await expectNoHardCodedText(queryClient);
  });

  it.each([
    ['an unknown URL', '/nowhere', '404 Page Not Found'],
    ['an unreachable portal', '/', 'The portal is not answering'],
  ])('shows the page of %s', async (_case, path, title) => {
    api.on(auth.status, () => new Response('', { status: 502 }));
    const { queryClient } = open(path);
    await find(title);
    await expectNoHardCodedText(queryClient);
  });
});
