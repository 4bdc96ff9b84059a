import { PacketScan } from './packet-scan.js';

function scan(...lines: string[]) {
  const packets = new PacketScan(0, 1);
  for (const line of lines) packets.line(line);
  return packets.facts();
}
/** Scans one line for each picture, by time and flags. */
const pictures = (...found: [time: string, flags: string][]) =>
  scan(...found.map(([time, flags]) => `0,${time},N/A,0.1,${flags}`));

it('measures the distance between key frames, and from the last one to the end', () => {
  expect(pictures(['0.0', 'K__'], ['1.0', '___'], ['2.0', 'K__'], ['5.5', '___'])).toMatchObject({
    packets: 4,
    cuttable: true,
    longestKeyGap: 3.5,
  });
});

it('accepts pictures that are shown in another order within their group', () => {
  expect(pictures(['0.0', 'K_'], ['0.3', '__'], ['0.1', '__'], ['0.2', '__']).cuttable).toBe(true);
});

it.each<[string, [string, string][]]>([
  [
    'a picture that is shown before the key frame it follows',
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
])('reports that %s cannot be cut', (_what, lines) => {
  expect(pictures(...lines).cuttable).toBe(false);
});

it('finds the ends of picture and sound, whatever the order of the packets', () => {
  const { picture, sound, packets } = scan(
    ...['0,0.0,0.0,0.1,K_', '1,0.0,0.0,0.02,K_', '0,0.3,0.1,0.1,__', '0,0.2,0.2,0.1,__', ''],
    ...['1,0.02,0.02,N/A,K_', '2,90.0,90.0,1.0,K_', '0,9.0,9.0,0.1,_D'],
  );
  expect(packets).toBe(4);
  expect(picture).toEqual({ last: 0.3, end: 0.4, jumps: false });
  expect(sound).toEqual({ last: 0.02, end: 0.02, jumps: false });
  expect(scan('0,N/A,7.0,0.1,K_')).toMatchObject({ picture: { last: 7, end: 7.1 }, sound: null });
});

it.each([
  ['back', '0,1.0,1.0,0.1,K_', true],
  ['ahead', '0,16.0,16.0,0.1,K_', true],
  ['on', '0,14.0,14.0,0.1,K_', false],
])('detects jumps of a clock that runs %s', (_where, line, jumps) => {
  expect(scan('0,5.0,5.0,0.1,K_', line).picture?.jumps).toBe(jumps);
});

it('detects a file that ends prematurely', () => {
  const packets = new PacketScan(0, null);
  packets.errorLine('[matroska,webm @ 0x55] Unknown entry');
  expect(packets.facts().endsPrematurely).toBe(false);
  packets.errorLine('[matroska,webm @ 0x55] File ended prematurely at pos. 82169 (0x140f9)');
  expect(packets.facts().endsPrematurely).toBe(true);
});
