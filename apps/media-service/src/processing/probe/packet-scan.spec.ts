import { PacketScan } from './packet-scan.js';

function scan(...lines: string[]) {
  const packets = new PacketScan();
  for (const line of lines) packets.line(line);
  return packets.facts();
}

it('measures the distance of key frames, also to the end', () => {
  expect(scan('0.0,K__', '1.0,___', '2.0,K__', '5.5,___', '')).toEqual({
    packets: 4,
    cuttable: true,
    longestKeyGap: 3.5,
  });
});

it('lets pictures be shown in another order within their group', () => {
  expect(scan('0.0,K_', '0.3,__', '0.1,__', '0.2,__').cuttable).toBe(true);
});

it.each([
  ['a picture that is shown before the key frame it follows', ['0.0,K_', '2.0,K_', '1.9,__']],
  ['a packet without a time', ['0.0,K_', 'N/A,__']],
  ['a packet to be discarded', ['0.0,KD', '0.1,__']],
  ['a beginning without a key frame', ['0.0,__', '0.1,K_']],
])('cannot cut %s', (_what, lines) => {
  expect(scan(...lines).cuttable).toBe(false);
});
