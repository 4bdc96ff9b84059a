import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver, until } from '@secure-preview/testing';
import { enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let receiver: OtlpReceiver;
let hanging: Server;
let portal: TestPortal;

test.beforeAll(async () => {
  receiver = await startOtlpReceiver();
  hanging = createServer(() => undefined).listen(0, '127.0.0.1');
  portal = await startTestPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
});
test.afterAll(async () => {
  await portal?.dispose();
  hanging?.close();
  await receiver?.stop();
});

const isNamed = (service: string, name: string) => (span: ReceivedSpan) =>
  span.service === service && span.name === name;
const find = (test: (span: ReceivedSpan) => boolean, what: string) =>
  until(() => receiver.spans().find(test), { deadlineMs: 60_000, what });
const findChild = (parent: ReceivedSpan, service: string, name: string) =>
  find(
    (span) => span.parentSpanId === parent.spanId && isNamed(service, name)(span),
    `${service}: ${name} below ${parent.name}`,
  );

test.describe('the trace of a request', () => {
  test.beforeAll(async ({ files }) => {
    await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
    const viewer = await enterAsViewer(portal.url, 'Grace Hopper');
    const { filePath } = (await viewer.get('/api/active-trailer')).json();
    await viewer.get(filePath);
    await viewer.get('/api/health/ready');
    await viewer.get('/api/nothing/grace@example.com?email=grace@example.com');
  });

  test('spans the gateway, the service and SQL', async () => {
    const request = await find(isNamed('gateway', 'POST /api/auth/lead-capture'), 'the request');
    expect(request).toMatchObject({
      parentSpanId: undefined,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/auth/lead-capture',
        'http.response.status_code': 200,
        'portal.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    const captured = 'analytics.leads.capture';
    const calls = await until(
      () => {
        const found = receiver
          .spans()
          .filter(
            (span) => span.traceId === request.traceId && isNamed('gateway', captured)(span) && !span.failed,
          );
        return found.length > 0 ? found : undefined;
      },
      { deadlineMs: 60_000, what: 'the call' },
    );
    const [call] = calls;
    if (!call) throw new Error('no call');
    expect(call.parentSpanId).toBe(request.spanId);
    const served = await findChild(call, 'analytics-service', captured);
    expect(served.attributes['portal.request_id']).toBe(request.attributes['portal.request_id']);
    const insert = await findChild(served, 'analytics-service', 'postgres');
    expect(insert.attributes).toMatchObject({ 'db.operation.name': 'WITH', 'db.namespace': 'analytics' });
    expect(insert.attributes['db.query.text']).toMatch(
      /^WITH sent AS \( SELECT \* FROM json_to_recordset\(\$1\) .* INSERT INTO analytics\.leads /,
    );
    expect(await findChild(request, 'gateway', 'redis EVALSHA')).toMatchObject({ traceId: request.traceId });
  });

  test('includes requests to the object storage', async () => {
    const request = await find(isNamed('gateway', 'POST /api/trailers'), 'the request');
    const call = await findChild(request, 'gateway', 'media.trailers.create');
    const served = await findChild(call, 'media-service', 'media.trailers.create');
    expect(await findChild(served, 'media-service', 's3 HeadObject')).toMatchObject({
      traceId: request.traceId,
      attributes: { 'rpc.service': 'S3', 'rpc.method': 'HeadObject' },
    });
  });

  test('continues in the jobs that the request has enqueued, to ffmpeg and to the object storage', async () => {
    const request = await find(isNamed('gateway', 'POST /api/trailers'), 'the request');
    const ids = { traceId: request.traceId };
    const call = await findChild(request, 'gateway', 'media.trailers.create');
    const served = await findChild(call, 'media-service', 'media.trailers.create');
    const job = await findChild(served, 'media-worker', 'job process-trailer');
    expect(job).toMatchObject({
      ...ids,
      failed: false,
      attributes: {
        'portal.job.task': 'process-trailer',
        'portal.job.attempt': 1,
        'portal.queue_wait_seconds': expect.any(Number),
        'portal.request_id': request.attributes['portal.request_id'],
      },
    });
    expect(await findChild(job, 'media-worker', 'ffprobe')).toMatchObject(ids);
    expect(await findChild(job, 'media-worker', 'ffmpeg')).toMatchObject({
      ...ids,
      attributes: { 'process.executable.name': 'ffmpeg', 'portal.priority': expect.any(String) },
    });
    expect(await findChild(job, 'media-worker', 's3 GetObject')).toMatchObject(ids);
    expect(await findChild(job, 'media-worker', 's3 PutObject')).toMatchObject(ids);
    // A job that this job enqueues belongs to the same trace.
    const sweep = await find(isNamed('media-worker', 'job sweep'), 'the sweep after it');
    expect(sweep).toMatchObject(ids);
    const log = () =>
      readFileSync(portal.logFile('media-worker'), 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
    const hasEnded = () => log().find(({ msg, task }) => msg === 'job ended' && task === 'sweep');
    const ended = await until(hasEnded, { deadlineMs: 60_000, what: 'the line of the sweep' });
    const ready = log().find(({ msg }) => msg === 'trailer is ready');
    for (const line of [ended, ready]) {
      expect(line).toMatchObject({ ...ids, requestId: request.attributes['portal.request_id'] });
    }
  });

  test('contains no personal data and no secrets', async () => {
    await find(isNamed('gateway', 'GET unknown'), 'the last request');
    const exportedBodies = receiver.bodies.join('\n');
    expect(exportedBodies).not.toMatch(/grace|hopper|example\.com|Perihelion/i);
    expect(exportedBodies).not.toMatch(/X-Amz-|Signature|sp\.sid|portal:session|cookie|127\.0\.0\.1/i);
    expect(exportedBodies).not.toContain(UPLOAD_PASSWORD);
    expect(receiver.spans().filter(({ name }) => name.includes('health'))).toEqual([]);
  });
});

test.describe('a collector that', () => {
  const hangsAt = () => `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;

  for (const [how, begin] of [
    ['is unavailable', () => receiver.stop()],
    ['never answers', () => portal.restart({ OTEL_EXPORTER_OTLP_ENDPOINT: hangsAt() })],
  ] as const) {
    test(`${how} delays neither requests nor shutdown`, async () => {
      await begin();
      const viewer = await enterAsViewer(portal.url);
      const times: number[] = [];
      for (let count = 0; count < 60; count++) {
        const start = performance.now();
        expect((await viewer.get('/api/active-trailer')).status).toBe(200);
        times.push(performance.now() - start);
      }
      // A request that waited for the collector would take its send timeout of 5 s.
      expect(Math.max(...times)).toBeLessThan(4000);
      expect(await portal.stop()).toBe(0);
    });
  }
});
