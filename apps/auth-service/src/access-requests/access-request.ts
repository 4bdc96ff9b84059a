import type { entryRpc, RpcParsedInput } from '@secure-preview/contracts';

/** A request as a visitor sends it. */
export type NewAccessRequest = RpcParsedInput<typeof entryRpc.methods.requestAccess>;

/** States of a request. Only an open one can be dismissed; a dismissed one can still be allowed. */
export type AccessRequestState = 'open' | 'allowed' | 'dismissed';

/** Requests of an address that are stored in 24 hours. */
export const REQUESTS_PER_DAY = 3;
