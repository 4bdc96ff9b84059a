import { mediaPlaylist, multivariantPlaylist } from './playlists.js';

it('lists renditions with what a player chooses by', () => {
  const rendition = {
    ...{ id: 'r1', width: 1920, height: 1080, frameRate: 24000 / 1001, codecs: 'avc1.64002A,mp4a.40.2' },
    ...{ peakBitsPerSecond: 5_000_000, averageBitsPerSecond: 3_000_000 },
  };
  expect(multivariantPlaylist([rendition, { ...rendition, id: 'r2', frameRate: null }])).toBe(
    [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-STREAM-INF:BANDWIDTH=5000000,AVERAGE-BANDWIDTH=3000000,CODECS="avc1.64002A,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=23.976',
      '/api/media/renditions/r1/playlist.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=5000000,AVERAGE-BANDWIDTH=3000000,CODECS="avc1.64002A,mp4a.40.2",RESOLUTION=1920x1080',
      '/api/media/renditions/r2/playlist.m3u8',
      '',
    ].join('\n'),
  );
});

it('lists segments by the addresses of the portal', () => {
  const segments = [
    { name: 'init.mp4', durationSeconds: null },
    { name: '00001.m4s', durationSeconds: 4.2 },
    { name: '00002.m4s', durationSeconds: 1.5 },
  ];
  expect(mediaPlaylist('r1', segments)).toBe(
    [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:5',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="/api/media/renditions/r1/segments/init.mp4"',
      '#EXTINF:4.200000,',
      '/api/media/renditions/r1/segments/00001.m4s',
      '#EXTINF:1.500000,',
      '/api/media/renditions/r1/segments/00002.m4s',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  );
});
