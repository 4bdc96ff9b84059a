import type { Shape } from '@secure-preview/contracts/openapi';
import { lastRelease } from '../../release/versions.mjs';
import { workspaceRoot } from '../workspace/projects.js';
import { changeFindings } from './accepted-changes.js';
import {
  type Contracts,
  contractChanges,
  currentContracts,
  releasedContracts,
} from './released-contracts.js';

const release = lastRelease(workspaceRoot);

it(`works with the contracts of ${release ? `version ${release.version}` : 'no version, because nothing is released yet'}`, () => {
  if (release === undefined) return;
  const changes = contractChanges(releasedContracts(release.folder), currentContracts());
  expect(changeFindings(release.version, changes)).toEqual([]);
});

const text = { type: 'string' };
const object = (properties: Record<string, Shape>, ...required: string[]): Shape => ({
  type: 'object',
  properties,
  required,
});

/** Fictional contracts with one remote call and one route. Each part can be replaced. */
function contracts({
  request = object({ id: text }, 'id'),
  answer = object({ name: text }, 'name'),
  paths = {} as Contracts['api']['paths'],
} = {}): Contracts {
  const json = (schema: Shape) => ({ content: { 'application/json': { schema } } });
  const route = {
    'x-access': 'viewer',
    requestBody: { required: true, ...json(request) },
    responses: { 200: json(answer) },
  };
  return {
    wire: { methods: { 'a.get': { service: 'a', request, answer } }, session: object({ id: text }, 'id') },
    api: { paths: { '/api/a': { post: route }, ...paths } },
  };
}
const before = contracts();

it.each([
  ['an optional field in a request', contracts({ request: object({ id: text, note: text }, 'id') })],
  [
    'a new field in a response, which earlier responses lack',
    contracts({ answer: object({ name: text, size: text }, 'name') }),
  ],
  ['a new route', contracts({ paths: { '/api/b': { get: { responses: {} } } } })],
])('accepts %s', (_name, now) => {
  expect(contractChanges(before, now)).toEqual([]);
});

it.each<[string, Contracts]>([
  [
    'POST /api/a: an open page’s request: .body.note: may be missing',
    contracts({ request: object({ id: text, note: text }, 'id', 'note') }),
  ],
  ['a.get: a new service’s answer: .name: may be missing', contracts({ answer: object({}) })],
  ['POST /api/a: is no longer served', { ...before, api: { paths: {} } }],
  ['a.get is no longer served', { ...before, wire: { ...before.wire, methods: {} } }],
])('reports the change "%s"', (change, now) => {
  expect(contractChanges(before, now)).toContain(change);
});

it('reports the change and the remedy in one sentence', () => {
  const [finding, ...further] = changeFindings('1.0.0', ['GET /api/a: is no longer served'], []);
  expect(finding).toMatch(
    /^Version 1\.0\.0 does not work with "GET \/api\/a: is no longer served": keep [^.]+accepted-changes\.ts [^.]+\.$/,
  );
  expect(further).toEqual([]);
});

it('omits accepted changes', () => {
  expect(changeFindings('1.0.0', ['a.get is no longer served'], ['a.get is no longer served'])).toEqual([]);
});
