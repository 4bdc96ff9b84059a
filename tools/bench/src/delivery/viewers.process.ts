import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromViewers, ToViewers } from './crowd.js';
import { secureLinks } from './secure-link.js';
import { Counters } from './tally.js';
import { type Site, Viewer } from './viewer.js';

/** Runs a crowd of viewers in a separate process, which keeps their CPU time out of the measurement. */
const counters = new Counters();
const stop = new AbortController();
// Each viewer listens to this signal.
setMaxListeners(0, stop.signal);
const send = (message: FromViewers) => process.send?.(message);

/** Starts the viewers one after the other: a rush at the gate is not measured here. */
async function enterVisitors(site: Site, count: number, rampMs: number): Promise<void> {
  const watching: Promise<void>[] = [];
  const enter = async (index: number) => {
    await sleep((index * rampMs) / count);
    const viewer = new Viewer(site, counters, stop.signal);
    await viewer.enter();
    watching.push(viewer.watch());
  };
  await Promise.all(Array.from({ length: count }, (_, index) => enter(index)));
  send({ type: 'watching' });
  await Promise.all(watching);
  send({ type: 'tally', tally: counters.read() });
}

process.on('message', (message: ToViewers) => {
  if (message.type === 'count') counters.reset();
  if (message.type === 'stop') stop.abort();
  if (message.type === 'watch') {
    const { linkSecret, count, rampMs, ...site } = message;
    const sign = linkSecret === undefined ? {} : { sign: secureLinks(linkSecret) };
    enterVisitors({ ...site, ...sign }, count, rampMs).catch((error: Error) =>
      send({ type: 'failed', message: error.message }),
    );
  }
});
process.once('disconnect', () => process.exit(0));
