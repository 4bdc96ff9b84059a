export { type Codeword, drawCodeword, variantOf } from './codeword/codeword.js';
export type { SegmentEvidence } from './evidence.js';
