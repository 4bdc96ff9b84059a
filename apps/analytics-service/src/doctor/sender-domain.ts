import { Resolver } from 'node:dns/promises';
import { type Diagnosis, ok, warning } from '@secure-preview/service-kit/doctor';

/** Returns the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<string[]>;

/** Milliseconds of one question to a name server. */
const DNS_MS = 3000;

/** Queries the name servers of this host. */
export const resolveTxt: ResolveTxt = async (name) => {
  const records = await new Resolver({ timeout: DNS_MS, tries: 2 }).resolveTxt(name);
  return records.map((parts) => parts.join(''));
};

/** Codes of an answer that the name has no such record. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

/** Returns the first record that matches; undefined if there is none. @throws Error if DNS does not answer */
async function recordOf(resolve: ResolveTxt, name: string, pattern: RegExp): Promise<string | undefined> {
  try {
    return (await resolve(name)).find((record) => pattern.test(record));
  } catch (error) {
    if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

interface RecordCheck {
  readonly name: string;
  readonly pattern: RegExp;
  readonly kind: 'SPF' | 'DKIM' | 'DMARC';
  readonly remedy: string;
}

function checksOf(domain: string, dkimSelector: string | undefined): RecordCheck[] {
  const dkim: RecordCheck[] =
    dkimSelector === undefined
      ? []
      : [
          {
            kind: 'DKIM',
            name: `${dkimSelector}._domainkey.${domain}`,
            pattern: /(^|;)\s*p=[^;\s]/,
            remedy: 'Publish the public key of the mail server, or correct MAIL_DKIM_SELECTOR.',
          },
        ];
  return [
    {
      kind: 'SPF',
      name: domain,
      pattern: /^v=spf1(\s|$)/i,
      remedy: 'Publish which servers may send for the domain: v=spf1 … -all.',
    },
    ...dkim,
    {
      kind: 'DMARC',
      name: `_dmarc.${domain}`,
      pattern: /^v=DMARC1\s*;/i,
      remedy: 'Publish v=DMARC1; p=quarantine, so receivers reject forged mails of the domain.',
    },
  ];
}

/** Checks the records by which receivers recognise mails of a domain: SPF, DMARC, and DKIM if its selector is known. */
export async function senderDomainDiagnoses(
  domain: string,
  dkimSelector: string | undefined,
  resolve: ResolveTxt = resolveTxt,
): Promise<Diagnosis[]> {
  return Promise.all(
    checksOf(domain, dkimSelector).map(async ({ kind, name, pattern, remedy }) => {
      try {
        const record = await recordOf(resolve, name, pattern);
        return record === undefined
          ? warning(`${name} has no ${kind} record`, remedy)
          : ok(`${name} has ${kind}`);
      } catch {
        return warning(
          `no name server answered about ${name}`,
          `Check ${kind} from a host with access to DNS.`,
        );
      }
    }),
  );
}
