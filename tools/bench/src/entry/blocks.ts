import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@secure-preview/embedded';
import { type Row, withGoal } from '../report.js';
import type { EntryPortal } from './entry-portal.js';
import { percentile } from './percentile.js';
import { enteredVisitor, type VisitorClient } from './visitor-client.js';

const ADDRESSES = 50;
/** Blocked domains and networks, in turn. */
const RULES = 20;
const RULE_GOAL_MS = 2000;
/** Milliseconds between two polls of a gateway for rules (version-follower.ts). */
const FOLLOW_MS = 1000;
/** Milliseconds after which a gateway counts as not following. */
const DEADLINE_MS = 30_000;

const isRefused = async (visitor: VisitorClient, gateway: string) =>
  (await visitor.send(`${gateway}/api/active-trailer`)).status === 403;

/** Measures how soon blocks are in effect at both gateways. */
export async function blockRows(entry: EntryPortal): Promise<Row[]> {
  const accepted = await acceptedAfterBlock(entry);
  const delays = await ruleDelays(entry);
  return [
    {
      name: `block of an address: next requests accepted, of ${ADDRESSES}`,
      value: accepted,
      unit: 'requests',
      goal: '0',
      met: accepted === 0,
    },
    withGoal(
      {
        name: `block of a domain or network until each of two gateways refuses, p95 of ${delays.length}`,
        value: percentile(delays, 0.95),
        unit: 'ms',
      },
      '≤',
      RULE_GOAL_MS,
    ),
  ];
}

/** Blocks addresses of visitors, and counts those whose next request, at either gateway, is accepted. */
async function acceptedAfterBlock({ administrator, gateways }: EntryPortal): Promise<number> {
  let accepted = 0;
  for (let round = 0; round < ADDRESSES; round += 1) {
    const gateway = gateways[round % 2] ?? '';
    const visitor = await enteredVisitor(gateway, `address-${round}@block.example`, `10.2.${round}.1`);
    await assertInside(visitor, [gateway]);
    await administrator.call('POST', '/api/blocks', { kind: 'address', value: visitor.email });
    if (!(await isRefused(visitor, gateway))) accepted += 1;
  }
  return accepted;
}

/** Returns the milliseconds from a block until each gateway refuses a visitor. */
async function ruleDelays({ administrator, gateways }: EntryPortal): Promise<number[]> {
  const delays: number[] = [];
  for (let round = 0; round < RULES; round += 1) {
    const domain = `domain-${round}.example`;
    const visitor = await enteredVisitor(gateways[0], `visitor@${domain}`, `10.3.${round}.1`);
    await assertInside(visitor, gateways);
    const rule =
      round % 2 === 0 ? { kind: 'domain', value: domain } : { kind: 'network', value: `10.3.${round}.0/24` };
    // Spreads the blocks over the time between two polls, which the previous block has ended.
    await delay((round * FOLLOW_MS) / RULES);
    const startedAt = performance.now();
    const refusedAfter = async (gateway: string) => {
      await until(() => isRefused(visitor, gateway), {
        deadlineMs: DEADLINE_MS,
        everyMs: 10,
        what: `the block of ${rule.value}`,
      });
      return performance.now() - startedAt;
    };
    const [, ...measured] = await Promise.all([
      administrator.call('POST', '/api/blocks', rule),
      ...gateways.map(refusedAfter),
    ]);
    delays.push(...measured);
  }
  return delays;
}

/** @throws Error if a gateway refuses the visitor, because a block would then change nothing */
async function assertInside(visitor: VisitorClient, gateways: readonly string[]): Promise<void> {
  for (const gateway of gateways) {
    if (await isRefused(visitor, gateway)) throw new Error(`${visitor.email} was refused before the block`);
  }
}
