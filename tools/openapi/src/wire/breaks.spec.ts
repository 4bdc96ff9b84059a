import { breaksOf, type Wire } from './breaks.js';
import { committedWire, wireOf } from './wire-files.js';

const before = wireOf(committedWire());

/** The one method that these tests change. */
const PATTERN = 'analytics.viewing.start';
function changed(side: 'request' | 'answer', change: (shape: Record<string, unknown>) => void): Wire {
  const copy = structuredClone(before) as unknown as { methods: Record<string, Record<string, never>> };
  change(copy.methods[PATTERN]?.[side] as unknown as Record<string, unknown>);
  return copy as unknown as Wire;
}
type Fields = { properties: Record<string, Record<string, unknown>>; required: string[] };

it.each<[string, Wire]>([
  [
    'an optional field',
    changed('request', (shape) => ((shape as Fields).properties['note'] = { type: 'string' })),
  ],
  [
    'a new field in every response',
    changed('answer', (shape) => {
      (shape as Fields).properties['note'] = { type: 'string' };
    }),
  ],
  [
    'a wider value in a request',
    changed('request', ({ properties }) => {
      const { watcher } = properties as unknown as Record<string, Fields>;
      if (watcher) watcher.properties['ip'] = { type: 'string', minLength: 2, maxLength: 90 };
    }),
  ],
])('accepts %s', (_name, next) => {
  expect(breaksOf(before, next)).toEqual([]);
});

it.each<[string, Wire, string]>([
  [
    'a new required field in a request',
    changed('request', (shape) => {
      (shape as Fields).properties['note'] = { type: 'string' };
      (shape as Fields).required.push('note');
    }),
    'an old gateway’s request: .note: may be missing',
  ],
  [
    'a field removed from the request',
    changed('request', (shape) => {
      delete (shape as Fields).properties['watcher'];
      (shape as Fields).required = ['trailer'];
    }),
    'a new gateway’s request: .watcher: may be missing',
  ],
  [
    'a field of another type',
    changed('request', (shape) => ((shape as Fields).properties['watcher'] = { type: 'string' })),
    'an old gateway’s request: .watcher: object instead of string',
  ],
  [
    'a narrower value in a request',
    changed('request', ({ properties }) => {
      const { watcher } = properties as unknown as Record<string, Fields>;
      if (watcher) watcher.properties['ip'] = { type: 'string', minLength: 2, maxLength: 15 };
    }),
    'an old gateway’s request: .watcher.ip: maxLength 45 is more than 15',
  ],
  [
    'a response that lacks a field',
    changed('answer', (shape) => ((shape as Fields).required = [])),
    'a new service’s answer: .id: may be missing',
  ],
  [
    'a response that may be null',
    changed('answer', ({ properties }) => {
      Object.assign(properties as object, {
        id: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
      });
    }),
    'a new service’s answer: .id: null instead of string',
  ],
  [
    'a request that rejects unknown fields',
    changed('request', (shape) => {
      shape['additionalProperties'] = false;
    }),
    'an old gateway’s request: : rejects unknown fields',
  ],
])('reports a break: %s', (_name, next, finding) => {
  expect(breaksOf(before, next)).toContain(`${PATTERN}: ${finding}`);
});

it('reports a method that is removed or moved to another service', () => {
  const { [PATTERN]: method, ...others } = before.methods;
  expect(breaksOf(before, { ...before, methods: others })).toEqual([`${PATTERN} is no longer served`]);
  if (!method) throw new Error('no method');
  const moved = { ...before, methods: { ...others, [PATTERN]: { ...method, service: 'media' } } };
  expect(breaksOf(before, moved)).toEqual([`${PATTERN} is served by media instead of analytics`]);
});

it('reports a value in a response that old gateways do not recognise', () => {
  const next = structuredClone(before) as unknown as { methods: Record<string, { answer: Fields }> };
  const status = next.methods['media.trailers.active']?.answer.properties['status'];
  Object.assign(status ?? {}, { enum: ['processing', 'ready', 'failed', 'expired', 'archived'] });
  expect(breaksOf(before, next as unknown as Wire)).toEqual([
    'media.trailers.active: a new service’s answer: .status: "archived" is not understood',
  ]);
});

it('reports a session that the gateway of another version cannot read', () => {
  const { required = [], ...shape } = before.session;
  const next = { ...before, session: { ...shape, required: [...required, 'uploader'] } };
  expect(breaksOf(before, next)).toEqual(['an old gateway’s session: .uploader: may be missing']);
});
