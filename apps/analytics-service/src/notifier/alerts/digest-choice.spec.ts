import { chooseListed, countByKind } from './digest-choice.js';

const alerts = (alertClass: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    alertClass,
    kind: alertClass,
    name: `${alertClass} ${index}`,
  }));
const sizes = (listed: readonly { kind: string }[]) => countByKind(listed, (kind) => kind);

describe('chooseListed', () => {
  it('lists everything that fits, in the given order', () => {
    const all = [...alerts('flagged', 20), ...alerts('firstPlay', 30)];
    expect(chooseListed(all, 50)).toEqual({ listed: all, omitted: [] });
    expect(chooseListed([], 50)).toEqual({ listed: [], omitted: [] });
  });

  it('keeps a few alerts of any importance beside a flood of others', () => {
    const floods = [...alerts('flagged', 71), ...alerts('finished', 2), ...alerts('firstPlay', 500)];
    const { listed, omitted } = chooseListed(floods, 50);
    expect(sizes(listed)).toEqual({ flagged: 32, finished: 2, firstPlay: 16 });
    expect(sizes(omitted)).toEqual({ flagged: 39, firstPlay: 484 });
    expect(listed[0]?.name).toBe('flagged 0');
    expect(listed.at(-1)?.name).toBe('firstPlay 15');
  });

  it('lists exactly as many as there is room for', () => {
    const classes = Array.from({ length: 21 }, (_, index) => alerts(`class ${index}`, 3)).flat();
    const { listed } = chooseListed(classes, 50);
    expect(listed).toHaveLength(50);
    expect(sizes(listed)).toMatchObject({ 'class 0': 3, 'class 7': 3, 'class 8': 2, 'class 20': 2 });
  });
});
