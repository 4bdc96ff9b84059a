import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { App } from '../../../../app/app.js';
import { invitationLink, takeInvitationLink } from '../../../../lib/invitation-link.js';
import { rememberedCodeRequest } from '../../../../lib/memory/code-request.js';
import { beginning } from '../../../../testing/beginning.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { activeTrailer, config, previewTexts, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { readInvitation, enterWithInvitation, requestCode, enterWithCode } = routes.entry;
const link = { id: '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11', secret: 'secret' };
const invitation = { email: 'ada@kino.example', name: 'Ada Lovelace', needsCode: true };
const codeId = '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11';
const sent = { codeId, expiresInSeconds: 600, resendInSeconds: 60, codeSent: true };
const form = {
  name: invitation.name,
  email: invitation.email,
  termsAccepted: 'true',
  termsHash: config.terms.sha256,
};
const inside = {
  ...statuses.viewer,
  invitationId: link.id,
  viewer: { ...statuses.viewer.viewer, name: invitation.name, email: 'Ada@Kino.example' },
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
    .on(routes.portal.config, { ...config, gateMode: 'invited' })
    .on(routes.portal.previewTexts, previewTexts)
    .on(routes.viewing.accessLog, { ok: true })
    .on(routes.trailers.active, activeTrailer)
    .on(readInvitation, invitation)
    .on(requestCode, sent);
});
afterEach(() => {
  invitationLink.forget();
  jest.restoreAllMocks();
});

function openLink() {
  history.replaceState(null, '', `/#invitation=${link.id}.${link.secret}`);
  takeInvitationLink();
  return renderApp(<App />);
}

const openInPage = () => {
  location.hash = `#invitation=${link.id}.${link.secret}`;
};

const admit = () => api.on(routes.auth.status, inside);
const submit = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(await screen.findByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Access Trailer' }));
};

