import { senderDomainDiagnoses } from './sender-domain.js';

const noRecord = () => Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
const zone = (records: Record<string, string[]>) => async (name: string) => {
  const found = records[name];
  if (found === undefined) throw noRecord();
  return found;
};

const complete = {
  'example.com': ['some-verification=1', 'v=spf1 include:_spf.example.net -all'],
  'portal._domainkey.example.com': ['v=DKIM1; k=rsa; p=MIIB'],
  '_dmarc.example.com': ['v=DMARC1; p=quarantine'],
};

it('accepts a domain with SPF, DKIM and DMARC', async () => {
  const found = await senderDomainDiagnoses('example.com', 'portal', zone(complete));
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

it('does not look for DKIM without a selector', async () => {
  expect(await senderDomainDiagnoses('example.com', undefined, zone(complete))).toHaveLength(2);
});

it('warns of each missing record, and of a revoked key', async () => {
  const revoked = { 'example.com': ['v=spf10'], 'portal._domainkey.example.com': ['v=DKIM1; p='] };
  const found = await senderDomainDiagnoses('example.com', 'portal', zone(revoked));
  expect(found.map(({ state, finding }) => [state, finding])).toEqual([
    ['warning', 'example.com has no SPF record'],
    ['warning', 'portal._domainkey.example.com has no DKIM record'],
    ['warning', '_dmarc.example.com has no DMARC record'],
  ]);
});

it('says that no name server answered', async () => {
  const timeout = () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }));
  const [spf] = await senderDomainDiagnoses('example.com', undefined, timeout);
  expect(spf).toMatchObject({ state: 'warning', finding: 'no name server answered about example.com' });
});
