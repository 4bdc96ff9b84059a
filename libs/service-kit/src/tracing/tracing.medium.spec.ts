import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { redisFromUrl } from '@secure-preview/rpc';
import {
  type OtlpReceiver,
  startOtlpReceiver,
  startTestPostgres,
  startTestRedis,
  type TestPostgres,
  type TestRedis,
  until,
} from '@secure-preview/testing';
import { parseTraceparent } from '../correlation/trace-context.js';
import { createLogger } from '../logging/logger.js';
import { measuredPool } from '../postgres/measured-postgres.js';
import { beginRequestSpan, inChildSpan, inSpanOf } from './spans.js';
import { startTracing } from './start-tracing.js';
import { traceRedis } from './trace-redis.js';
import type { StopTracing } from './tracing-settings.js';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const logger = createLogger({ service: 'test', level: 'info', destination });
const settings = { OTEL_TRACES_SAMPLER_ARG: 1 };
const caller = parseTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
/** More spans than the queue for an unavailable collector can contain. */
const SPANS = 20_000;
const served = { name: 'served', kind: 'server', attributes: {} } as const;

let receiver: OtlpReceiver;
let postgres: TestPostgres;
let redis: TestRedis;
let stop: StopTracing;

beforeAll(async () => {
  [receiver, postgres, redis] = await Promise.all([
    startOtlpReceiver(),
    startTestPostgres(),
    startTestRedis(),
  ]);
});
afterAll(async () => {
  await Promise.all([stop?.(), postgres?.stop(), redis?.stop()]);
  await receiver?.stop();
});

const received = (name: string) =>
  until(() => receiver.spans().find((span) => span.name === name), { what: `the span ${name}` });

describe('without a collector', () => {
  it('creates no spans and runs work unchanged', async () => {
    stop = await startTracing('test', settings, logger);
    const work = Promise.resolve('answer');
    expect(
      inChildSpan(
        'x',
        () => ({}),
        () => work,
      ),
    ).toBe(work);
    expect(inSpanOf(caller, served, () => work)).toBe(work);
    expect(beginRequestSpan('x', caller)).toBeUndefined();
    const connection = redisFromUrl(redis.url);
    const { get } = connection;
    expect(traceRedis(connection).get).toBe(get);
    connection.disconnect();
  });
});

describe('with a collector', () => {
  beforeAll(async () => {
    const exportSettings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20traces,x-team=portal',
    };
    stop = await startTracing('test-service', { ...settings, ...exportSettings }, logger);
  });

  it('creates child spans for statements, without the values in them', async () => {
    const database = await postgres.createDatabase();
    const pool = measuredPool('traced', { connectionString: database.adminUrl });
    await inSpanOf(caller, served, async () => {
      await pool.query("SELECT 'ada@example.com' AS email, $1::text AS name", ['Ada Lovelace']);
      await expect(pool.query("SELECT 'ada@example.com'::uuid")).rejects.toThrow('ada@example.com');
    });
    await pool.query('SELECT 2 AS outside');
    await pool.end();
    const call = await received('served');
    expect(call).toMatchObject({
      service: 'test-service',
      traceId: caller?.traceId,
      parentSpanId: caller?.spanId,
    });
    const statements = receiver.spans().filter(({ name }) => name === 'postgres');
    expect(statements.map(({ attributes, failed }) => [attributes['db.query.text'], failed])).toEqual([
      ['SELECT ? AS email, $1::text AS name', false],
      ['SELECT ?::uuid', true],
    ]);
    for (const { parentSpanId, traceId } of statements) {
      expect([parentSpanId, traceId]).toEqual([call.spanId, caller?.traceId]);
    }
    expect(statements[1]?.attributes['error.type']).toBe('22P02');
    expect(receiver.bodies.join()).not.toMatch(/Ada|ada@|outside/);
    expect(receiver.header('authorization')).toContain('Bearer of traces');
    expect(receiver.header('x-team')).toContain('portal');
  });

  it('creates child spans for commands and scripts of a request, without their keys', async () => {
    const connection = traceRedis(redisFromUrl(redis.url, { enableAutoPipelining: true }));
    connection.defineCommand('read', { numberOfKeys: 1, lua: "return redis.call('GET', KEYS[1])" });
    const scripts = connection as typeof connection & { read: (key: string) => Promise<string | null> };
    await connection.connect();
    const request = beginRequestSpan('request', undefined);
    const otherRequest = beginRequestSpan('request', undefined);
    // Both are sent together, because they are called in one turn of the event loop.
    const [firstReply, secondReply] = [request, otherRequest].map(
      (span) =>
        new Promise<unknown>((resolve) => {
          span?.run(() => resolve(connection.set('portal:session:secret', 'ada@example.com')));
        }),
    );
    expect(await Promise.all([firstReply, secondReply])).toEqual(['OK', 'OK']);
    await connection.get('portal:session:secret');
    expect(
      await new Promise((resolve) => request?.run(() => resolve(scripts.read('portal:session:secret')))),
    ).toBe('ada@example.com');
    for (const span of [request, otherRequest]) span?.end('GET /api/x', { 'http.route': '/api/x' }, false);
    connection.disconnect();
    await received('GET /api/x');
    const commands = await until(() => {
      const spans = receiver.spans().filter(({ name }) => name.startsWith('redis'));
      return spans.length >= 3 ? spans : undefined;
    });
    expect(commands.map(({ name }) => name)).toEqual(['redis SET', 'redis SET', 'redis EVALSHA']);
    expect(new Set(commands.map(({ traceId }) => traceId))).toEqual(
      new Set([request?.trace.traceId, otherRequest?.trace.traceId]),
    );
    expect(receiver.bodies.join()).not.toMatch(/portal:session|ada@/);
  });

  it('does not record a trace that the caller does not record', async () => {
    const unrecorded = parseTraceparent('00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00');
    const propagated = await inSpanOf(unrecorded, served, async (span) => span?.trace);
    expect(propagated).toMatchObject({ traceId: unrecorded?.traceId, sampled: false });
    await inSpanOf(caller, { ...served, name: 'after' }, async () => undefined);
    await received('after');
    expect(receiver.spans().filter(({ traceId }) => traceId === unrecorded?.traceId)).toEqual([]);
  });

  it('does not slow down when the collector is unavailable or hangs', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    const { port } = hanging.address() as AddressInfo;
    for (const endpoint of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
      await stop();
      lines.length = 0;
      stop = await startTracing('test', { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, logger);
      const start = performance.now();
      for (let at = 0; at < SPANS; at++) await inSpanOf(caller, served, async () => undefined);
      expect((performance.now() - start) / SPANS).toBeLessThan(1);
      await until(() => lines.length > 0, { deadlineMs: 30_000, what: 'the log line' });
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['traces cannot be sent; some are lost']);
      const before = performance.now();
      await stop();
      // The remaining spans get 2 s.
      expect(performance.now() - before).toBeLessThan(8000);
    }
    hanging.close();
  }, 120_000);
});
