import { invitationLink, takeInvitationLink } from './invitation-link.js';

afterEach(() => invitationLink.forget());

describe('an invitation link', () => {
  it('is moved from the address into memory', () => {
    history.replaceState({ kept: true }, '', '/?from=mail#invitation=one.secret');
    const entries = history.length;
    takeInvitationLink();
    expect(invitationLink.read()).toEqual({ id: 'one', secret: 'secret' });
    expect(location.href).toBe(`${location.origin}/?from=mail`);
    expect(history.length).toBe(entries);
    expect(history.state).toEqual({ kept: true });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('is replaced by another link that is opened in the same page', async () => {
    history.replaceState(null, '', '/#invitation=one.secret');
    takeInvitationLink();
    const changed = new Promise<void>((resolve) => invitationLink.subscribe(resolve));
    location.hash = '#invitation=two.other';
    await changed;
    expect(invitationLink.read()).toEqual({ id: 'two', secret: 'other' });
    expect(location.hash).toBe('');
  });

  it.each([
    ['#invitation=', { id: '', secret: '' }],
    ['#invitation=one', { id: 'one', secret: '' }],
  ])('is removed even if it is damaged: %s', (hash, link) => {
    history.replaceState(null, '', `/${hash}`);
    takeInvitationLink();
    expect(invitationLink.read()).toEqual(link);
    expect(location.hash).toBe('');
  });

  it('is not read from a fragment of another kind', () => {
    history.replaceState(null, '', '/#terms');
    takeInvitationLink();
    expect(invitationLink.read()).toBeUndefined();
    expect(location.hash).toBe('#terms');
  });
});
