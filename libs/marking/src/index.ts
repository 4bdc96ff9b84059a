export { type Codeword, drawCodeword, variantOf } from './codeword/codeword.js';
export {
  type DetectedRun,
  type Detection,
  detect,
  matchInTime,
  type NoMatchReason,
  type TimeMatch,
} from './detect/detect.js';
export type { Homography } from './detect/geometry/homography.js';
export { loadOpenCv, type OpenCv } from './detect/geometry/opencv.js';
export { type ClipThumbs, clipThumbs } from './detect/index/clip-thumbs.js';
export { readIndex, storedIndex } from './detect/index/stored-index.js';
export { indexTrailer, type TrailerIndex } from './detect/index/trailer-index.js';
export type { Videos } from './detect/marks/read-run.js';
export type { FrameOptions, Frames, PictureSize } from './detect/video/frames.js';
export type { SegmentEvidence } from './evidence.js';
