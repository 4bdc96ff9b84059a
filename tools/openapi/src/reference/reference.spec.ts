import { allRoutes, parseInput } from '@secure-preview/contracts';
import { openApiDocument, type Shape } from '@secure-preview/contracts/openapi';
import type { Api, Operation } from '../pages/page-breaks.js';
import { exampleOf } from './example-of.js';
import { fieldRows, typeOf } from './field-rows.js';
import { reference } from './reference.js';

const api = JSON.parse(JSON.stringify(openApiDocument())) as Api;
const jsonOf = (body: Operation['requestBody']): Shape => body?.content?.['application/json']?.schema ?? {};

describe('examples', () => {
  it.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'of %s are accepted by the contracts',
    (_name, { method, path, body, response, status = 200 }) => {
      const operation = api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;
      if (body) expect(() => parseInput(body, exampleOf(jsonOf(operation.requestBody)))).not.toThrow();
      if (response) {
        expect(() => parseInput(response, exampleOf(jsonOf(operation.responses[status])))).not.toThrow();
      }
    },
  );
});

it('returns a row for each field of nested shapes', () => {
  const text = { type: 'string' };
  const shape: Shape = {
    type: 'object',
    properties: {
      viewer: { anyOf: [{ type: 'object', properties: { ip: text }, required: ['ip'] }, { type: 'null' }] },
      files: { type: 'array', items: { type: 'object', properties: { name: text } }, maxItems: 12 },
    },
    required: ['viewer'],
  };
  expect(fieldRows(shape)).toEqual([
    { name: 'viewer', type: 'object or null', required: true },
    { name: 'viewer.ip', type: 'string', required: true },
    { name: 'files', type: 'array of object, at most 12 items', required: false },
    { name: 'files[].name', type: 'string', required: false },
  ]);
});

it.each<[Shape, string]>([
  [{ type: 'string', minLength: 1, maxLength: 200 }, 'string, 1 to 200 characters'],
  [{ type: 'string', format: 'uuid', pattern: '^.*$' }, 'uuid'],
  [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, 'string, matches `^[0-9a-f]{64}$`'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'integer', minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 }, 'integer'],
  [{ type: 'integer', minimum: 1, maximum: 500, default: 100 }, 'integer, 1 to 500, default `100`'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'number, greater than 0'],
  [{ type: 'string', enum: ['name', 'email'] }, '`"name"` or `"email"`'],
  [
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    '[number, number]',
  ],
])('describes the type %j', (shape, text) => {
  expect(typeOf(shape)).toBe(text);
});

it('writes a section for every route, with access, body and errors', () => {
  const page = reference(api);
  const titles = [...page.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toHaveLength(allRoutes.length);
  const section = page.split('### ').find((text) => text.startsWith('POST /api/auth/lead-capture\n'));
  expect(section).toContain('Access: public.');
  expect(section).toContain('| `name` | string, 1 to 200 characters | yes |');
  expect(section).toContain('"email": "ada@example.com"');
  expect(section).toContain('| 409 | `TERMS_CHANGED` |');
});
