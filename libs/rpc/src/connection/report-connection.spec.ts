import { EventEmitter } from 'node:events';
import { reportConnection } from './report-connection.js';

it('reports each cause once, ignoring the delay to the next attempt, and then the recovery', () => {
  const redis = new EventEmitter();
  const reported: string[] = [];
  reportConnection(redis, {
    failed: ({ message }) => reported.push(message.slice(0, 28)),
    recovered: () => reported.push('recovered'),
  });
  redis.emit('ready');
  const unreachable = (ms: number) =>
    new Error(`All sentinels are unreachable. Retrying from scratch after ${ms}ms. Last error: closed`);
  for (const error of [unreachable(53.85), unreachable(114), new Error('ECONNREFUSED'), unreachable(7)])
    redis.emit('error', error);
  redis.emit('ready');
  redis.emit('ready');
  redis.emit('error', unreachable(9));
  expect(reported).toEqual([
    'All sentinels are unreachabl',
    'ECONNREFUSED',
    'All sentinels are unreachabl',
    'recovered',
    'All sentinels are unreachabl',
  ]);
});
