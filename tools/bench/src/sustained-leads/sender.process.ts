import { Agent, request } from 'node:http';
import { Latencies } from '../scaling/latencies.js';
import type { FromSender, ToSender } from './sender.js';

/** Sends leads from a separate process, each with a number in its e-mail. */
const DEADLINE_MS = 30_000;
const agent = new Agent({ keepAlive: true });
let next = 0;

/** Sends one lead. Resolves with the status, or 0 without a response. */
function send(url: string, number: number): Promise<number> {
  const body = JSON.stringify({
    name: `Lead ${number}`,
    email: `lead-${number}@bench.example`,
    termsAccepted: 'true',
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const asked = request(`${url}/api/auth/lead-capture`, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    });
    asked.setTimeout(DEADLINE_MS, () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end(body);
  });
}

async function run({ url, seconds, ...how }: ToSender): Promise<FromSender> {
  const latencies = new Latencies();
  const acknowledged: number[] = [];
  const refused: Record<string, number> = {};
  const one = async (due: number) => {
    const number = next++;
    const status = await send(url, number);
    latencies.record('lead', performance.now() - due);
    if (status === 200) acknowledged.push(number);
    else refused[status] = (refused[status] ?? 0) + 1;
  };
  const began = performance.now();
  const end = began + seconds * 1000;
  if ('atOnce' in how) {
    const lane = async () => {
      while (performance.now() < end) await one(performance.now());
    };
    await Promise.all(Array.from({ length: how.atOnce }, lane));
  } else {
    // Each lead has a fixed time, independent of the others; the latency of a late one counts from that time.
    const open = new Set<Promise<void>>();
    for (let count = 0; ; count += 1) {
      const due = began + (count * 1000) / how.perSecond;
      if (due >= end) break;
      const left = due - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      const sent = one(due).finally(() => open.delete(sent));
      open.add(sent);
    }
    await Promise.all(open);
  }
  const { p50Ms = 0, p99Ms = 0 } = latencies.read()['lead'] ?? {};
  return { acknowledged, refused, p50Ms, p99Ms, seconds: (performance.now() - began) / 1000 };
}

process.on('message', (message: ToSender) => {
  void run(message).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
