import { projectsWith, type Spec } from '../../runner/specs.mjs';

const spec = (project: string, kind: Spec['kind']): Spec => ({
  project,
  kind,
  path: project,
  subject: project,
});

it('orders projects by their number of specs of a kind', () => {
  const specs = [spec('a', 'medium'), spec('a', 'unit'), spec('a', 'unit'), spec('b', 'medium')];
  expect(projectsWith('medium', [...specs, spec('b', 'medium')])).toEqual(['b', 'a']);
});
