import { randomUUID } from 'node:crypto';
import { gateModes, invitationProof, requiredInside } from '../gate/gate-mode.js';
import { isProofEnough, keptInside, requiredAtGate, requiredOfInside, weaker } from './required-inside.js';

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

describe('keptInside', () => {
  const gates = gateModes.flatMap((gateMode) =>
    invitationProof.options.map((proof) => ({ gateMode, invitationProof: proof })),
  );

  it('ends no access, whatever was required before', () => {
    for (const required of requiredInside.options)
      for (const before of gates)
        for (const after of gates) {
          const inside = { ...before, requiredInside: required };
          const next = { ...after, requiredInside: keptInside(inside, after) };
          for (const access of proofs)
            if (isProofEnough(requiredOfInside(inside), access))
              expect([inside, next, isProofEnough(requiredOfInside(next), access)]).toEqual([
                inside,
                next,
                true,
              ]);
        }
  });

  it('requires nothing after an open gate, even if an invitation was required before', () => {
    const before = { gateMode: 'open', invitationProof: 'code', requiredInside: 'invitation' } as const;
    expect(keptInside(before, { gateMode: 'invited', invitationProof: 'code' })).toBe('nothing');
  });
});
