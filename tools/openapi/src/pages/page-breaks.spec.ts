import { openApiDocument } from '@secure-preview/contracts/openapi';
import { committedApi } from '../documents.js';
import { type Api, pageBreaks } from './page-breaks.js';

const before = JSON.parse(JSON.stringify(openApiDocument())) as Api;

it('accepts the pages of the previous version', () => {
  expect(pageBreaks(committedApi(), before)).toEqual([]);
});

/** Returns the document with one text replaced in one operation. */
function changed(path: string, method: string, from: string, to: string): Api {
  const text = JSON.stringify(before.paths[path]?.[method]);
  if (!text.includes(from)) throw new Error(`${method} ${path} has no ${from}`);
  const operation = JSON.parse(text.replace(from, to)) as unknown;
  return { paths: { ...before.paths, [path]: { ...before.paths[path], [method]: operation } } };
}

it('accepts additions', () => {
  const response = ['/api/viewing-session', 'post', '"properties":{"id"'] as const;
  expect(pageBreaks(before, changed(...response, '"properties":{"extra":{"type":"string"},"id"'))).toEqual(
    [],
  );
  const { '/api/config': config, ...others } = before.paths;
  expect(pageBreaks({ paths: others }, { paths: { ...others, '/api/config': config ?? {} } })).toEqual([]);
});

it.each<[string, Api]>([
  ['POST /api/auth/lead-capture: is no longer served', { paths: {} }],
  [
    'GET /api/auth/status: requires viewer instead of public',
    changed('/api/auth/status', 'get', '"x-access":"public"', '"x-access":"viewer"'),
  ],
  [
    'POST /api/auth/lead-capture: an open page’s request: .body.company: may be missing',
    changed('/api/auth/lead-capture', 'post', '"required":["name"', '"required":["company","name"'),
  ],
  [
    'GET /api/lead-captures: an open page’s request: .limit: may be missing',
    changed('/api/lead-captures', 'get', '"required":false', '"required":true'),
  ],
  [
    'POST /api/viewing-session: a new response: .id: may be missing',
    changed('/api/viewing-session', 'post', '"required":["id"]', '"required":[]'),
  ],
  [
    'GET /api/media/captions/{captionId}: returns application/x-subrip instead of text/vtt; charset=utf-8',
    changed('/api/media/captions/{captionId}', 'get', 'text/vtt; charset=utf-8', 'application/x-subrip'),
  ],
])('reports the break "%s"', (finding, now) => {
  expect(pageBreaks(before, now)).toContain(finding);
});
