import { PacketScan } from './packet-scan.js';

function scan(...lines: string[]) {
  const packets = new PacketScan(0, 1);
  for (const line of lines) packets.line(line);
  return packets.facts();
}
/** Scans one packet line per frame, given its time and flags. */
const frames = (...found: [time: string, flags: string][]) =>
  scan(...found.map(([time, flags]) => `0,${time},N/A,0.1,${flags}`));

it('measures the distance between key frames, and from the last key frame to the end', () => {
  expect(frames(['0.0', 'K__'], ['1.0', '___'], ['2.0', 'K__'], ['5.5', '___'])).toMatchObject({
    packets: 4,
    cuttable: true,
    longestKeyGap: 3.5,
  });
});

it('accepts frames displayed out of order within their group', () => {
  expect(frames(['0.0', 'K_'], ['0.3', '__'], ['0.1', '__'], ['0.2', '__']).cuttable).toBe(true);
});

it.each<[string, [string, string][]]>([
  [
    'a frame displayed before the key frame it follows',
    [
      ['0.0', 'K_'],
      ['2.0', 'K_'],
      ['1.9', '__'],
    ],
  ],
  [
    'a packet without a time',
    [
      ['0.0', 'K_'],
      ['N/A', '__'],
    ],
  ],
  [
    'a packet to be discarded',
    [
      ['0.0', 'KD'],
      ['0.1', '__'],
    ],
  ],
  [
    'a beginning without a key frame',
    [
      ['0.0', '__'],
      ['0.1', 'K_'],
    ],
  ],
])('reports a file with %s as not cuttable', (_what, lines) => {
  expect(frames(...lines).cuttable).toBe(false);
});

it('finds the ends of video and audio in any packet order', () => {
  const { video, audio, packets } = scan(
    '0,0.0,0.0,0.1,K_',
    '1,0.0,0.0,0.02,K_',
    '0,0.3,0.1,0.1,__',
    '0,0.2,0.2,0.1,__',
    '',
    '1,0.02,0.02,N/A,K_',
    '2,90.0,90.0,1.0,K_',
    '0,9.0,9.0,0.1,_D',
  );
  expect(packets).toBe(4);
  expect(video).toEqual({ last: 0.3, end: 0.4, hasTimestampJump: false });
  expect(audio).toEqual({ last: 0.02, end: 0.02, hasTimestampJump: false });
  expect(scan('0,N/A,7.0,0.1,K_')).toMatchObject({ video: { last: 7, end: 7.1 }, audio: null });
});

it.each([
  ['run backwards', '0,1.0,1.0,0.1,K_', true],
  ['skip ahead', '0,16.0,16.0,0.1,K_', true],
  ['continue', '0,14.0,14.0,0.1,K_', false],
])('reports whether timestamps that %s are a jump', (_where, line, hasTimestampJump) => {
  expect(scan('0,5.0,5.0,0.1,K_', line).video?.hasTimestampJump).toBe(hasTimestampJump);
});

it('detects a file that ends prematurely', () => {
  const packets = new PacketScan(0, null);
  packets.errorLine('[matroska,webm @ 0x55] Unknown entry');
  expect(packets.facts().isTruncated).toBe(false);
  packets.errorLine('[matroska,webm @ 0x55] File ended prematurely at pos. 82169 (0x140f9)');
  expect(packets.facts().isTruncated).toBe(true);
});
