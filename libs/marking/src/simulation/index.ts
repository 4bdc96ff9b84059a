export { binomialAtMost, binomialInterval } from './binomial.js';
export { SeededRandom } from './seeded-random.js';
export {
  CLEAR,
  FAINT,
  markedEvidence,
  type Readability,
  switching,
  unmarkedEvidence,
} from './simulated-evidence.js';
export { tiltedCodeword, tiltedPair } from './tilted-codewords.js';
export { estimate, tilted } from './tilting.js';
