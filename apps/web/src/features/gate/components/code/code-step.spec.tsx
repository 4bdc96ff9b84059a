import { jest } from '@jest/globals';
import { limits, routes } from '@secure-preview/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { HomePage } from '../../../../app/home-page.js';
import { rememberedCodeRequest } from '../../../../lib/memory/code-request.js';
import { rememberedGateFields } from '../../../../lib/memory/gate-fields.js';
import { beginning } from '../../../../testing/beginning.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { activeTrailer, config, previewTexts, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { requestCode, enterWithCode, requestAccess, forgetBrowser } = routes.entry;
const codeId = '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11';
const nextCodeId = '5f3a4a0e-6c1b-4d0e-8d7a-3b1f0f2c9a77';
const sent = { codeId, expiresInSeconds: 600, resendInSeconds: 60 };
const form = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  termsAccepted: 'true',
  termsHash: config.terms.sha256,
};
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const method of ['load', 'pause'] as const) {
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  }
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.stranger)
    .on(routes.portal.config, { ...config, gateMode: 'verified' })
    .on(routes.portal.previewTexts, previewTexts)
    .on(routes.viewing.accessLog, { ok: true })
    .on(routes.trailers.active, activeTrailer)
    .on(requestCode, sent)
    .on(forgetBrowser, { ok: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

type User = ReturnType<typeof renderApp>['user'];

async function sendForm(user: User): Promise<void> {
  const name = await screen.findByLabelText('Full name');
  const email = screen.getByLabelText('Email address');
  await user.clear(name);
  await user.type(name, form.name);
  await user.clear(email);
  await user.type(email, form.email);
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Access Trailer' }));
}

const findInput = () => screen.findByLabelText('Six-digit code');

async function openCodeStep() {
  const app = renderApp(<HomePage />);
  await sendForm(app.user);
  return { ...app, input: await findInput() };
}

describe('the gate with verified addresses', () => {
  it('requests a code in the language of the page, and shows its step with the heading focused', async () => {
    await openCodeStep();
    expect(api.calls(requestCode).map(({ body }) => body)).toEqual([{ ...form, language: 'en' }]);
    expect(api.calls(routes.auth.leadCapture)).toHaveLength(0);
    expect(screen.getByRole('heading', { name: 'Enter your code' })).toHaveFocus();
    expect(
      screen.getByText('An email with a six-digit code is on its way to ada@example.com.'),
    ).toBeVisible();
    expect(screen.queryByText(/may enter/)).toBeNull();
    expect(screen.queryByLabelText('Full name')).toBeNull();
  });

  it('says only for invited people that a code is on its way if they alone may enter', async () => {
    api.on(routes.portal.config, { ...config, gateMode: 'invited' });
    await openCodeStep();
    expect(
      screen.getByText('If ada@example.com may enter, an email with a six-digit code is on its way.'),
    ).toBeVisible();
    expect(screen.queryByText(/^An email with a six-digit code is on its way/)).toBeNull();
  });

  it('shows the lead-in of the form only above the form', async () => {
    const { user } = await openCodeStep();
    expect(screen.queryByText(/^Enter your information/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Request access' }));
    expect(screen.queryByText(/^Enter your information/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the code' }));
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(screen.getByText(/^Enter your information/)).toBeVisible();
  });

  it('has an input that phones fill in, described by the note on spam', async () => {
    const { input } = await openCodeStep();
    expect(input).toHaveAttribute('inputmode', 'numeric');
    expect(input).toHaveAttribute('autocomplete', 'one-time-code');
    expect(input).toHaveAttribute('pattern', '\\d{6}');
    expect(input).toHaveAccessibleDescription('No email? Please look into your spam folder, too.');
  });

  it('sends a pasted code by itself, and admits the visitor', async () => {
    const { user, input } = await openCodeStep();
    api.on(enterWithCode, () => {
      api.on(routes.auth.status, statuses.viewer);
      return answer(enterWithCode, { authenticated: true });
    });
    await user.click(input);
    await user.paste('123 456');
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(api.calls(enterWithCode).map(({ body }) => body)).toEqual([{ ...form, codeId, code: '123456' }]);
    expect(rememberedGateFields.read()).toEqual({ name: form.name, email: form.email });
    expect(rememberedCodeRequest.read()).toBeUndefined();
    expect(api.calls(routes.trailers.active)).not.toHaveLength(0);
  });

  it('announces a wrong code with the tries left, and selects it for replacement', async () => {
    const { user, input } = await openCodeStep();
    api.on(enterWithCode, () => failure('CODE_WRONG', { triesLeft: 4 }));
    await user.type(input, '111111');
    expect(await screen.findByText('This code is not correct. 4 tries left.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('4 tries left');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/4 tries left/);

    api.on(enterWithCode, () => failure('CODE_WRONG', { triesLeft: 0 }));
    await waitFor(() => expect(input).not.toHaveAttribute('readonly'));
    await user.keyboard('222222');
    expect(await screen.findByText(/no tries left\. Please request a new one/)).toBeVisible();
    expect(api.calls(enterWithCode).map(({ body }) => body.code)).toEqual(['111111', '222222']);
  });

  it('sends a wrong code only once, and the same code again after a failure of the connection', async () => {
    const { user, input } = await openCodeStep();
    const submit = () => user.click(screen.getByRole('button', { name: 'Access Trailer' }));
    api.on(enterWithCode, () => Promise.reject(new TypeError('Failed to fetch')));
    await user.type(input, '111111');
    await screen.findByRole('alert');
    api.on(enterWithCode, () => failure('CODE_WRONG', { triesLeft: 4 }));
    await submit();
    await screen.findByText('This code is not correct. 4 tries left.');
    await submit();
    expect(screen.getByText('This code is not correct. 4 tries left.')).toBeVisible();
    await user.clear(input);
    expect(screen.queryByText('This code is not correct. 4 tries left.')).toBeNull();
    await user.type(input, '111111');
    expect(screen.getByText('This code is not correct. 4 tries left.')).toBeVisible();
    expect(api.calls(enterWithCode)).toHaveLength(2);
  });

  it.each([
    ['an expired code', () => failure('CODE_EXPIRED'), /^This code is no longer valid/],
    ['an unreachable portal', () => new Response('', { status: 502 }), /^The code could not be checked/],
  ])('shows the error of %s', async (_case, response, message) => {
    const { user, input } = await openCodeStep();
    api.on(enterWithCode, response);
    await user.type(input, '111111');
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('asks for the missing digits of an incomplete code, and sends nothing', async () => {
    const { user, input } = await openCodeStep();
    await user.type(input, '12{Enter}');
    expect(await screen.findByText('Please enter the six digits of the code')).toBeVisible();
    expect(input).toHaveFocus();
    expect(api.calls(enterWithCode)).toHaveLength(0);
  });

  it('counts down silently to the next code, announces it, and sends it', async () => {
    const { user } = await openCodeStep();
    const resend = screen.getByRole('button', { name: /^Send a new code \(in \d+ s\)$/ });
    const status = screen.getAllByRole('status').find((region) => region.textContent === '');
    expect(resend).toBeDisabled();
    const later = Date.now() + limits.access.code.resendSeconds * 1000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await screen.findByText('You can request a new code now.')).toBe(status);
    expect(resend).toHaveAccessibleName('Send a new code');

    api.on(requestCode, { ...sent, codeId: nextCodeId });
    await user.click(resend);
    expect(await screen.findByText(/^A new code was requested/)).toBe(status);
    expect(await findInput()).toHaveFocus();
    api.on(enterWithCode, () => failure('CODE_EXPIRED'));
    await user.type(await findInput(), '123456');
    await screen.findByText(/^This code is no longer valid/);
    expect(api.calls(enterWithCode).map(({ body }) => body.codeId)).toEqual([nextCodeId]);
  });

  it('shows why no further code can be requested', async () => {
    const { user } = await openCodeStep();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    api.on(requestCode, () => failure('TOO_MANY_CODES'));
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText(/^Too many codes were sent to this address today/)).toBeVisible();
  });

  it('that comes too early names the time at which access begins', async () => {
    const startsAt = '2027-07-01T18:30:00.000Z';
    api.on(enterWithCode, () => failure('ACCESS_ENDED', { reason: 'notBegun', startsAt }));
    const { user, input } = await openCodeStep();
    await user.click(input);
    await user.paste('123456');
    expect(await screen.findByText(beginning(startsAt))).toBeVisible();
  });

  it('returns to the filled-in form, and to the same code for the same address', async () => {
    const { user } = await openCodeStep();
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByLabelText('Full name')).toHaveValue(form.name);
    expect(screen.getByLabelText('Email address')).toHaveValue(form.email);
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await sendForm(user);
    await findInput();
    expect(api.calls(requestCode)).toHaveLength(1);
    // An address that was proved in this browser may belong to somebody else.
    expect(api.calls(forgetBrowser)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    await user.type(await screen.findByLabelText('Email address'), '.au');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Access Trailer' }));
    await findInput();
    expect(api.calls(requestCode).map(({ body }) => body.email)).toEqual([form.email, `${form.email}.au`]);
  });

  it('survives a reload, until the code expires', async () => {
    await openCodeStep();
    cleanup();
    renderApp(<HomePage />);
    await findInput();
    cleanup();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + sent.expiresInSeconds * 1000);
    renderApp(<HomePage />);
    expect(await screen.findByLabelText('Full name')).toBeVisible();
  });

  it('shows the form again when the terms have changed', async () => {
    const { user, input } = await openCodeStep();
    api.on(enterWithCode, () => failure('TERMS_CHANGED'));
    const configCalls = api.calls(routes.portal.config).length;
    await user.type(input, '123456');
    expect(await screen.findByText(/^The terms have changed/)).toBeVisible();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await waitFor(() => expect(api.calls(routes.portal.config).length).toBeGreaterThan(configCalls));
  });

  it('shows why no code was requested', async () => {
    api.on(requestCode, () => failure('CODE_TOO_SOON'));
    const { user } = renderApp(<HomePage />);
    await sendForm(user);
    expect(await screen.findByText(/^A code was just sent/)).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveValue(form.name);
  });
});

it('requests a code if the gate mode has changed since the page was opened', async () => {
  api.on(routes.portal.config, config).on(routes.auth.leadCapture, () => failure('CODE_REQUIRED'));
  const { user } = renderApp(<HomePage />);
  await screen.findByText('Jonathan Ashworth, Meridian Film');
  await sendForm(user);
  await findInput();
  expect(api.calls(routes.auth.leadCapture)).toHaveLength(1);
  expect(api.calls(requestCode)).toHaveLength(1);
  expect(api.calls(routes.portal.config)).toHaveLength(2);
  expect(screen.queryByText(/prove your email/)).toBeNull();
});

describe('a request for access', () => {
  async function openRequest() {
    const { user } = await openCodeStep();
    await user.click(screen.getByRole('button', { name: 'Request access' }));
    return user;
  }

  it('is sent with the name and the address of the form and a reason, and confirmed', async () => {
    api.on(requestAccess, { ok: true });
    const user = await openRequest();
    expect(screen.getByRole('heading', { name: 'Request access' })).toHaveFocus();
    await user.type(screen.getByLabelText('Reason (optional)'), 'I write for the Kino');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByRole('heading', { name: 'Request sent' })).toHaveFocus();
    expect(api.calls(requestAccess).map(({ body }) => body)).toEqual([
      { name: form.name, email: form.email, reason: 'I write for the Kino', language: 'en' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Back to the code' }));
    expect(await findInput()).toBeVisible();
  });

  it('shows the errors of its fields, and sends nothing', async () => {
    const user = await openRequest();
    await user.clear(screen.getByLabelText('Full name'));
    const reason = screen.getByLabelText('Reason (optional)');
    await user.click(reason);
    await user.paste('x'.repeat(limits.access.reason.max + 1));
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(reason).toHaveAccessibleDescription('The reason must be at most 1000 characters');
    expect(screen.getByLabelText('Full name')).toHaveFocus();
    expect(api.calls(requestAccess)).toHaveLength(0);
  });

  it('keeps the input when it fails', async () => {
    api.on(requestAccess, () => failure('TOO_MANY_REQUESTS'));
    const user = await openRequest();
    await user.type(screen.getByLabelText('Reason (optional)'), 'Press');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Too many requests. Please try again later')).toBeVisible();
    expect(screen.getByLabelText('Reason (optional)')).toHaveValue('Press');
  });
});
