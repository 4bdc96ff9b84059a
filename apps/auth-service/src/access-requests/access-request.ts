import type { entryRpc, RpcParsedInput } from '@secure-preview/contracts';
import { foldForSearch } from '../listing/fold-for-search.js';

/** A request as a visitor sends it. */
export type NewAccessRequest = RpcParsedInput<typeof entryRpc.methods.requestAccess>;

/** Requests of an address that are stored in 24 hours. */
export const REQUESTS_PER_DAY = 3;

/** Requests of all addresses that may be open. */
export const MAX_OPEN_REQUESTS = 10_000;

/** Returns the text in which a request is searched. Line breaks prevent matches across fields. */
export const searchTextOf = ({ name, email, reason }: NewAccessRequest): string =>
  [name, email, reason].map(foldForSearch).join('\n');
