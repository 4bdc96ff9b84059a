import { MACROBLOCK, type Size } from '../../ladder/rungs.js';

/** Frame rate that a level must allow: few videos have more. */
const FRAMES_PER_SECOND = 60;
/**
 * Levels with their maximum macroblocks in a frame and in a second (ITU-T H.264, table A-1, MaxFS and
 * MaxMBPS).
 */
const LEVELS = [
  ['2.1', 792, 19_800],
  ['3', 1620, 40_500],
  ['3.1', 3600, 108_000],
  ['3.2', 5120, 216_000],
  ['4', 8192, 245_760],
  ['4.2', 8704, 522_240],
  ['5', 22_080, 589_824],
  ['5.1', 36_864, 983_040],
  ['5.2', 36_864, 2_073_600],
  ['6', 139_264, 4_177_920],
] as const;

/**
 * Returns the lowest H.264 level that allows frames of this size at 60 frames per second.
 *
 * @throws RangeError if no level allows it
 */
export function h264Level({ width, height }: Size): string {
  const inFrame = Math.ceil(width / MACROBLOCK) * Math.ceil(height / MACROBLOCK);
  const found = LEVELS.find(([, frame, second]) => inFrame <= frame && inFrame * FRAMES_PER_SECOND <= second);
  if (found === undefined) throw new RangeError(`No H.264 level allows ${width}x${height}.`);
  return found[0];
}
