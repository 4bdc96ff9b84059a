import { join } from 'node:path';
import { repositoryRoot } from '../supervisor/settings.js';
import { affectedServices, definesSchema } from './affected-services.js';

describe('affectedServices', () => {
  const affectedBy = affectedServices(repositoryRoot);
  const of = (file: string) => affectedBy(join(repositoryRoot, file));

  it('returns the processes of the edited application', () => {
    expect(of('apps/gateway/src/main.ts')).toEqual(['gateway']);
    expect(of('apps/media-service/src/jobs/job-tasks.service.ts')).toEqual(['media-service', 'media-worker']);
  });

  it('returns all processes that need an edited library, directly or through another one', () => {
    const all = ['auth-service', 'media-service', 'media-worker', 'analytics-service', 'gateway'];
    expect(of('libs/contracts/src/limits.ts')).toEqual(all);
    expect(of('libs/operations/src/commands.ts')).toEqual(all);
  });

  it('returns none for tools and for code that only tests need', () => {
    expect(of('apps/standalone/src/start.ts')).toEqual([]);
    expect(of('libs/testing/src/index.ts')).toEqual([]);
  });
});

it('counts the list of migrations as part of the schema', () => {
  const of = (file: string) => definesSchema(join(repositoryRoot, 'apps/auth-service/src', file));
  expect(of('database/migrations/20261122T201200-create-auth.ts')).toBe(true);
  expect(of('database/data-source.ts')).toBe(true);
  expect(of('staff/staff-session.entity.ts')).toBe(false);
});
