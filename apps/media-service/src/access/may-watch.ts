import type { Requester } from '@secure-preview/contracts';

/**
 * Returns whether a requester may load a part of a trailer.
 *
 * @param target `shown` is true for the trailer that all viewers see
 */
export const mayWatch = (
  { id, shown }: { readonly id: string; readonly shown: boolean },
  { mayPreview, grantedTrailers }: Requester,
): boolean => shown || mayPreview || grantedTrailers.includes(id);
