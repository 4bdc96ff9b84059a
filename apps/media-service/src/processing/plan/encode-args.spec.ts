import { createHash } from 'node:crypto';
import { planRungs } from '../../ladder/rungs.js';
import { facts } from '../../testing/source-facts.js';
import { displaySize, type SourceFacts } from '../probe/source-facts.js';
import { type Encoding, encodeArgs } from './encode-args.js';
import { evenRate } from './marked-graph.js';
import type { Hold } from './trailer-end.js';

const features = { fpsMode: true, durations: true, toneMapping: true };
const hold: Hold = { after: 5, until: 9, frame: 0.04, frameCount: 18 };

const encoding = (source: SourceFacts, more: Partial<Encoding> = {}): Encoding => ({
  file: 'source',
  source,
  end: { seconds: 90, hold: null },
  rungs: planRungs(displaySize(source.video)),
  withAudio: true,
  segmentSeconds: 4,
  audioSegmentSeconds: 4,
  patterns: null,
  videoFolder: ({ rungHeight }, variant) => [rungHeight, variant].filter(Boolean).join('-'),
  audioFolder: 'audio',
  ...more,
});
const patterns = { path: 'patterns', grid: { width: 480, height: 270 }, segmentSeconds: 0.5 };
/** Returns the values of each occurrence of an option. */
const valuesOf = (args: readonly string[], name: string) =>
  args.flatMap((arg, at) => (arg === `-${name}` ? [args[at + 1]] : []));

it.each([
  ['even', facts(), null, '70d4862d5ccefdda'],
  ['uneven', facts({}, { variableFrameRate: true }), null, '94752b72fef6c767'],
  ['held', facts(), hold, 'cab729af62620950'],
  ['HDR', facts({}, { transfer: 'smpte2084', frameRate: 120, interlaced: true }), null, '340ae79ec118131e'],
])(
  'encodes unmarked videos that are %s with the arguments of version 1.0',
  (_what, source, held, expected) => {
    const args = encodeArgs(encoding(source, { end: { seconds: 90, hold: held } }), features);
    // The default number of threads depends on the machine.
    const portable = args.map((arg, at) => (/threads$/.test(args[at - 1] ?? '') ? 'N' : arg));
    expect(createHash('sha256').update(portable.join('\n')).digest('hex').slice(0, 16)).toBe(expected);
  },
);

it('encodes each size of a marked video twice, with a key frame at each segment', () => {
  const args = encodeArgs(encoding(facts(), { patterns, segmentSeconds: 0.5 }), features);
  const folders = args.flatMap((arg) => /^(.*)\/index\.m3u8$/.exec(arg)?.[1] ?? []);
  expect(folders).toEqual([
    '1080-added',
    '1080-subtracted',
    '720-added',
    '720-subtracted',
    '480-added',
    '480-subtracted',
    '240-added',
    '240-subtracted',
    'audio',
  ]);
  expect(valuesOf(args, 'i')).toEqual(['file:source', 'file:patterns']);
  expect(valuesOf(args, 'hls_time')).toEqual([...Array(8).fill('0.5'), '4']);
  const group = 'floor(t*1/0.5+1e-6)';
  expect(new Set(valuesOf(args, 'force_key_frames'))).toEqual(
    new Set([`expr:if(isnan(prev_forced_t),1,gt(${group},${group.replace('t*', 'prev_forced_t*')}))`]),
  );
});

it.each([
  ['even frames at their rate', facts({}, { exactRate: '30000/1001' }), null, '30000/1001', '1001:30000'],
  ['fast ones at 60', facts({}, { frameRate: 120, exactRate: '120/1' }), null, '60/1', '1:60'],
  ['uneven ones in fine steps', facts({}, { variableFrameRate: true }), null, null, '1:90000'],
  ['held ones in fine steps', facts(), hold, null, '1:90000'],
])('times %s', (_what, source, held, rate, timeBase) => {
  expect(evenRate(source.video, held)).toBe(rate);
  const marked = encoding(source, { patterns, end: { seconds: 90, hold: held } });
  const args = encodeArgs(marked, features);
  expect(new Set(valuesOf(args, 'enc_time_base'))).toEqual(new Set([timeBase]));
  expect(valuesOf(args, 'bf')).toHaveLength(rate === null ? 8 : 0);
  const [graph = ''] = valuesOf(args, 'filter_complex');
  expect(graph.includes(`fps=${rate}`)).toBe(rate !== null);
  expect(graph.includes('settb=1/90000')).toBe(rate === null);
});
