/** Seconds; a segment ends at the first key frame from there on. */
const SEGMENT_SECONDS = 4;

/** Names in the folder that ffmpeg writes to. Nobody else sees them. */
export const OUTPUT = { playlist: 'index.m3u8', init: 'init.mp4', segments: '%05d.m4s' } as const;

/** Writes an initialisation segment, numbered segments and a list of their durations into the working folder. */
export function hlsOutput(): string[] {
  return [
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-max_muxing_queue_size', '4096'],
    ...['-progress', 'pipe:1', '-nostats', '-f', 'hls'],
    ...['-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', OUTPUT.init],
    ...['-hls_segment_filename', OUTPUT.segments, '-hls_flags', 'independent_segments', OUTPUT.playlist],
  ];
}
