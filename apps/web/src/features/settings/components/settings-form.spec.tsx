import { jest } from '@jest/globals';
import { routes, type SettingsChange, type SettingsView } from '@secure-preview/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../app/admin-area.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { fakeSettingsApi } from '../../../testing/fake-settings-api.js';
import { historyPage, settings, settingsHistory, statuses } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

const { read, change, history, askTermsAgain, withdrawTermsAgain } = routes.settings;
let api: FakeApi;
let saved: SettingsView;

const open = () => renderApp(<AdminArea />, '/upload/settings');
const field = (name: string) => screen.findByLabelText(name);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sent = () => api.calls(change).map(({ body }) => body);

/** Pastes a text. Each typed character would render the whole form again. */
async function enter(user: ReturnType<typeof open>['user'], input: HTMLElement, text: string) {
  await user.click(input);
  await user.paste(text);
}

beforeEach(() => {
  // The test environment takes seconds to look through hundreds of options.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Asia/Calcutta', 'Europe/Berlin']);
  saved = settings;
  api = fakeSettingsApi(() => saved).on(change, ({ body }) => {
    const { set = {}, reset = [] } = body as SettingsChange;
    const defaults = Object.fromEntries(
      reset.map((name) => [name, settings.defaults[name as keyof typeof settings.defaults]]),
    );
    saved = {
      ...saved,
      version: saved.version + 1,
      values: { ...saved.values, ...defaults, ...set } as SettingsView['values'],
      overridden: [...saved.overridden.filter((name) => !reset.includes(name as never)), ...Object.keys(set)],
    };
    return answer(change, saved);
  });
});

afterEach(() => jest.restoreAllMocks());

