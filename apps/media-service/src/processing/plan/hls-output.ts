import { options } from '../ffmpeg/options.js';

/** File names in ffmpeg's output folders, for internal use. */
export const OUTPUT = { playlist: 'index.m3u8', init: 'init.mp4', segments: '%05d.m4s' } as const;

/** Arguments that print the progress to standard output. */
export const PROGRESS = ['-progress', 'pipe:1', '-nostats'];

/**
 * Returns arguments that write an initialisation segment, numbered segments and a list of their durations
 * into a folder. Times are not shifted to 0 per output, because that would break audio sync. An edit list
 * removes codec delay before 0.
 *
 * @param segmentSeconds a segment ends at the first key frame at or after each multiple
 */
export function hlsOutput(folder: string, segmentSeconds: number): string[] {
  return [
    ...options({
      map_metadata: -1,
      map_chapters: -1,
      max_muxing_queue_size: 4096,
      avoid_negative_ts: 'disabled',
      f: 'hls',
      hls_time: segmentSeconds,
      hls_list_size: 0,
      hls_playlist_type: 'vod',
      hls_flags: 'independent_segments',
      hls_segment_type: 'fmp4',
      hls_fmp4_init_filename: OUTPUT.init,
      hls_segment_filename: `${folder}/${OUTPUT.segments}`,
    }),
    `${folder}/${OUTPUT.playlist}`,
  ];
}
