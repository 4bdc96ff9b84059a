import type { Requester } from '@secure-preview/contracts';

/** Whether somebody may have a part of a trailer; `shown` tells whether it is the one that every viewer is shown. */
export const mayWatch = (
  { id, shown }: { readonly id: string; readonly shown: boolean },
  { mayPreview, grantedTrailers }: Requester,
): boolean => shown || mayPreview || grantedTrailers.includes(id);
