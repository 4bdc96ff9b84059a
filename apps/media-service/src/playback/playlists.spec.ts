import { mediaPlaylist, multivariantPlaylist } from './playlists.js';
import type { AudioRendition, VideoRendition } from './rendition.js';

const video: VideoRendition = {
  id: 'r1',
  kind: 'video',
  width: 1920,
  height: 1080,
  rung: 1080,
  frameRate: 24000 / 1001,
  codecs: 'avc1.64002A',
  peakBitsPerSecond: 5_000_000,
  averageBitsPerSecond: 3_000_000,
};
const audio: AudioRendition = {
  id: 'a1',
  kind: 'audio',
  channels: 2,
  codecs: 'mp4a.40.2',
  peakBitsPerSecond: 140_000,
  averageBitsPerSecond: 128_000,
};
const muxed: VideoRendition = { ...video, kind: 'muxed', rung: null, codecs: 'avc1.64002A,mp4a.40.2' };
const sized = (rung: number): VideoRendition => ({
  ...video,
  id: `r${rung}`,
  rung,
  height: rung,
  width: Math.round((rung * 8) / 9) * 2,
});
const listed = (playlist: string) =>
  [...playlist.matchAll(/^\/api\/media\/renditions\/(\w+)\/playlist/gm)].map(([, id]) => id);

describe('the multivariant playlist', () => {
  it('lists video variants with their shared audio and the attributes for choosing one', () => {
    expect(multivariantPlaylist([video, audio, { ...video, id: 'r2', frameRate: null, width: 960 }])).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="/api/media/renditions/a1/playlist.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=5140000,AVERAGE-BANDWIDTH=3128000,CODECS="avc1.64002A,mp4a.40.2",RESOLUTION=960x1080,AUDIO="audio"',
        '/api/media/renditions/r2/playlist.m3u8',
        '#EXT-X-STREAM-INF:BANDWIDTH=5140000,AVERAGE-BANDWIDTH=3128000,CODECS="avc1.64002A,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=23.976,AUDIO="audio"',
        '/api/media/renditions/r1/playlist.m3u8',
        '',
      ].join('\n'),
    );
  });

  it('names no audio when there is none', () => {
    const playlist = multivariantPlaylist([video]);
    expect(playlist).not.toContain('AUDIO');
    expect(playlist).toContain('BANDWIDTH=5000000,AVERAGE-BANDWIDTH=3000000,CODECS="avc1.64002A",');
  });

  it('does not add shared audio to renditions with their own audio', () => {
    const playlist = multivariantPlaylist([muxed]);
    expect(playlist).not.toContain('AUDIO');
    expect(playlist).toContain('BANDWIDTH=5000000,');
    expect(playlist).toContain('CODECS="avc1.64002A,mp4a.40.2"');
  });

  it.each([
    [
      [1080, 720, 480, 240],
      ['r720', 'r1080', 'r480', 'r240'],
    ],
    [
      [1080, 480],
      ['r480', 'r1080'],
    ],
    [[480], ['r480']],
    [[1080], ['r1080']],
  ])('first lists the best variant to start with among the heights %j', (rungs, order) => {
    expect(listed(multivariantPlaylist([audio, ...rungs.map(sized)]))).toEqual(order);
  });

  it('first lists the smallest variant when all are large, and measures an upright video by its shorter side', () => {
    expect(listed(multivariantPlaylist([sized(2160), sized(1080)]))).toEqual(['r1080', 'r2160']);
    const upright = { ...muxed, id: 'up', width: 720, height: 1280 };
    expect(listed(multivariantPlaylist([{ ...muxed, width: 1080, height: 1920 }, upright]))).toEqual([
      'up',
      'r1',
    ]);
  });
});

describe('the media playlist', () => {
  const clear = (name: string, durationSeconds: number | null) => ({
    name,
    durationSeconds,
    objectKey: `o-${name}`,
    iv: null,
    twinKey: null,
    twinIv: null,
  });
  const secret = (name: string, durationSeconds: number, byte: number) => ({
    ...clear(name, durationSeconds),
    iv: Buffer.alloc(16, byte),
  });

  it('lists segments by their paths in the portal', () => {
    const segments = [clear('init.mp4', null), clear('00001.m4s', 4.2), clear('00002.m4s', 1.5)];
    const playlist = mediaPlaylist({ id: 'r1', keyId: null, segments });
    expect(playlist).toBe(
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
    expect(playlist).not.toContain('o-');
  });

  it('gives each encrypted segment the key and its own IV, after the map, which is not encrypted', () => {
    const segments = [
      clear('init.mp4', null),
      secret('1.m4s', 4, 1),
      secret('2.m4s', 4, 0xab),
      clear('3.m4s', 2),
    ];
    const lines = mediaPlaylist({ id: 'r1', keyId: 'k1', segments }).split('\n');
    expect(lines.slice(6, 15)).toEqual([
      '#EXT-X-MAP:URI="/api/media/renditions/r1/segments/init.mp4"',
      `#EXT-X-KEY:METHOD=AES-128,URI="/api/media/keys/k1",IV=0x${'01'.repeat(16)}`,
      '#EXTINF:4.000000,',
      '/api/media/renditions/r1/segments/1.m4s',
      `#EXT-X-KEY:METHOD=AES-128,URI="/api/media/keys/k1",IV=0x${'ab'.repeat(16)}`,
      '#EXTINF:4.000000,',
      '/api/media/renditions/r1/segments/2.m4s',
      '#EXT-X-KEY:METHOD=NONE',
      '#EXTINF:2.000000,',
    ]);
  });

  it('is the same for both variants of marked segments, which must have the same IV', () => {
    const marked = { ...secret('1.m4s', 0.5, 1), twinKey: 'twin', twinIv: Buffer.alloc(16, 1) };
    const parts = { id: 'r1', keyId: 'k1' };
    const plain = mediaPlaylist({ ...parts, segments: [secret('1.m4s', 0.5, 1)] });
    expect(mediaPlaylist({ ...parts, segments: [marked] })).toBe(plain);
    for (const twinIv of [null, Buffer.alloc(16, 2)])
      expect(() => mediaPlaylist({ ...parts, segments: [{ ...marked, twinIv }] })).toThrow(
        'differ in their IVs',
      );
  });

  it('is not written for encrypted segments without a key', () => {
    expect(() => mediaPlaylist({ id: 'r1', keyId: null, segments: [secret('1', 1, 1)] })).toThrow('no key');
  });
});
