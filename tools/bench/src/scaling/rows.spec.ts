import { type ScalingResult, scalingRows } from './rows.js';

const result: ScalingResult = {
  replicas: 1,
  seconds: 10,
  visitorsCpu: 1,
  load: 2,
  visitors: {
    requestsPerVisit: 50,
    errors: [],
    latencies: { all: { count: 500, p50Ms: 5, p99Ms: 50 } },
  },
  cpu: { gateway: 3, redis: 1 },
  idleCpu: { gateway: 0.1, redis: 0 },
  memory: { gateway: 100, redis: 10 },
  servers: {
    redisCommands: 3000,
    redisBytes: 20_000,
    postgresTransactions: 100,
    postgresBytes: 300_000,
    postgresConnections: 20,
  },
};
const figure = (name: string, unit: string, of = result) =>
  scalingRows(of, result).find((row) => row.name.endsWith(`: ${name}`) && row.unit === unit)?.value;

it('counts a visit by its requests, whether or not it was completed', () => {
  expect(figure('visits', 'visits/s')).toBe(1);
});
it('reports what a visit costs beyond idle usage', () => {
  expect(figure('CPU of gateway', 'ms/visit')).toBeCloseTo(200);
  expect(figure('CPU of all processes', 'ms/visit')).toBeCloseTo(300);
  expect(figure('CPU of all processes', 'ms/request')).toBeCloseTo(6);
  expect(figure('CPU of gateway while idle', 'ms/s')).toBeCloseTo(100);
});
it('compares several replicas of each service with one', () => {
  const two = { ...result, replicas: 2, cpu: { gateway: 5, redis: 1 } };
  const row = scalingRows(two, result).find(({ name }) => name === '2 of each service: CPU of gateway');
  expect(row?.ratio).toBeCloseTo(2);
});
