import type { FlagFacts } from '@secure-preview/contracts';

/** Losses in a visit from which it is flagged. Extensions that change the colours of pages cause one (docs/product.md#flags). */
export const MIN_WATERMARK_LOSSES = 3;

/** Flags a visit in which the watermark was removed or covered repeatedly. @param times losses of all its players */
export const watermarkFlag = (times: number): FlagFacts | undefined =>
  times >= MIN_WATERMARK_LOSSES ? { kind: 'watermark', times } : undefined;
