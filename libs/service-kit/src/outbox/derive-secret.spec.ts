import { deriveCode, deriveInvitationSecret, invitationUrl } from './derive-secret.js';

const KEY = 'k'.repeat(32);
const ID = '8a7a6c8e-52d4-4be5-9c2f-2f0c9f6a3d10';

describe('deriveCode', () => {
  it('returns six digits that depend on key and id', () => {
    const codes = [
      deriveCode(KEY, ID),
      deriveCode('other'.repeat(8), ID),
      deriveCode(KEY, ID.replace('8', '9')),
    ];
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(deriveCode(KEY, ID)).toBe(codes[0]);
  });
});

describe('deriveInvitationSecret', () => {
  it('changes with the generation', () => {
    const secret = deriveInvitationSecret(KEY, ID, 1);
    expect(secret).toMatch(/^[\w-]{22}$/);
    expect(deriveInvitationSecret(KEY, ID, 2)).not.toBe(secret);
  });
});

it('puts id and secret into the fragment of the URL', () => {
  expect(invitationUrl('https://portal.example', ID, 's')).toBe(`https://portal.example/#invitation=${ID}.s`);
});
