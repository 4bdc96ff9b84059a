import { foldForSearch } from '../listing/fold-for-search.js';
import { endedReason, invitationKey, searchTextOf } from './invitation.js';

const at = (time: string) => new Date(`2026-11-25T${time}Z`);
const now = at('12:00:00');
const forever = { revokedAt: null, startsAt: null, endsAt: null };

it('lets people in from the start to the end of the window', () => {
  expect(endedReason(forever, now)).toBeUndefined();
  expect(endedReason({ ...forever, startsAt: now, endsAt: at('12:00:01') }, now)).toBeUndefined();
  expect(endedReason({ ...forever, startsAt: at('12:00:01') }, now)).toBe('notBegun');
  expect(endedReason({ ...forever, endsAt: now }, now)).toBe('expired');
  expect(endedReason({ revokedAt: now, startsAt: null, endsAt: now }, now)).toBe('revoked');
});

it('normalizes an address or a domain to one key', () => {
  expect(invitationKey('@XN--BCHER-KVA.example')).toBe('@bücher.example');
  expect(invitationKey(' Ada@Kino.example')).toBe('ada@kino.example');
});

it('folds case, width, accents and NUL for searches', () => {
  expect(foldForSearch('ＪＯＳＥ\u0301\0')).toBe('josé');
  expect(searchTextOf({ email: 'Ada@kino.example', name: 'ÅSA' })).toBe('ada@kino.example\nåsa');
});