describe('the settings', () => {
  it('show each value with its default, and locked ones with the reason', async () => {
    open();
    expect(await field('Company name')).toHaveValue('Meridian Film');
    expect(screen.getAllByText('Default:')).toHaveLength(2);
    expect(screen.getByText('Secure Preview Pictures')).toBeVisible();
    expect(screen.getByLabelText('Version')).toBeDisabled();
    expect(screen.getByLabelText('Version')).toHaveAccessibleDescription('Set by the operator');
    expect(screen.getByLabelText('Terms in English')).toHaveValue('All access is logged.');
    expect(screen.getByLabelText('Time zone')).toHaveValue('UTC');
    expect(screen.getByRole('checkbox', { name: /English/ })).toBeChecked();
    expect(button('Save')).toBeDisabled();
    expect(document.title).toBe('Settings · Secure Preview');
  });

  it('are saved together, including the removal of a contact', async () => {
    const { user } = open();
    await user.clear(await field('Contact email'));
    const requestsBefore = api.calls(routes.portal.config).length;
    await enter(user, screen.getByLabelText('Owner'), ' & Sons');
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Kolkata');
    await user.click(screen.getByRole('checkbox', { name: /Deutsch/ }));
    await enter(user, await field('Terms in German'), 'Alles wird protokolliert.');
    expect(screen.getByText('5 unsaved changes')).toBeVisible();
    await user.click(button('Save'));
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(sent()).toEqual([
      {
        version: 2,
        set: {
          ownerName: 'Secure Preview & Sons',
          contactEmail: null,
          termsTexts: { de: 'Alles wird protokolliert.' },
          timeZone: 'Asia/Kolkata',
          languages: ['en', 'de'],
        },
        reset: [],
      },
    ]);
    expect(button('Save')).toBeDisabled();
    expect(uploadDrafts.settings.read()).toBeUndefined();
    // The menu of languages follows the new settings.
    await waitFor(() => expect(api.calls(routes.portal.config).length).toBe(requestsBefore + 1));
  });

  it('name each language in itself, and in the language of the page unless both are equal', async () => {
    open();
    expect(await screen.findByRole('checkbox', { name: 'English' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Deutsch German' })).not.toBeChecked();
  });

  it('have optional mail settings, which are removed when emptied', async () => {
    const values = { ...saved.values, senderLine: 'Invited by Ada' };
    saved = { ...saved, values, overridden: [...saved.overridden, 'senderLine'] };
    const { user } = open();
    expect(await field('Sender in mails')).toHaveAccessibleDescription(/^Line in invitations/);
    await user.clear(await field('Sender in mails'));
    await enter(user, await field('Email for alerts'), 'alerts');
    await user.click(button('Save'));
    const alerts = await field('Email for alerts');
    await waitFor(() => expect(alerts).toBeInvalid());
    expect(alerts).toHaveAccessibleDescription(/Please enter a valid email address/);
    await enter(user, alerts, '@meridian.example');
    await user.selectOptions(screen.getByLabelText('Language of alerts'), 'German');
    await user.click(button('Save'));
    await screen.findByText('Settings Saved');
    expect(sent()).toEqual([
      {
        version: 2,
        set: { senderLine: null, alertEmail: 'alerts@meridian.example', alertLanguage: 'de' },
        reset: [],
      },
    ]);
  });

  it('return to their default', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Use the default of Company name' }));
    expect(await field('Company name')).toHaveValue('Secure Preview Pictures');
    expect(await field('Company name')).toHaveFocus();
    await user.click(button('Save'));
    await screen.findByText('Settings Saved');
    expect(sent()).toEqual([{ version: 2, set: {}, reset: ['companyName'] }]);
    expect(screen.queryByRole('button', { name: 'Use the default of Company name' })).toBeNull();
  });

  it('show errors at their fields before anything is sent, then check every change', async () => {
    const { user } = open();
    const company = await field('Company name');
    await user.clear(company);
    await user.click(screen.getByRole('checkbox', { name: /English/ }));
    await user.click(button('Save'));
    expect(await screen.findByText('Not Saved')).toBeVisible();
    expect(company).toBeInvalid();
    expect(company).toHaveAccessibleDescription('Please enter a text');
    expect(company).toHaveFocus();
    expect(screen.getByText('Please choose at least one language')).toBeVisible();
    await user.type(company, 'M');
    expect(company).toBeValid();
    expect(sent()).toEqual([]);
  });

  it('show the errors of the server at their fields', async () => {
    api.on(change, () => {
      const body = {
        message: 'Please enter a text',
        code: 'VALIDATION_FAILED',
        params: {},
        statusCode: 400,
        requestId: 'r',
        errors: { headerLine: 'The text must be at most 50 characters' },
        fieldCodes: { headerLine: { code: 'SETTING_TOO_LONG', params: { max: 50 } } },
      };
      return new Response(JSON.stringify(body), { status: 400 });
    });
    const { user } = open();
    const line = await field('Line above the player');
    await user.type(line, '!');
    await user.click(button('Save'));
    await waitFor(() => expect(line).toHaveAccessibleDescription('The text must be at most 50 characters'));
    expect(line).toHaveFocus();
    await user.type(line, '?');
    expect(line).toBeValid();
    expect(line).toHaveValue('Coming soon!?');
  });

  it('keep the input when they could not be saved', async () => {
    api.on(change, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.type(await field('Owner'), '!');
    await user.click(button('Save'));
    expect(await screen.findByText('Not Saved')).toBeVisible();
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview!');
    expect(button('Save')).toBeEnabled();
  });

  it('can be discarded', async () => {
    const { user } = open();
    await user.type(await field('Owner'), '!');
    await user.click(button('Discard changes'));
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview');
    expect(uploadDrafts.settings.read()).toBeUndefined();
    expect(document.body).not.toHaveFocus();
  });

  it('report that they could not be loaded, and retry on request', async () => {
    api.on(read, () => failure('SERVICE_UNAVAILABLE')).on(history, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The settings could not be loaded.')).toBeVisible();
    api.on(read, settings);
    await user.click(button('Try again'));
    expect(await field('Company name')).toHaveValue('Meridian Film');
    expect(await screen.findByText('The history could not be loaded.')).toBeVisible();
  });
});

describe('asking everybody to accept the terms again', () => {
  const askedAt = '2026-03-02T12:00:00.000Z';
  const asked = /^Since Mar 2, 2026/;

  beforeEach(() => {
    api.on(askTermsAgain, () => {
      saved = { ...saved, version: saved.version + 1, values: { ...saved.values, termsAskedAt: askedAt } };
      return answer(askTermsAgain, saved);
    });
  });

  it('needs a confirmation, and shows the time with its zone', async () => {
    const { user } = open();
    expect(await screen.findByText('Never')).toBeVisible();
    await user.click(button('Ask everybody again'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(api.calls(askTermsAgain)).toHaveLength(0);
    await user.click(button('Ask everybody again'));
    await user.click(button('Ask everybody'));
    expect(await screen.findByText('Everybody Is Asked Again')).toBeVisible();
    expect(screen.getByText(asked)).toHaveTextContent(/\(.+\)$/);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.calls(askTermsAgain)).toHaveLength(1);
  });

  it('can be withdrawn', async () => {
    saved = { ...saved, values: { ...saved.values, termsAskedAt: askedAt } };
    api.on(withdrawTermsAgain, () => {
      saved = { ...saved, version: saved.version + 1, values: { ...saved.values, termsAskedAt: null } };
      return answer(withdrawTermsAgain, saved);
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Withdrawn')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(button('Ask everybody again')).toHaveFocus();
    expect(api.calls(withdrawTermsAgain)).toHaveLength(1);
    expect(api.calls(askTermsAgain)).toHaveLength(0);
  });

  it('reports that it could not be withdrawn', async () => {
    saved = { ...saved, values: { ...saved.values, termsAskedAt: askedAt } };
    api.on(withdrawTermsAgain, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Not Withdrawn')).toBeVisible();
    expect(screen.getByText(asked)).toBeVisible();
  });

  it('waits until unsaved changes are saved or discarded', async () => {
    saved = { ...saved, values: { ...saved.values, termsAskedAt: askedAt } };
    const { user } = open();
    await user.type(await field('Owner'), '!');
    expect(button('Withdraw')).toBeDisabled();
    expect(button('Ask everybody again')).toBeDisabled();
    expect(screen.getByText('Save or discard your changes first.')).toBeVisible();
    await user.click(button('Discard changes'));
    expect(button('Ask everybody again')).toBeEnabled();
  });

  it('is disabled while it is locked', async () => {
    saved = { ...saved, locked: ['termsAskedAt'] };
    open();
    expect(await screen.findByRole('button', { name: 'Ask everybody again' })).toBeDisabled();
  });

  it('reports a failure', async () => {
    api.on(askTermsAgain, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Ask everybody again' }));
    await user.click(button('Ask everybody'));
    expect(await screen.findByText('Nobody Is Asked')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
  });

  it('is in the history in words, without an offer to restore it', async () => {
    const changes = [{ name: 'termsAskedAt', from: null, to: askedAt }];
    api.on(history, historyPage([{ version: 1, at: askedAt, byName: 'Noor', changes }]));
    open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText('Acceptance required again')).toBeVisible();
    expect(list.getByText('Never')).toBeVisible();
    expect(list.getByText(asked)).toBeVisible();
    expect(list.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });
});

describe('mails that were not sent', () => {
  const { list } = routes.unsentMails;
  const at = '2026-03-02T12:00:00.000Z';

  it('are not mentioned if there are none', async () => {
    open();
    await field('Email for alerts');
    await waitFor(() => expect(api.calls(list)).toHaveLength(1));
    expect(screen.queryByText(/not sent/)).toBeNull();
  });

  it('are listed with kind, time and reason', async () => {
    const mails = [
      { kind: 'alert', state: 'waiting', reason: 'MAIL_NOT_CONFIGURED', detail: null, at },
      { kind: 'alert', state: 'refused', reason: 'REFUSED', detail: '550 no such user', at },
      { kind: 'code', state: 'expired', reason: null, detail: null, at },
      { kind: 'code', state: 'waiting', reason: null, detail: null, at },
      { kind: 'later', state: 'newer', reason: 'NEWER_CODE', detail: null, at },
    ];
    const listed = mails.map((mail) => ({ id: crypto.randomUUID(), ...mail }));
    api.on(list, { total: 5, mails: listed, nextCursor: null });
    open();
    const title = await screen.findByText('5 alerts and codes of the last 7 days were not sent');
    const items = within(title.parentElement as HTMLElement).getAllByRole('listitem');
    expect(
      items.map(({ textContent }) => textContent?.replace(/Mar 2, 2026,? [\d:]+\s[AP]M/, ' – ')),
    ).toEqual([
      'Alert: waits – The portal has no mail server. Ask the operator to set SMTP_URL and MAIL_FROM.',
      'Alert: refused – The mail server rejects this address.Answer: 550 no such user',
      'Code: not sent – It could not be sent in time.',
      'Code: waits – Other mails are sent first, or the notifier does not run.',
      'later: newer – NEWER_CODE',
    ]);
  });

  it('are all shown on request, five at first', async () => {
    const mails = Array.from({ length: 7 }, () => {
      const id = crypto.randomUUID();
      return { id, kind: 'alert', state: 'refused', reason: 'REFUSED', detail: null, at };
    });
    api.on(list, ({ query: { cursor } }) =>
      answer(
        list,
        cursor === undefined
          ? { total: 7, mails: mails.slice(0, 5), nextCursor: 'next' }
          : { total: 7, mails: mails.slice(5), nextCursor: null },
      ),
    );
    const { user } = open();
    const title = await screen.findByText('7 alerts and codes of the last 7 days were not sent');
    const section = within(title.parentElement as HTMLElement);
    expect(section.getByText('5 of 7 shown')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(7));
    expect(section.queryByRole('button')).toBeNull();
    expect(api.calls(list).map(({ query }) => query)).toEqual([{}, { cursor: 'next', limit: '100' }]);
  });

  it('can be loaded again after a failure', async () => {
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await screen.findByText('The mails that were not sent could not be loaded.');
    api.on(list, {
      total: 1,
      mails: [
        { id: crypto.randomUUID(), kind: 'alert', state: 'refused', reason: 'REFUSED', detail: null, at },
      ],
      nextCursor: null,
    });
    await user.click(button('Try again'));
    expect(await screen.findByText('1 alert or code of the last 7 days was not sent')).toBeVisible();
  });
});

describe('webhooks', () => {
  const url = 'https://hooks.example/portal';
  const { webhooks } = routes;
  const outcome = {
    key: 'webhook-test:1',
    type: 'webhook.test',
    state: 'waiting',
    reason: null,
    detail: null,
    attempts: 0,
    at: '2026-03-02T12:00:00.000Z',
  };
  const none = { lastTest: null, lastDelivered: null, lastError: null };

  beforeEach(() => {
    saved = { ...saved, values: { ...saved.values, webhookUrl: url }, overridden: ['webhookUrl'] };
    api.on(webhooks.status, none).on(webhooks.secret, { secret: 'whsec_c2VjcmV0' });
  });

  it('need an https address, which is saved before it is tested, and can be removed', async () => {
    const { user } = open();
    const address = await field('Address for webhooks');
    expect(await screen.findByText('Nothing was sent to this address yet.')).toBeVisible();
    await user.clear(address);
    await enter(user, address, 'http://hooks.example');
    expect(screen.getByText('Save the address before you test it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
    await user.click(button('Save'));
    await waitFor(() => expect(address).toBeInvalid());
    await user.clear(address);
    await user.click(screen.getByRole('checkbox', { name: 'Names in webhooks' }));
    await user.click(button('Save'));
    expect(screen.getByText(/^Webhooks are no longer sent/)).toBeVisible();
    await user.type(screen.getByLabelText('Upload password'), 'right{Enter}');
    await screen.findByText('Settings Saved');
    const set = { webhookUrl: null, webhookNames: true };
    expect(sent()).toEqual([{ version: 2, set, reset: [], password: 'right' }]);
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
  });

  it('have a signing secret that is shown on request, and can be copied', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show signing secret' }));
    const secret = await field('Signing secret');
    expect(secret).toHaveValue('whsec_c2VjcmV0');
    expect(secret).toHaveFocus();
    await user.click(button('Copy'));
    expect(await screen.findByText('Secret Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('whsec_c2VjcmV0');
  });

  it('show the outcome of a test', async () => {
    api.on(webhooks.test, () => {
      api.on(webhooks.status, { ...none, lastTest: outcome });
      return answer(webhooks.test, { key: outcome.key });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
    const section = within(screen.getByRole('region', { name: 'Webhooks' }));
    expect(section.getByText(/^Times are shown in ./)).toBeVisible();
    const failed = { ...outcome, reason: 'REJECTED', detail: '503', attempts: 1 };
    api.on(webhooks.status, { ...none, lastTest: failed, lastError: failed });
    const error = 'The receiver reported an error: 503. It is sent again.';
    expect(await screen.findAllByText(error, {}, { timeout: 4000 })).toHaveLength(2);
    const delivered = { ...outcome, state: 'delivered', attempts: 2 };
    api.on(webhooks.status, { lastTest: delivered, lastDelivered: delivered, lastError: null });
    await user.click(button('Send a test'));
    api.on(webhooks.status, { lastTest: delivered, lastDelivered: delivered, lastError: null });
    expect(await screen.findAllByText('Delivered', {}, { timeout: 4000 })).toHaveLength(2);
  });

  it('report that a test or the secret could not be requested', async () => {
    api.on(webhooks.test, () => failure('WEBHOOK_NOT_SET')).on(webhooks.secret, () => failure('INTERNAL'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('No Test Sent')).toBeVisible();
    api.on(webhooks.test, () => failure('TOO_MANY_REQUESTS'));
    await user.click(button('Send a test'));
    expect(await screen.findByText(/^Too many requests/)).toBeVisible();
    await user.click(button('Show signing secret'));
    expect(await screen.findByText('No Secret')).toBeVisible();
  });

  it('are in the history in words, and names can be restored', async () => {
    const changes = [
      { name: 'webhookUrl', from: null, to: url },
      { name: 'webhookNames', from: 'true', to: 'false' },
      { name: 'alertLanguage', from: null, to: 'de' },
    ];
    api.on(history, historyPage([{ version: 1, at: outcome.at, byName: 'Noor', changes }]));
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText('off')).toBeVisible();
    expect(list.getByText('German')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Restore Names in webhooks: on' }));
    expect(screen.getByRole('checkbox', { name: 'Names in webhooks' })).toBeChecked();
  });
});

describe('a conflict', () => {
  /** Another administrator saves a company name before this one saves an owner and a company name. */
  async function conflict() {
    const entry = {
      version: 3,
      at: '2026-03-02T12:00:00.000Z',
      byName: 'Noor',
      changes: [{ name: 'companyName', from: 'Meridian Film', to: 'Noor Pictures' }],
    };
    const { user } = open();
    await user.type(await field('Owner'), '!');
    await user.type(screen.getByLabelText('Company name'), '!');
    const accept = { ...saved, version: 3, values: { ...saved.values, companyName: 'Noor Pictures' } };
    api.on(change, () => {
      api.on(read, accept).on(history, historyPage([entry, ...settingsHistory]));
      return failure('SETTINGS_CHANGED');
    });
    await user.click(button('Save'));
    const notice = await screen.findByText('Your input is kept. Check it, then save again.', {
      exact: false,
    });
    return { user, notice: within(notice.closest('[role="status"]') as HTMLElement) };
  }

  it('shows what the other administrator changed, and keeps the unsaved input', async () => {
    const { notice } = await conflict();
    expect(await notice.findByText('administrator (Noor)', { exact: false })).toBeVisible();
    expect(notice.getByText('Noor Pictures')).toBeVisible();
    expect(screen.getByLabelText('Company name')).toHaveValue('Meridian Film!');
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview!');
    expect(screen.getAllByText(/^Saved by another administrator meanwhile:/)).toHaveLength(1);
  });

  it('is resolved by saving again', async () => {
    const { user } = await conflict();
    api.on(change, () => answer(change, { ...settings, version: 4 }));
    await user.click(button('Save'));
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(sent().at(-1)).toEqual({
      version: 3,
      set: { companyName: 'Meridian Film!', ownerName: 'Secure Preview!' },
      reset: [],
    });
    expect(screen.queryByText(/Your input is kept/)).toBeNull();
  });
});

describe('unsaved settings', () => {
  it('are kept while the password is required again', async () => {
    api.on(change, () => {
      api.on(routes.auth.status, statuses.viewer);
      return failure('UPLOAD_PASSWORD_REQUIRED');
    });
    const { user } = open();
    await user.type(await field('Owner'), '!');
    await user.click(button('Save'));
    const password = await field('Upload password');
    expect(screen.getByLabelText('Owner')).not.toBeVisible();
    api.on(routes.auth.uploadPassword, () => {
      api.on(routes.auth.status, statuses.uploader);
      return answer(routes.auth.uploadPassword, { uploadAuthenticated: true });
    });
    await user.type(password, 'right{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Owner')).toBeVisible());
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview!');
  });

  it('are restored after the session expired', async () => {
    api.on(change, () => {
      api.on(routes.auth.status, statuses.stranger);
      return failure('UNAUTHORIZED');
    });
    const { user } = open();
    await user.type(await field('Owner'), '!');
    await user.click(button('Save'));
    await screen.findByText('Authentication Required');
    cleanup();
    api.on(routes.auth.status, statuses.uploader);
    const reopened = open();
    expect(await field('Owner')).toHaveValue('Secure Preview!');
    expect(screen.getByText('You entered this earlier and did not save it.')).toBeVisible();
    await reopened.user.click(screen.getAllByRole('button', { name: 'Discard changes' })[0] as HTMLElement);
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview');
  });
});

describe('the history of the settings', () => {
  it('lists who changed what, and puts an earlier value into the form', async () => {
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText('administrator (Amelia Öztürk)')).toBeVisible();
    expect(list.getByText('operator of the portal')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Restore Company name: Meridian' }));
    expect(screen.getByLabelText('Company name')).toHaveValue('Meridian');
    expect(screen.getByLabelText('Company name')).toHaveFocus();
    await user.click(list.getByRole('button', { name: 'Restore Company name: default' }));
    expect(screen.getByLabelText('Company name')).toHaveValue('Secure Preview Pictures');
    await user.click(button('Save'));
    await screen.findByText('Settings Saved');
    expect(sent()).toEqual([{ version: 2, set: {}, reset: ['companyName'] }]);
  });

  it('loads earlier changes on request', async () => {
    api.on(history, ({ query }) =>
      answer(history, {
        entries: query['cursor'] === '2' ? settingsHistory.slice(1) : settingsHistory.slice(0, 1),
        total: 2,
        nextCursor: query['cursor'] === '2' ? null : '2',
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('operator of the portal')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('cuts long texts, and expands them on request', async () => {
    const to = `${'A long line. '.repeat(20)}\nThe end.`;
    const entry = { version: 1, at: '2026-03-02T12:00:00.000Z', byName: 'Noor' };
    api.on(history, historyPage([{ ...entry, changes: [{ name: 'fallbackDescription', from: null, to }] }]));
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText(/The end\./)).not.toBeVisible();
    await user.click(list.getByText('Show all'));
    expect(list.getByText(/The end\./)).toBeVisible();
  });

  it('shows changes of the gate in words, without offering to restore them', async () => {
    const changes = [
      { name: 'gateMode', from: null, to: 'invited' },
      { name: 'requiredInside', from: 'nothing', to: 'invitation' },
      { name: 'invitationProof', from: 'code', to: 'of a newer version' },
    ];
    api.on(history, historyPage([{ version: 1, at: '2026-03-02T12:00:00.000Z', byName: 'Noor', changes }]));
    open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText('Gate')).toBeVisible();
    for (const value of ['invited people only', 'none', 'invitation']) {
      expect(list.getByText(value)).toBeVisible();
    }
    expect(list.getByText('of a newer version')).toBeVisible();
    expect(list.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  it('offers no earlier text of the terms, because it contains only the hash', async () => {
    const changes = [{ name: 'termsTexts', language: 'de', from: 'a'.repeat(64), to: null }];
    const entry = { version: 1, at: '2026-03-02T12:00:00.000Z', byName: 'Noor', changes };
    api.on(history, historyPage([entry]));
    open();
    expect(await screen.findByText('text aaaaaaaaaaaa')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  it('says that nothing has been changed yet', async () => {
    api.on(history, historyPage([]));
    open();
    expect(await screen.findByText(/Nothing has been changed yet/)).toBeVisible();
  });
});

describe('the preview of mails', () => {
  const { create } = routes.mailPreviews;

  it('shows a mail with unsaved values on request, in a sandboxed frame', async () => {
    const id = crypto.randomUUID();
    api.on(create, { id, subject: 'Invitation to a preview', text: 'Hello,' });
    const { user } = open();
    await enter(user, await field('Company name'), ' Berlin');
    await enter(user, screen.getByLabelText('Sender in mails'), 'Invited by Ada');
    expect(api.calls(create)).toHaveLength(0);
    await user.click(button('Show preview of the mail'));
    const frame = await screen.findByTitle('Preview of the mail');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('src', `/api/mail-previews/${id}`);
    expect(screen.getByText('Invitation to a preview')).toBeVisible();
    const shown = {
      companyName: 'Meridian Film Berlin',
      senderLine: 'Invited by Ada',
      gateArt: false,
      logoId: null,
      keyArtId: null,
    };
    expect(api.calls(create).at(-1)?.body).toEqual({ kind: 'invitation', language: 'en', ...shown });
    await user.selectOptions(screen.getByLabelText('Language of alerts'), 'German');
    await user.selectOptions(screen.getByLabelText('Mail'), 'Alert about a request for access');
    await waitFor(() =>
      expect(api.calls(create).at(-1)?.body).toEqual({ kind: 'accessRequested', language: 'de', ...shown }),
    );
    await user.selectOptions(screen.getByLabelText('Language of the mail'), 'English');
    await waitFor(() => expect(api.calls(create).at(-1)?.body).toMatchObject({ language: 'en' }));
    await user.click(button('Hide preview of the mail'));
    expect(screen.queryByTitle('Preview of the mail')).toBeNull();
  });

  it('reports that it could not be loaded, and retries on request', async () => {
    api.on(create, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show preview of the mail' }));
    expect(await screen.findByText('The preview could not be loaded.')).toBeVisible();
    api.on(create, () => failure('TOO_MANY_REQUESTS'));
    await user.click(button('Try again'));
    expect(await screen.findByText(/^Too many requests/)).toBeVisible();
    api.on(create, { id: crypto.randomUUID(), subject: 'Again', text: 'Hello,' });
    await user.click(button('Try again'));
    expect(await screen.findByText('Again')).toBeVisible();
  });
});

describe('the preview of the gate', () => {
  it('shows unsaved values, without a second form on the page', async () => {
    const { user } = open();
    await enter(user, await field('Company name'), ' Berlin');
    const frame = screen.getByTitle('The gate as visitors see it, Desktop') as HTMLIFrameElement;
    const gate = within(frame.contentDocument?.body as HTMLElement);
    expect(await gate.findByText('Secure Preview, Meridian Film Berlin')).toBeInTheDocument();
    expect(gate.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeInTheDocument();
    expect(frame).toHaveAttribute('inert');
    expect(screen.queryByLabelText('Full name')).toBeNull();
    expect(document.title).toBe('Settings · Secure Preview');
    await user.click(button('Phone'));
    expect(screen.getByTitle('The gate as visitors see it, Phone')).toHaveStyle({ width: '390px' });
    // The menu of languages requests the saved configuration, the preview does not.
    expect(api.calls(routes.portal.config)).toHaveLength(1);
  });
});
