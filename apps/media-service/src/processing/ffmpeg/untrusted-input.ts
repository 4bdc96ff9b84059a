/** ffmpeg's names of the containers that are accepted (product.md, detail 6). */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg';

/**
 * Arguments that open an upload and nothing else: a text file that says ffconcat, or a playlist, is no known format,
 * and no format can reach beyond the file protocol.
 */
export function untrustedInput(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, '-i', `file:${file}`];
}
