export type { Comparison } from './bound/comparison.js';
export { ExactTail } from './bound/exact-tail.js';
export type { ClipReading, Identification, InconclusiveReason, NamedCopy } from './bound/identification.js';
export { identifyCopies } from './bound/identify-copies.js';
export { Mismatches } from './bound/mismatches.js';
export { type SegmentWeight, segmentWeights } from './bound/weights.js';
export { type Codeword, drawCodeword, variantOf } from './codeword/codeword.js';
export type { SegmentEvidence } from './evidence.js';
