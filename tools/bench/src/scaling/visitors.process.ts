import { Counters } from '../delivery/tally.js';
import { Latencies } from './latencies.js';
import { Visit } from './visit.js';
import type { FromVisitors, ToVisitors } from './visitors.js';

/** Runs visitors in a separate process, which keeps their CPU time out of the measurement. */
let latencies = new Latencies();
let requestsPerVisit = Number.NaN;
const errors: string[] = [];
let stopped = false;
const send = (message: FromVisitors) => process.send?.(message);

/** @param from share of the video that the first visit skips, which desynchronises the visitors */
async function lane(url: string, from: number): Promise<void> {
  for (let first = true; !stopped; first = false) {
    const visit = new Visit(
      url,
      (kind, milliseconds) => latencies.record(kind, milliseconds),
      new Counters(),
    );
    try {
      await visit.run(first ? from : 0);
      // The first visit of a lane is not complete.
      if (!first) requestsPerVisit = visit.requests;
    } catch (error) {
      errors.push((error as Error).message);
      // Stops if requests fail again and again.
      if (errors.length > 100) stopped = true;
    }
  }
}

process.on('message', (message: ToVisitors) => {
  if (message.type === 'visit') {
    const lanes = Array.from({ length: message.concurrency }, (_, index) =>
      lane(message.url, index / message.concurrency),
    );
    void Promise.all(lanes).then(() => process.disconnect());
  }
  if (message.type === 'count') {
    latencies = new Latencies();
    errors.length = 0;
  }
  if (message.type === 'read') send({ requestsPerVisit, errors, latencies: latencies.read() });
  if (message.type === 'stop') stopped = true;
});
process.once('disconnect', () => process.exit(0));
