import { companionOf } from './companion-rendition.js';

type Tracks = Parameters<typeof companionOf>[0];
const playlist = (id: string) => `http://portal.test/api/media/renditions/${id}/playlist.m3u8`;

const tracks = (audio: string[], audioTrack: number, video: string | null) =>
  ({
    audioTracks: audio.map((id) => ({ url: playlist(id) })),
    audioTrack,
    loadLevelObj: video && { uri: playlist(video) },
  }) as unknown as Tracks;

it('pairs the video that is loaded with the selected audio', () => {
  const both = tracks(['other', 'audio'], 1, 'video');
  expect(companionOf(both, 'video')).toBe('audio');
  expect(companionOf(both, 'audio')).toBe('video');
});

it('pairs nothing with a video that contains its audio, or before tracks are selected', () => {
  expect(companionOf(tracks([], -1, 'muxed'), 'muxed')).toBeUndefined();
  expect(companionOf(tracks(['audio'], -1, 'video'), 'video')).toBeUndefined();
  expect(companionOf(tracks(['audio'], 0, null), 'audio')).toBeUndefined();
});
