import { identifyCopies } from '@secure-preview/marking';
import { markedEvidence, SeededRandom, switching } from '@secure-preview/marking/simulation';
import { median, type Row, withGoal } from '../../report.js';

const ROUNDS = 3;

/** Measures the CPU time of naming, with both tests. */
export function timeRows(): Row[] {
  return [
    withGoal(timeRow(10_000, 30), '≤', 250),
    withGoal(timeRow(100_000, 30), '≤', 1000),
    withGoal(timeRow(100_000, 90), '≤', 2000),
    timeRow(100_000, 600),
  ];
}

function timeRow(people: number, seconds: number): Row {
  const random = new SeededRandom(6);
  const segments = 2 * seconds;
  const copies = Array.from({ length: people }, (_, index) => ({
    markId: `${index}`,
    codeword: random.fill(new Uint8Array(Math.ceil(segments / 8))),
  }));
  const [a, b] = copies;
  if (!a || !b) throw new Error('two people are needed');
  // A mix takes longest: many codewords score well.
  const evidence = markedEvidence(random, segments, switching(a.codeword, b.codeword));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = process.cpuUsage();
    identifyCopies([{ versionId: '', evidence, copies, seconds }]);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
  return { name: `naming among ${people} people, ${seconds} s`, value: median(rounds), unit: 'ms of CPU' };
}
