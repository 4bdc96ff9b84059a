import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseRoles, roleVariables } from '@secure-preview/embedded';
import { configuredDatabase } from './configured-database.js';

describe('configuredDatabase', () => {
  const databaseAdminUrl = 'postgres://owner:secret@db.example:6543/portal?sslmode=verify-full';
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'named-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('returns undefined when neither URL is set', () => {
    expect(
      configuredDatabase({ databaseUrl: undefined, databaseAdminUrl: undefined }, dataDir),
    ).toBeUndefined();
  });

  it('derives a role with a stored password for each process from the admin URL', () => {
    const found = configuredDatabase({ databaseUrl: undefined, databaseAdminUrl }, dataDir);
    expect(configuredDatabase({ databaseUrl: undefined, databaseAdminUrl }, dataDir)).toEqual(found);
    expect(found?.databaseAdminUrl).toBe(databaseAdminUrl);
    const worker = readFileSync(join(dataDir, 'secrets/postgres-media-worker-password'), 'utf8');
    expect(found?.databaseUrls['media-worker']).toBe(
      `postgres://portal_media_worker:${worker}@db.example:6543/portal?sslmode=verify-full`,
    );
    expect(new Set(Object.values(found?.databaseUrls ?? {})).size).toBe(databaseRoles.length);
  });

  it('uses one role for all processes when only one URL is set', () => {
    const databaseUrl = 'postgres://portal:secret@db.example/portal';
    const found = configuredDatabase({ databaseUrl, databaseAdminUrl: undefined }, dataDir);
    expect(found?.databaseAdminUrl).toBe(databaseUrl);
    expect(found && roleVariables(found.databaseUrls)).toEqual({
      AUTH_DATABASE_URL: databaseUrl,
      ANALYTICS_DATABASE_URL: databaseUrl,
      MEDIA_DATABASE_URL: databaseUrl,
      MEDIA_WORKER_DATABASE_URL: databaseUrl,
      NOTIFIER_DATABASE_URL: databaseUrl,
    });
  });
});
