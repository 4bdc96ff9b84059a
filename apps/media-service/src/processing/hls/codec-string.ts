/** MPEG-4 audio object type 2, AAC-LC (RFC 6381, section 3.3). */
export const AAC_LC = 'mp4a.40.2';

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/**
 * Returns `CODECS` of an H.264 initialisation segment: profile, constraints and level are the second to
 * fourth byte of the avcC box (ISO/IEC 14496-15, 5.3.3.1; RFC 6381, section 3.3).
 */
export function codecString(init: Buffer): string {
  const box = init.indexOf('avcC', 0, 'latin1');
  if (box < 0 || box + 8 > init.length) throw new Error('the initialisation segment has no H.264 settings');
  const [profile = 0, constraints = 0, level = 0] = init.subarray(box + 5, box + 8);
  return `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`;
}

/**
 * Returns width and height as coded in the `avc1` sample entry, 24 bytes after its name (ISO/IEC 14496-12,
 * 12.1.3).
 */
export function codedSize(init: Buffer): { width: number; height: number } {
  const box = init.indexOf('avc1', init.indexOf('stsd', 0, 'latin1'), 'latin1');
  if (box < 0 || box + 32 > init.length) throw new Error('the initialisation segment has no video');
  return { width: init.readUInt16BE(box + 28), height: init.readUInt16BE(box + 30) };
}
