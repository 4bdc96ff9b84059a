/** One migration as text. */
export interface Migration {
  /** Name of the file without its extension. */
  readonly name: string;
  readonly source: string;
}

/**
 * Tables that grow with every visitor or segment. A statement that locks one of them during a full scan
 * blocks the portal.
 */
const LARGE = new Set([
  'leads',
  'access_log_entries',
  'viewing_sessions',
  'progress_events',
  'viewing_summaries',
  'segment_deliveries',
  'delivery_summaries',
  'segments',
  'stored_objects',
  'alerts',
]);

/** Returns the SQL statements in the template strings of a migration, without comments and string literals. */
export function statementsOf(source: string): string[] {
  const sql = [...source.matchAll(/`([^`]*)`|query\(\s*'([^']*)'/g)]
    .map(([, template, text]) => template ?? text ?? '')
    .join(';');
  return (
    sql
      .replace(/--[^\n]*/g, '')
      // Keeps the statements in the body of a function or block, but removes their semicolons.
      .replace(/\$(\w*)\$([\s\S]*?)\$\1\$/g, (_, __, body: string) => body.replaceAll(';', ' '))
      .replace(/'[^']*'/g, "''")
      .split(';')
      .map((statement) => statement.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
  );
}

const unqualified = (name: string) => name.replace(/^.*\./, '').replaceAll('"', '').toLowerCase();

/** Splits ALTER TABLE into clauses, at commas outside of parentheses. */
function clausesOf(text: string): string[] {
  const clauses = [''];
  let depth = 0;
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) clauses.push('');
    else clauses[clauses.length - 1] += letter;
  }
  return clauses.map((clause) => clause.trim());
}

function clauseFinding(clause: string, isLarge: boolean): string | undefined {
  const addsColumn = /^ADD (COLUMN )?(?!CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE)/i.test(clause);
  if (/^DROP (?!CONSTRAINT)/i.test(clause)) return 'drops an object that the previous version may read';
  if (/^RENAME/i.test(clause)) return 'renames an object that the previous version uses';
  if (/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE/i.test(clause)) return 'changes the type of a column';
  if (/^ALTER (COLUMN )?\S+ SET NOT NULL/i.test(clause))
    return 'rejects rows that the previous version writes';
  if (addsColumn && /NOT NULL/i.test(clause) && !/DEFAULT|GENERATED/i.test(clause)) {
    return 'adds a column that the previous version does not fill';
  }
  if (/^ADD (CONSTRAINT \S+ )?(CHECK|FOREIGN|UNIQUE|PRIMARY)/i.test(clause) && !/NOT VALID/i.test(clause)) {
    return isLarge
      ? 'reads a large table under a lock: add it NOT VALID, validate it in a separate migration'
      : undefined;
  }
  if (addsColumn && /DEFAULT (clock_timestamp|random|gen_random_uuid)/i.test(clause)) {
    return isLarge ? 'rewrites a large table under a lock' : undefined;
  }
  return undefined;
}

function statementFinding(statement: string, isNew: (table: string) => boolean): string | undefined {
  const [, dropped] = /^DROP (TABLE|VIEW|SCHEMA|TYPE|FUNCTION|SEQUENCE|TRIGGER|INDEX)/i.exec(statement) ?? [];
  if (dropped && !/^INDEX$/i.test(dropped)) return `drops a ${dropped.toLowerCase()}`;
  const [, altered = '', clauses = ''] =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(statement) ?? [];
  if (altered && !isNew(altered)) {
    for (const clause of clausesOf(clauses)) {
      const finding = clauseFinding(clause, LARGE.has(unqualified(altered)));
      if (finding) return finding;
    }
  }
  const [, concurrently = '', indexed = ''] =
    /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?([\w."]+)/i.exec(statement) ?? [];
  if (indexed && !concurrently && !isNew(indexed) && LARGE.has(unqualified(indexed))) {
    return 'locks a large table while its index is built: CREATE INDEX CONCURRENTLY';
  }
  if (/\bALTER TABLE\b|\bDROP\b|\bCREATE (UNIQUE )?INDEX\b/i.test(statement) && /^DO\b/i.test(statement)) {
    return 'changes tables in a block, which this check cannot analyse';
  }
  const [, updated = ''] = /^(?:UPDATE|DELETE FROM) ([\w."]+)/i.exec(statement) ?? [];
  if (updated && !isNew(updated) && LARGE.has(unqualified(updated)))
    return 'changes a large table in one statement';
  return undefined;
}

/** Comment with the last version that uses the removed objects. */
export const CONTRACT = /-- contract: \S+/;

/** Lists statements that break the previous version while it still runs, or that lock a large table for long. */
export function migrationFindings({ name, source }: Migration): string[] {
  const statements = statementsOf(source);
  const created = new Set(
    statements.flatMap((statement) => {
      const [, table] = /^CREATE TABLE (?:IF NOT EXISTS )?([\w."]+)/i.exec(statement) ?? [];
      return table === undefined ? [] : [unqualified(table)];
    }),
  );
  const findings = statements.flatMap((statement) => {
    const finding = statementFinding(statement, (table) => created.has(unqualified(table)));
    if (finding === undefined || (finding.startsWith('drops') && CONTRACT.test(source))) return [];
    return [`${name}: ${finding}: ${statement.slice(0, 80)}`];
  });
  const isConcurrent = statements.some((statement) => /CONCURRENTLY/i.test(statement));
  const hasNoTransaction = /\btransaction = false\b/.test(source);
  if (isConcurrent && !hasNoTransaction) {
    findings.push(`${name}: CONCURRENTLY needs \`transaction = false\` in its class`);
  }
  if (hasNoTransaction && !isConcurrent) {
    findings.push(`${name}: only CONCURRENTLY may wait for locks without a limit`);
  }
  // Dropping an index that an interrupted build left invalid makes the migration repeatable.
  const changes = statements.filter((statement) => !/^DROP INDEX CONCURRENTLY IF EXISTS /i.test(statement));
  if (isConcurrent && changes.length > 1) {
    findings.push(
      `${name}: CONCURRENTLY needs a separate migration, because earlier statements are not rolled back`,
    );
  }
  return findings;
}
