export { type Codeword, drawCodeword, variantOf } from './codeword/codeword.js';
export type { SegmentEvidence } from './evidence.js';
export { addsPatternFirst, PATTERN_KEY_BYTES } from './pattern/derive.js';
export { type PatternGrid, patternGrid } from './pattern/grid.js';
export { PATTERN_ZERO, PatternMaker, UNITS_PER_STEP } from './pattern/pattern-maker.js';