describe('an invitation link', () => {
  it('shows the images that only invited people see, after the invitation was read', async () => {
    const gateArt = { logo: '/api/gate/images/logo', keyArt: null };
    api.on(routes.portal.config, () => {
      const isInvited = api.calls(readInvitation).length > 0;
      return answer(routes.portal.config, {
        ...config,
        gateMode: 'invited',
        gateArt: isInvited ? gateArt : null,
      });
    });
    openLink();
    expect(await screen.findByRole('img', { name: config.companyName })).toBeInTheDocument();
  });

  it('fills in name and address, which cannot be changed, and explains why', async () => {
    openLink();
    const name = await screen.findByLabelText('Full name');
    const email = screen.getByLabelText('Email address');
    expect([name, email].map((input) => (input as HTMLInputElement).value)).toEqual([form.name, form.email]);
    expect(name).toHaveAttribute('readonly');
    expect(name).toHaveAccessibleDescription('This is the name on the invitation.');
    expect(email).toHaveAttribute('readonly');
    expect(email).toHaveAccessibleDescription('This is the address that was invited.');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(api.calls(readInvitation).map(({ body }) => body)).toEqual([link]);
    expect(location.href).not.toContain(link.secret);
  });

  it('can be accepted with Enter in a field that cannot be changed, which shows long texts in several lines', async () => {
    const { user } = openLink();
    await user.click(await screen.findByRole('checkbox'));
    const email = screen.getByLabelText('Email address');
    expect(email).toBeInstanceOf(HTMLTextAreaElement);
    await user.type(email, '{Enter}');
    await screen.findByLabelText('Six-digit code');
    expect(api.calls(requestCode).map(({ body }) => body.email)).toEqual([form.email]);
  });

  it('lets the visitor type a name that it does not have', async () => {
    api.on(readInvitation, { ...invitation, name: null });
    const { user } = openLink();
    const name = await screen.findByLabelText('Full name');
    expect(name).not.toHaveAttribute('readonly');
    await user.type(name, 'Grace Hopper');
    await submit(user);
    await screen.findByLabelText('Six-digit code');
    expect(api.calls(requestCode).map(({ body }) => [body.name, body.email])).toEqual([
      ['Grace Hopper', form.email],
    ]);
  });

  it('requires a code in a new browser, sent to the invited address only', async () => {
    api.on(enterWithCode, () => {
      admit();
      return answer(enterWithCode, { authenticated: true });
    });
    const { user } = openLink();
    await submit(user);
    const input = await screen.findByLabelText('Six-digit code');
    expect(api.calls(requestCode).map(({ body }) => body)).toEqual([
      { ...form, language: 'en', invitation: link },
    ]);
    expect(
      screen.getByText('An email with a six-digit code is on its way to ada@kino.example.'),
    ).toBeVisible();
    expect(screen.queryByText(/may enter/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
    await user.type(input, '123456');
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(api.calls(enterWithCode).map(({ body }) => body)).toEqual([{ ...form, codeId, code: '123456' }]);
    expect(invitationLink.read()).toBeUndefined();
  });

  it('does not claim that a code is on its way if the portal does not say so', async () => {
    api.on(requestCode, { ...sent, codeSent: false });
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByText(/^If ada@kino.example may enter, an email/)).toBeVisible();
  });

  it('still says after a reload, without the link, that a code is on its way', async () => {
    const { user } = openLink();
    await submit(user);
    await screen.findByLabelText('Six-digit code');
    cleanup();
    act(invitationLink.forget);
    renderApp(<App />);
    expect(await screen.findByText(/^An email with a six-digit code is on its way to/)).toBeVisible();
  });

  it('gets a code of its own after the address requested one without it, and only one', async () => {
    const request = { form: { ...form, termsAccepted: 'true' as const }, codeId: 'earlier' };
    const inAMinute = Date.now() + 60_000;
    rememberedCodeRequest.save({ ...request, expiresAt: inAMinute, resendAt: inAMinute });
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByText(/^An email with a six-digit code is on its way to/)).toBeVisible();
    expect(rememberedCodeRequest.read()?.codeId).toBe(codeId);
    cleanup();
    const again = openLink();
    await submit(again.user);
    expect(await screen.findByText(/^An email with a six-digit code is on its way to/)).toBeVisible();
    expect(api.calls(requestCode)).toHaveLength(1);
  });

  it.each([
    ['open', 0],
    ['invited', 1],
  ] as const)(
    'offers to request access with the code unless the gate is open: %s',
    async (gateMode, links) => {
      api.on(routes.portal.config, { ...config, gateMode });
      const { user } = openLink();
      await submit(user);
      await screen.findByLabelText('Six-digit code');
      expect(screen.queryAllByRole('button', { name: 'Request access' })).toHaveLength(links);
    },
  );

  it('is enough in a browser that needs no code', async () => {
    api.on(readInvitation, { ...invitation, needsCode: false }).on(enterWithInvitation, () => {
      admit();
      return answer(enterWithInvitation, { authenticated: true });
    });
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(api.calls(enterWithInvitation).map(({ body }) => body)).toEqual([{ ...form, invitation: link }]);
    expect(api.calls(requestCode)).toHaveLength(0);
  });

  it('leads to the code if the portal requires one by now', async () => {
    api
      .on(readInvitation, { ...invitation, needsCode: false })
      .on(enterWithInvitation, () => failure('CODE_REQUIRED'));
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByLabelText('Six-digit code')).toBeVisible();
  });

  it('that is not valid says so, names the contact, and leads to the gate', async () => {
    api.on(readInvitation, () => failure('INVITATION_INVALID'));
    const { user } = openLink();
    expect(await screen.findByRole('heading', { name: 'This invitation link is not valid' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'press@meridian.example' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to the start page' }));
    expect(await screen.findByLabelText('Email address')).toHaveValue('');
  });

  it('that is not valid names nobody without a contact', async () => {
    api
      .on(routes.portal.config, { ...config, contactEmail: null, contactPhone: null })
      .on(readInvitation, () => failure('INVITATION_INVALID'));
    openLink();
    expect(
      await screen.findByText('If you have questions, please ask the person who invited you.'),
    ).toBeVisible();
    expect(screen.queryByText(/please contact/)).toBeNull();
  });

  it.each([
    ['revoked', 'Your invitation was withdrawn.'],
    ['expired', 'The time of your invitation is over.'],
    ['notBegun', 'Your invitation is for a later time. Please come back then.'],
  ])('that has ended says why: %s', async (reason, sentence) => {
    api.on(readInvitation, () => failure('ACCESS_ENDED', { reason }));
    openLink();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await screen.findByRole('link', { name: '+1 (555) 010-2040' })).toBeVisible();
  });

  it('that has not begun names the time in the zone of the browser', async () => {
    const startsAt = '2027-07-01T18:30:00.000Z';
    api.on(readInvitation, () => failure('ACCESS_ENDED', { reason: 'notBegun', startsAt }));
    openLink();
    expect(await screen.findByText(beginning(startsAt))).toBeVisible();
  });

  it('that ends while the form is filled in says so', async () => {
    api.on(readInvitation, { ...invitation, needsCode: false }).on(enterWithInvitation, () => {
      api.on(readInvitation, () => failure('INVITATION_INVALID'));
      return failure('INVITATION_INVALID');
    });
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByRole('heading', { name: 'This invitation link is not valid' })).toBeVisible();
  });

  it('of a blocked visitor shows that access has ended', async () => {
    api
      .on(readInvitation, { ...invitation, needsCode: false })
      .on(enterWithInvitation, () => failure('ACCESS_ENDED', { reason: 'blocked' }));
    const { user } = openLink();
    await submit(user);
    expect(await screen.findByText('Your access to this preview was blocked.')).toBeVisible();
  });

  it('can be read again if the portal does not answer', async () => {
    api.on(readInvitation, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = openLink();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.on(readInvitation, invitation);
    await user.click(retry);
    expect(await screen.findByLabelText('Full name')).toHaveValue(invitation.name);
  });

  it.each([
    ['a visitor who has already entered with it', inside],
    ['an uploader with its address', { ...statuses.uploader, viewer: inside.viewer }],
  ])('changes nothing for %s', async (_visitor, status) => {
    api.on(routes.auth.status, status);
    openLink();
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(invitationLink.read()).toBeUndefined();
    expect(api.calls(routes.auth.logout)).toHaveLength(0);
  });

  it.each([
    ['without an invitation', undefined],
    ['with another invitation', '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e12'],
  ])('leads its person, who has entered %s, to its gate without a question', async (_how, invitationId) => {
    const { viewer } = inside;
    api
      .on(routes.auth.status, { ...statuses.viewer, viewer, ...(invitationId && { invitationId }) })
      .on(readInvitation, { ...invitation, needsCode: false })
      .on(enterWithInvitation, () => {
        admit();
        return answer(enterWithInvitation, { authenticated: true });
      });
    const { user } = renderApp(<App />);
    await screen.findByRole('heading', { name: 'Episode One' });
    act(openInPage);
    await submit(user);
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(api.calls(enterWithInvitation).map(({ body }) => body)).toEqual([{ ...form, invitation: link }]);
    expect(invitationLink.read()).toBeUndefined();
    // The new session is logged, too.
    await waitFor(() => expect(api.calls(routes.viewing.accessLog)).toHaveLength(2));
  });

  it('is not used again after a code that proved the address alone', async () => {
    const { viewer } = inside;
    api.on(enterWithCode, () => {
      api.on(routes.auth.status, { ...statuses.viewer, viewer });
      return answer(enterWithCode, { authenticated: true });
    });
    const { user } = openLink();
    await submit(user);
    await user.type(await screen.findByLabelText('Six-digit code'), '123456');
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(invitationLink.read()).toBeUndefined();
  });

  it('lets a visitor with another address stay signed in', async () => {
    api.on(routes.auth.status, statuses.viewer);
    const { user } = openLink();
    expect(
      await screen.findByText(
        'The invitation is for ada@kino.example. You are signed in as amelia@example.org.',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(api.calls(routes.auth.logout)).toHaveLength(0);
  });

  it('lets a visitor with another address enter as the invited person', async () => {
    api
      .on(routes.auth.status, statuses.viewer)
      .on(readInvitation, { ...invitation, needsCode: false })
      .on(enterWithInvitation, () => {
        admit();
        return answer(enterWithInvitation, { authenticated: true });
      });
    const { user } = renderApp(<App />);
    await screen.findByRole('heading', { name: 'Episode One' });
    act(openInPage);
    await user.click(await screen.findByRole('button', { name: 'Enter with the invitation' }));
    await submit(user);
    expect(await screen.findByRole('button', { name: 'Exit' })).toBeVisible();
    expect(invitationLink.read()).toBeUndefined();
    // The new session is logged, too.
    await waitFor(() => expect(api.calls(routes.viewing.accessLog)).toHaveLength(2));
  });

  it('is used when it is opened in a page that shows the gate', async () => {
    renderApp(<App />);
    await screen.findByLabelText('Full name');
    act(openInPage);
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue(invitation.name));
  });
});
