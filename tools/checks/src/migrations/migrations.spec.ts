import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { analyticsMigrations } from '../../../../apps/analytics-service/src/database/data-source.js';
import { outboxMigrations } from '../../../../apps/analytics-service/src/database/outbox/data-source.js';
import { authMigrations } from '../../../../apps/auth-service/src/database/data-source.js';
import { mediaMigrations } from '../../../../apps/media-service/src/database/data-source.js';
import { findProjects } from '../workspace/projects.js';
import { type Migration, migrationFindings } from './migration-findings.js';

const migrations = findProjects().flatMap(({ folder }): Migration[] => {
  return ['database', 'database/outbox'].flatMap((owner) => {
    const dir = join(folder, 'src', owner, 'migrations');
    if (!existsSync(dir)) return [];
    return readdirSync(dir).map((file) => ({
      name: `${basename(folder)}/${owner}/${basename(file, '.ts')}`,
      source: readFileSync(join(dir, file), 'utf8'),
    }));
  });
});
/** Returns the name of the class in a file, such as `<service>/20261122T201200-create-auth`. */
function classOf(file: string): string {
  const [, time = '', words = ''] = /(\d{8}T\d{6})-([a-z0-9-]+)$/.exec(file) ?? [];
  const iso = time.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  return `${words.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())}${Date.parse(iso)}`;
}
const findingsOf = (sql: string, members = '') =>
  migrationFindings({
    name: 'm',
    source: `class M { ${members} async up() { await runner.query(\`${sql}\`); } }`,
  });

it('covers every migration', () => {
  const owners = new Set(migrations.map(({ name }) => dirname(name)));
  expect([...owners].sort()).toEqual([
    'analytics-service/database',
    'analytics-service/database/outbox',
    'auth-service/database',
    'media-service/database',
  ]);
});

it.each([
  ['auth-service/database', authMigrations],
  ['analytics-service/database', analyticsMigrations],
  ['analytics-service/database/outbox', outboxMigrations],
  ['media-service/database', mediaMigrations],
])('%s lists all its migrations in order, with the times of their files', (service, listed) => {
  const files = migrations.map(({ name }) => name).filter((name) => dirname(name) === service);
  expect(listed.map(({ name }) => name)).toEqual(files.sort().map(classOf));
});

it.each(migrations)('$name does not break the previous version', (migration) => {
  expect(migrationFindings(migration)).toEqual([]);
});

it.each([
  ['DROP TABLE leads', 'drops a table'],
  ['ALTER TABLE trailer DROP COLUMN step', 'drops an object that the previous version may read'],
  ['ALTER TABLE trailer ADD COLUMN a text, RENAME COLUMN step TO stage', 'renames'],
  ['ALTER TABLE trailer RENAME TO film', 'renames'],
  ['ALTER TABLE trailer ALTER COLUMN progress TYPE text', 'changes the type'],
  ['ALTER TABLE trailer ALTER COLUMN step SET NOT NULL', 'rejects rows'],
  ['ALTER TABLE trailer ADD COLUMN owner text NOT NULL', 'does not fill'],
  ['CREATE INDEX i ON analytics.leads (ip)', 'CREATE INDEX CONCURRENTLY'],
  ['CREATE UNIQUE INDEX i ON segments (name)', 'CREATE INDEX CONCURRENTLY'],
  [`ALTER TABLE analytics.leads ADD CHECK (ip <> '')`, 'NOT VALID'],
  ['ALTER TABLE segments ADD COLUMN id uuid DEFAULT gen_random_uuid()', 'rewrites a large table'],
  ['UPDATE analytics.leads SET ip = NULL', 'in one statement'],
  ['DO $$ BEGIN ALTER TABLE trailer DROP COLUMN step; END $$', 'in a block'],
  ['CREATE INDEX CONCURRENTLY i ON analytics.leads (ip)', '`transaction = false`'],
])('rejects %s', (sql, finding) => {
  expect(findingsOf(sql)).toEqual([expect.stringContaining(finding)]);
});

it.each([
  ['CREATE TABLE new (a int NOT NULL); ALTER TABLE new ALTER COLUMN a TYPE text; CREATE INDEX i ON new (a)'],
  [`ALTER TABLE trailer ADD COLUMN a text, ADD COLUMN b boolean NOT NULL DEFAULT false`],
  [`-- DROP TABLE leads\nALTER TABLE analytics.leads ADD COLUMN note text CHECK (note <> 'DROP TABLE x')`],
  [`ALTER TABLE analytics.leads ADD CHECK (ip <> '') NOT VALID`],
  [
    'ALTER TABLE trailer DROP CONSTRAINT trailer_status_check, ADD CONSTRAINT trailer_status_check CHECK (true)',
  ],
])('accepts %s', (sql) => {
  expect(findingsOf(sql)).toEqual([]);
});

it('accepts an index on a large table that is built concurrently', () => {
  expect(findingsOf('CREATE INDEX CONCURRENTLY i ON analytics.leads (ip)', 'transaction = false;')).toEqual(
    [],
  );
});

it('accepts an index that replaces one of an interrupted build', () => {
  const sql = 'DROP INDEX CONCURRENTLY IF EXISTS i; CREATE INDEX CONCURRENTLY i ON analytics.leads (ip)';
  expect(findingsOf(sql, 'transaction = false;')).toEqual([]);
});

it('rejects two indexes in one migration', () => {
  const sql =
    'CREATE INDEX CONCURRENTLY i ON analytics.leads (ip); CREATE INDEX CONCURRENTLY j ON analytics.leads (ip)';
  expect(findingsOf(sql, 'transaction = false;')).toEqual([expect.stringContaining('a separate migration')]);
});

it('rejects an unlimited wait for a blocking lock', () => {
  expect(findingsOf('ALTER TABLE trailer ADD COLUMN a text', 'transaction = false;')).toEqual([
    expect.stringContaining('without a limit'),
  ]);
});
