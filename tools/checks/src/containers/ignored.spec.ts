import { deployText } from './compose.js';

/** What documents have people put into the checkout, and nobody else may get. */
const ofTheInstallation = [
  ...['.env', 'secrets/media-secret', 'portal-secrets/auth-database-url'],
  'deploy/kubernetes/portal-secrets/auth-database-url',
  ...['portal.tar', 'portal.tar.age', 'portal-2026-01-31T020000Z.tar', 'leads.csv', 'leads.json'],
];
/** Names that are alike and belong to the product. */
const ofTheProduct = [
  'apps/media-service/src/secrets/secret-box.ts',
  'libs/contracts/src/leads/leads.ts',
  'deploy/compose/generate-secrets.mjs',
];

/** Whether a path is meant by a rule: the path itself, or all that is in the folder of that name. */
function meant(rule: string, path: string): boolean {
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
/** Git means a name without a slash before its end at any depth, Docker at the root alone. */
const gitRules = rulesOf('.gitignore').map((rule) => (/\/./.test(rule) ? rule : `**/${rule}`));

it.each([
  ['git', gitRules],
  ['the context of images', rulesOf('.dockerignore')],
])('keeps out of %s what an installation has, and nothing of the product', (_what, rules) => {
  const ignored = (path: string) => rules.some((rule) => meant(rule, path));
  expect(ofTheInstallation.filter((path) => !ignored(path))).toEqual([]);
  expect(ofTheProduct.filter(ignored)).toEqual([]);
});
