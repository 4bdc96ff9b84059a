import { composeFile, deployText } from './compose.js';

it('sets a size budget for every image of an installation', () => {
  const [main, tls] = [composeFile(), composeFile('deploy/compose/tls.yml')];
  const built = [main, tls].flatMap(({ services }) =>
    Object.values(services).flatMap(({ build, image = '' }) =>
      build ? [/^secure-preview-([\w-]+):/.exec(image)?.[1]] : [],
    ),
  );
  const spec = deployText('e2e/src/containers/portal.containers-spec.ts');
  const [, table = ''] = /^const budgets[^\n]*= \[\n([\s\S]*?)^\];/m.exec(spec) ?? [];
  const budgeted = [...table.matchAll(/^ {2}\['([\w-]+)'/gm)].map(([, image]) => image);
  expect(budgeted.sort()).toEqual([...new Set(built)].sort());
});
