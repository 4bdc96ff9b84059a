import { join } from 'node:path';
import { repositoryRoot } from '../supervisor/settings.js';
import { affectedServices, definesSchema } from './affected-services.js';

describe('affectedServices', () => {
  const affectedBy = affectedServices(repositoryRoot);
  const servicesFor = (file: string) => affectedBy(join(repositoryRoot, file));

  it('returns the processes of the edited application', () => {
    expect(servicesFor('apps/gateway/src/main.ts')).toEqual(['gateway']);
    expect(servicesFor('apps/media-service/src/jobs/job-tasks.service.ts')).toEqual([
      'media-service',
      'media-worker',
    ]);
  });

  it('returns all processes that need an edited library, directly or through another library', () => {
    const all = ['auth-service', 'media-service', 'media-worker', 'analytics-service', 'gateway', 'notifier'];
    expect(servicesFor('libs/contracts/src/limits.ts')).toEqual(all);
    expect(servicesFor('libs/operations/src/commands.ts')).toEqual(all);
  });

  it('returns no process for tools and for code that only tests need', () => {
    expect(servicesFor('apps/standalone/src/start.ts')).toEqual([]);
    expect(servicesFor('libs/testing/src/index.ts')).toEqual([]);
  });
});

it('counts the list of migrations as part of the schema', () => {
  const servicesFor = (file: string) => definesSchema(join(repositoryRoot, 'apps/auth-service/src', file));
  expect(servicesFor('database/migrations/20261122T201200-create-auth.ts')).toBe(true);
  expect(servicesFor('database/data-source.ts')).toBe(true);
  expect(servicesFor('staff/staff-session.entity.ts')).toBe(false);
});
