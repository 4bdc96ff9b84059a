import { deployText } from './compose.js';

/** Private files that operators put into the checkout according to the documents. */
const privateFiles = [
  '.env',
  'secrets/media-secret',
  'portal-secrets/auth-database-url',
  'deploy/kubernetes/portal-secrets/auth-database-url',
  'portal.tar',
  'portal.tar.age',
  'portal-2026-01-31T020000Z.tar',
  'leads.csv',
  'leads.json',
];
/** Files of the product with similar names. */
const productFiles = [
  'apps/media-service/src/secrets/secret-box.ts',
  'libs/contracts/src/leads/leads.ts',
  'deploy/compose/generate-secrets.mjs',
];

/** Returns whether a rule covers a path: the path itself, or a folder that contains it. */
function covers(rule: string, path: string): boolean {
  const pattern = rule
    .replace(/^\/|\/$/g, '')
    .replace(/[.+]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'));
  return new RegExp(`^${pattern}(/|$)`).test(path);
}

const rulesOf = (file: string) =>
  deployText(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
/** Git matches a name without a slash before its end at any depth, Docker at the root only. */
const gitRules = rulesOf('.gitignore').map((rule) => (/\/./.test(rule) ? rule : `**/${rule}`));

it.each([
  ['git', gitRules],
  ['the context of images', rulesOf('.dockerignore')],
])('excludes the files of an installation from %s, but no file of the product', (_name, rules) => {
  const ignored = (path: string) => rules.some((rule) => covers(rule, path));
  expect(privateFiles.filter((path) => !ignored(path))).toEqual([]);
  expect(productFiles.filter(ignored)).toEqual([]);
});
