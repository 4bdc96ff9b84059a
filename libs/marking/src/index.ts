export type { Comparison } from './bound/comparison.js';
export { enoughSeconds, usableBits } from './bound/enough.js';
export { ExactTail } from './bound/exact-tail.js';
export type { ClipReading, Identification, InconclusiveReason, NamedCopy } from './bound/identification.js';
export { identifyCopies } from './bound/identify-copies.js';
export { Mismatches } from './bound/mismatches.js';
export { type SegmentWeight, segmentWeights } from './bound/weights.js';
export { type Codeword, drawCodeword, variantOf } from './codeword/codeword.js';
export {
  type DetectedRun,
  type Detection,
  detect,
  matchInTime,
  matchInTurns,
  type NoMatchReason,
  type TimeMatch,
} from './detect/detect.js';
export type { Homography } from './detect/geometry/homography.js';
export { loadOpenCv, type OpenCv } from './detect/geometry/opencv.js';
export { type ClipThumbs, clipThumbs } from './detect/index/clip-thumbs.js';
export { INDEX_FORMAT, readIndex, storedIndex } from './detect/index/stored-index.js';
export { indexTrailer, type TrailerIndex } from './detect/index/trailer-index.js';
export type { Videos } from './detect/marks/read-run.js';
export { alignedPicture } from './detect/picture/aligned-picture.js';
export type { FrameOptions, Frames, PictureSize } from './detect/video/frames.js';
export type { SegmentEvidence } from './evidence.js';
export { addsPatternFirst, PATTERN_KEY_BYTES } from './pattern/derive.js';
export { type PatternGrid, patternGrid } from './pattern/grid.js';
export { PATTERN_ZERO, PatternMaker, UNITS_PER_STEP } from './pattern/pattern-maker.js';
