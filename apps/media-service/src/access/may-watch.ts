import type { Requester } from '@secure-preview/contracts';

/**
 * Returns whether a requester may have a part of a trailer; `shown` means that every viewer is shown this
 * trailer.
 */
export const mayWatch = (
  { id, shown }: { readonly id: string; readonly shown: boolean },
  { mayPreview, grantedTrailers }: Requester,
): boolean => shown || mayPreview || grantedTrailers.includes(id);
