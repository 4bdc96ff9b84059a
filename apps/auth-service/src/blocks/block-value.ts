import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import {
  AppError,
  type BlockKind,
  emailAddress,
  fieldError,
  fieldErrorMessage,
} from '@secure-preview/contracts';
import { addressKey, domainKey } from '@secure-preview/service-kit';
import { canonicalNetwork, isNetworkTooLarge } from './network.js';

function canonicalAddress(text: string): string | undefined {
  const parsed = emailAddress.safeParse(text);
  return parsed.success ? addressKey(parsed.data) : undefined;
}

const isMailDomain = (domain: string) => emailAddress.safeParse(`a@${domain}`).success;

function canonicalDomain(text: string): string | undefined {
  const typed = text.replace(/^@/, '');
  if (!isMailDomain(typed) || domainToASCII(typed) === '') return undefined;
  const domain = domainKey(typed);
  // Short forms of IPv4 addresses, such as 127.1, become addresses.
  return isMailDomain(domain) && isIP(domain) === 0 ? domain : undefined;
}

const canonicalForms: Readonly<Record<BlockKind, (text: string) => string | undefined>> = {
  address: canonicalAddress,
  domain: canonicalDomain,
  network: canonicalNetwork,
};

/**
 * Returns the form in which a blocked value is stored: the key of an address, the Unicode form of a domain, the CIDR
 * notation of a network.
 *
 * @throws AppError `VALIDATION_FAILED` if the text is no value of this kind, or too large a network
 */
export function blockValue(kind: BlockKind, text: string): string {
  const value = canonicalForms[kind](text.trim());
  if (value !== undefined) return value;
  const isTooLarge = kind === 'network' && isNetworkTooLarge(text.trim());
  const code = fieldError(isTooLarge ? 'NETWORK_TOO_LARGE' : 'BLOCK_VALUE_INVALID');
  const message = fieldErrorMessage(code);
  throw new AppError('VALIDATION_FAILED', {
    message,
    fields: { value: message },
    fieldCodes: { value: { code, params: {} } },
  });
}
