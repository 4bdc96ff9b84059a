import { notice } from '@secure-preview/contracts';
import { facts } from '../../testing/source-facts.js';
import { colourWarning } from './colour-warning.js';

it('warns only about HDR that is not converted', () => {
  const hdr = facts({}, { transfer: 'smpte2084' });
  expect(colourWarning(hdr, { fpsMode: true, durations: true, toneMapping: false })).toEqual(
    notice('COLOURS_WASHED_OUT'),
  );
  expect(colourWarning(hdr, { fpsMode: true, durations: true, toneMapping: true })).toBeNull();
  expect(colourWarning(facts(), { fpsMode: true, durations: true, toneMapping: false })).toBeNull();
});
