import { personFields, routes } from '@secure-preview/contracts';
import { screen, waitFor } from '@testing-library/react';
import { HomePage } from '../../../app/home-page.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer, config, statuses } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

const leadCapture = routes.auth.leadCapture;
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.stranger)
    .on(routes.portal.config, config)
    .on(leadCapture, { authenticated: true });
});

async function openGate() {
  const { user } = renderApp(<HomePage />);
  const name = await screen.findByLabelText('Full name');
  const submit = screen.getByRole('button', { name: 'Access Trailer' });
  return {
    user,
    name,
    submit,
    email: screen.getByLabelText('Email address'),
    terms: screen.getByRole('checkbox', { name: 'I accept the Terms of Agreement' }),
  };
}

describe('the gate', () => {
  it('shows the specified texts', async () => {
    await openGate();
    expect(screen.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeInTheDocument();
    expect(screen.getByText('Enter your information to view this confidential movie trailer')).toBeVisible();
    expect(
      screen.getByText('All access is logged and monitored. Your information is kept strictly confidential.'),
    ).toBeVisible();
    expect(screen.getByPlaceholderText('your full name')).toBeVisible();
  });

  it('has an input for each field that is stored with the lead', async () => {
    const { submit } = await openGate();
    const inputs = [...(submit.closest('form')?.elements ?? [])].map((input) => input.getAttribute('name'));
    expect(inputs).toEqual(expect.arrayContaining(personFields));
  });

  it('shows the sender and the contact below the form', async () => {
    await openGate();
    expect(await screen.findByText('Jonathan Ashworth, Meridian Film')).toBeVisible();
    const email = screen.getByRole('link', { name: 'press@meridian.example' });
    expect(email).toHaveAttribute('href', 'mailto:press@meridian.example');
    const phone = screen.getByRole('link', { name: '+1 (555) 010-2040' });
    expect(phone).toHaveAttribute('href', 'tel:+15550102040');
  });

  it('shows every error of an empty form at its field, and sends nothing', async () => {
    const { user, name, email, terms, submit } = await openGate();
    await user.click(submit);

    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(name).toHaveAccessibleDescription('Name is required');
    expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    expect(terms).toHaveAccessibleDescription('You must accept the terms to continue');
    expect(name).toBeInvalid();
    expect(name).toHaveFocus();
    expect(await screen.findByText('Terms Required')).toBeVisible();
    expect(screen.getByText('Please accept the Terms of Agreement to continue')).toBeVisible();
    expect(api.calls(leadCapture)).toHaveLength(0);
  });

  it('requests the trailer when the visitor is admitted, and not before', async () => {
    api.on(routes.trailers.active, activeTrailer);
    const { user, name, email, terms, submit } = await openGate();
    await user.type(name, 'Ada Lovelace');
    await user.type(email, 'ada@example.com');
    await user.click(terms);
    expect(api.calls(routes.trailers.active)).toHaveLength(0);
    await user.click(submit);
    await waitFor(() => expect(api.calls(routes.trailers.active)).toHaveLength(1));
  });

  it('validates nothing before the first submit, and every change after it', async () => {
    const { user, name, email, submit } = await openGate();
    await user.type(email, 'nobody');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
    await user.click(submit);
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    await user.type(email, '@example.org');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
    await user.type(name, '王');
    expect(screen.queryByText('Name is required')).toBeNull();
  });

  it('sends the form with the hash of the displayed terms, and admits the visitor', async () => {
    const { user, name, email, terms, submit } = await openGate();
    await user.type(name, 'José Müller');
    await user.type(email, 'josé@beispiel.example');
    await user.click(terms);
    let answerLead: (response: Response) => void = () => undefined;
    api.on(leadCapture, () => new Promise<Response>((resolve) => (answerLead = resolve)));
    await user.click(submit);

    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled();
    expect(api.calls(leadCapture)[0]?.body).toEqual({
      name: 'José Müller',
      email: 'josé@beispiel.example',
      termsAccepted: 'true',
      termsHash: config.terms.sha256,
    });
    api.on(routes.auth.status, statuses.viewer);
    answerLead(answer(leadCapture, { authenticated: true }));
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(screen.queryByLabelText('Full name')).toBeNull();
  });

  it.each([
    ['keeps the drafts of an administrator who signs in again', 'ada@example.org', true],
    ['deletes the drafts of another person', 'eve@example.org', false],
  ])('%s', async (_case, address, isKept) => {
    rememberedGateFields.save({ name: 'Ada', email: 'ada@example.org' });
    uploadDrafts.description.save({ text: 'Soon' });
    const { user, email, terms, submit } = await openGate();
    await user.clear(email);
    await user.type(email, address);
    await user.click(terms);
    api.on(routes.auth.status, statuses.viewer);
    await user.click(submit);
    await screen.findByRole('button', { name: 'Exit' });
    expect(uploadDrafts.exist()).toBe(isKept);
  });

  it.each([
    [
      'the message of the server',
      () => failure('TOO_MANY_REQUESTS'),
      'Too many requests. Please try again later',
    ],
    ['the fallback', () => new Response('<html>', { status: 502 }), 'Failed to submit information'],
  ])('shows %s when the request fails', async (_case, response, message) => {
    api.on(leadCapture, response);
    const { user, name, email, terms, submit } = await openGate();
    await user.type(name, 'Ann');
    await user.type(email, 'ann@example.org');
    await user.click(terms);
    await user.click(submit);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Error').closest('[data-variant]')).toHaveAttribute(
      'data-variant',
      'destructive',
    );
    expect(name).toHaveValue('Ann');
  });

  it('keeps the input while the portal is overloaded, and sends it again on request', async () => {
    api.on(leadCapture, () => failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }));
    const { user, name, email, terms, submit } = await openGate();
    await user.type(name, 'Ann');
    await user.type(email, 'ann@example.org');
    await user.click(terms);
    await user.click(submit);
    expect(
      await screen.findByText('The service is temporarily unavailable. Please try again shortly'),
    ).toBeVisible();
    expect(name).toHaveValue('Ann');
    expect(email).toHaveValue('ann@example.org');
    expect(terms).toBeChecked();

    api.on(leadCapture, { authenticated: true }).on(routes.auth.status, statuses.viewer);
    await user.click(submit);
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    const [first, second] = api.calls(leadCapture).map(({ body }) => body);
    expect(second).toEqual(first);
  });

  it('admits a captured visitor even when status requests are rejected under load', async () => {
    const { user, name, email, terms, submit } = await openGate();
    await user.type(name, 'Ann');
    await user.type(email, 'ann@example.org');
    await user.click(terms);
    let statusRequests = 0;
    api.on(routes.auth.status, () => {
      statusRequests += 1;
      if (statusRequests > 2) return answer(routes.auth.status, statuses.viewer);
      return failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 0.01 });
    });
    await user.click(submit);
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(statusRequests).toBe(3);
    expect(api.calls(leadCapture)).toHaveLength(1);
  });

  it('opens the terms without checking the box', async () => {
    const { user, terms } = await openGate();
    await user.click(screen.getByRole('button', { name: 'Terms of Agreement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Terms of Agreement for Trailer Viewing' });
    expect(dialog).toHaveAccessibleDescription(
      'Please read these terms carefully before accessing the trailer',
    );
    expect(screen.getByText('All access is logged.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Terms text' })).toHaveAttribute('tabindex', '0');
    expect(terms).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
