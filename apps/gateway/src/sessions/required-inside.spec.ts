import { randomUUID } from 'node:crypto';
import { requiredInside } from '@secure-preview/contracts';
import { isProofEnough, requiredAtGate, weaker } from './required-inside.js';

const emailKey = 'ada@kino.example';
const invitation = { id: randomUUID(), generation: 1 };
const proofs = [
  undefined,
  { emailKey, verifiedBy: 'none' },
  { emailKey, verifiedBy: 'code' },
  { emailKey, verifiedBy: 'link', invitation },
  { emailKey, verifiedBy: 'invitation', invitation },
] as const;

describe('isProofEnough', () => {
  it.each([
    ['nothing', [true, true, true, true, true]],
    ['addressOrLink', [false, false, true, true, true]],
    ['address', [false, false, true, false, true]],
    ['invitationOrLink', [false, false, false, true, true]],
    ['invitation', [false, false, false, false, true]],
  ] as const)(
    'decides on sessions of 1.0, typed, code, link and invitation where %s is required',
    (required, expected) => {
      expect(proofs.map((access) => isProofEnough(required, access))).toEqual(expected);
    },
  );
});

describe('requiredAtGate', () => {
  it.each([
    ['open', 'code', 'nothing'],
    ['open', 'link', 'nothing'],
    ['verified', 'code', 'address'],
    ['verified', 'link', 'addressOrLink'],
    ['invited', 'code', 'invitation'],
    ['invited', 'link', 'invitationOrLink'],
  ] as const)('returns for mode %s and %s: %s', (gateMode, invitationProof, expected) => {
    expect(requiredAtGate({ gateMode, invitationProof })).toBe(expected);
  });
});

describe('weaker', () => {
  it('is satisfied by every proof that satisfies one of both', () => {
    for (const a of requiredInside.options)
      for (const b of requiredInside.options) {
        expect(weaker(a, b)).toBe(weaker(b, a));
        for (const access of proofs)
          if (isProofEnough(a, access) || isProofEnough(b, access))
            expect([a, b, isProofEnough(weaker(a, b), access)]).toEqual([a, b, true]);
      }
  });

  it('keeps equal requirements', () => {
    for (const a of requiredInside.options) expect(weaker(a, a)).toBe(a);
  });
});
