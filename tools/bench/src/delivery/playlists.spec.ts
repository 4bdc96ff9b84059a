import { chooseBest, readMediaPlaylist } from './playlists.js';

describe('chooseBest', () => {
  it('chooses the variant with the highest bit rate, and the audio of its group', () => {
    const text = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Original",URI="/sound.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001F,mp4a.40.2",AUDIO="audio"
/small.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=9,BANDWIDTH=3000,CODECS="avc1.64001F,mp4a.40.2",AUDIO="audio"
/large.m3u8
`;
    expect(chooseBest(text)).toEqual({ video: '/large.m3u8', audio: '/sound.m3u8', bandwidth: 3000 });
  });

  it('chooses no separate audio if the variant includes it', () => {
    const text = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n/both.m3u8\n';
    expect(chooseBest(text)).toEqual({ video: '/both.m3u8', audio: undefined, bandwidth: 1000 });
  });

  it('rejects an empty playlist', () => {
    expect(() => chooseBest('#EXTM3U\n')).toThrow('contains no variant');
  });
});

describe('readMediaPlaylist', () => {
  it('reads segments, initialisation segment and each key once', () => {
    const text = `#EXTM3U
#EXT-X-MAP:URI="/init.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="/key",IV=0x01
#EXTINF:4.000000,
/1.m4s
#EXT-X-KEY:METHOD=AES-128,URI="/key",IV=0x02
#EXTINF:1.500000,
/2.m4s
#EXT-X-ENDLIST
`;
    expect(readMediaPlaylist(text)).toEqual({
      map: '/init.mp4',
      keys: ['/key'],
      segments: [
        { uri: '/1.m4s', duration: 4 },
        { uri: '/2.m4s', duration: 1.5 },
      ],
    });
  });
});
