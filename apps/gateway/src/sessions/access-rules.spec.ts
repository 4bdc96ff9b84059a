import { randomUUID } from 'node:crypto';
import { AppError, type SessionRecord } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { AccessRules, networksContain } from './access-rules.js';

const invitation = { id: randomUUID(), generation: 1 };
const proved = { emailKey: 'ada@kino.example', verifiedBy: 'code' } as const;
const invited = { emailKey: 'ada@kino.example', verifiedBy: 'link', invitation } as const;

describe('isProved', () => {
  const record = (access?: SessionRecord['access']): SessionRecord => ({
    ref: randomUUID(),
    startedAt: 0,
    viewer: { leadId: randomUUID(), name: 'Ada', email: 'ada@kino.example' },
    ...(access ? { access } : {}),
  });

  it('requires the proof in requiredInside, but no more than the gate requires', () => {
    const rules = new AccessRules();
    expect(() => rules.isProved(record(proved))).toThrow(AppError);
    rules.gate = { gateMode: 'invited', invitationProof: 'link', requiredInside: 'nothing' };
    expect(rules.isProved(record())).toBe(true);
    rules.gate = { gateMode: 'invited', invitationProof: 'link', requiredInside: 'invitationOrLink' };
    expect([record(), record(proved), record(invited)].map((session) => rules.isProved(session))).toEqual([
      false,
      false,
      true,
    ]);
    rules.gate = { ...rules.gate, gateMode: 'verified' };
    expect([record(), record(proved), record(invited)].map((session) => rules.isProved(session))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('a session that has lost the level of an uploader', () => {
  it('must have proved what the gate demands of new visitors', () => {
    const rules = new AccessRules();
    rules.gate = { gateMode: 'invited', invitationProof: 'code', requiredInside: 'nothing' };
    const viewer = { leadId: randomUUID(), name: 'Ada', email: 'ada@kino.example' };
    const entered = { ref: randomUUID(), startedAt: 0, viewer, access: proved };
    expect(rules.isProved(entered)).toBe(true);
    expect(rules.isProved({ ...entered, uploader: { epoch: 1 } })).toBe(false);
  });
});

describe('isBlocked', () => {
  it('is unknown before the blocks are read', () => {
    expect(() => new AccessRules().isBlocked('ada@kino.example', '192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    );
  });

  it.each([
    ['ada@pirates.example', '192.0.2.1', true],
    ['ada@mail.pirates.example', '192.0.2.1', false],
    ['pirates.example@kino.example', '192.0.2.1', false],
    ['ada@ｐｉｒａｔｅｓ.example', '192.0.2.1', true],
    ['ada@例え.jp', '192.0.2.1', true],
    ['ada@xn--r8jz45g.jp', '192.0.2.1', true],
    ['ada@kino.example', '203.0.113.255', true],
    ['ada@kino.example', '203.0.114.0', false],
    ['ada@kino.example', '2001:db8:1::9', true],
    ['ada@kino.example', '2001:db8:2::9', false],
    ['ada@kino.example', 'unknown', false],
  ])('compares %s from %s by domain and network', (emailKey, ip, expected) => {
    const rules = new AccessRules();
    rules.setBlocks({
      domains: ['pirates.example', '例え.jp'],
      networks: ['203.0.113.0/24', '2001:db8:1::/48'],
    });
    expect(rules.isBlocked(addressKey(emailKey), ip)).toBe(expected);
    rules.setBlocks({ domains: [], networks: [] });
    expect(rules.isBlocked(emailKey, ip)).toBe(false);
  });
});

describe('networksContain', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    [' 127.0.0.0/8 ', '127.0.0.1', true],
    ['::/0', '2001:db8::1', true],
    ['2001:db8::1', '2001:db8::1', true],
    ['127.0.0.0/99', '127.0.0.1', false],
    ['127.0.0.0/', '127.0.0.1', false],
    ['localhost', '127.0.0.1', false],
    ['', '127.0.0.1', false],
  ])('compares “%s” with %s', (network, ip, expected) => {
    expect(networksContain([network], ip)).toBe(expected);
  });
});
