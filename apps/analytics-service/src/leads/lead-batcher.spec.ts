import { setImmediate as nextTurn } from 'node:timers/promises';
import { LeadBatcher } from './lead-batcher.js';

class DataError extends Error {}

/** Creates a batcher over a store whose batches end on command. */
function started() {
  const batches: { ids: string[]; commit: (ids?: string[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = new LeadBatcher<{ id: string }>({
    store: (leads) =>
      new Promise((resolve, reject) => {
        const ids = leads.map(({ id }) => id);
        batches.push({ ids, commit: (stored = ids) => resolve(new Set(stored)), fail: reject });
      }),
    isDataError: (error) => error instanceof DataError,
  });
  const insert = (...ids: string[]) => Promise.all(ids.map((id) => batcher.insert({ id })));
  const idsOfBatches = () => batches.map(({ ids }) => ids);
  return { batches, insert, idsOfBatches };
}

describe('a batcher', () => {
  it('stores leads that arrive in one turn together, and the next ones when that batch has ended', async () => {
    const { batches, insert, idsOfBatches } = started();
    const first = insert('a', 'b');
    await nextTurn();
    const second = insert('c');
    await nextTurn();
    const third = insert('d');
    await nextTurn();
    expect(idsOfBatches()).toEqual([['a', 'b']]);
    batches[0]?.commit(['a']);
    expect(await first).toEqual([true, false]);
    await nextTurn();
    expect(idsOfBatches()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    batches[1]?.commit();
    expect([await second, await third]).toEqual([[true], [true]]);
  });

  it('stores each lead alone after an error in the data of one', async () => {
    const { batches, insert, idsOfBatches } = started();
    const stored = insert('a', 'b');
    const outcome = Promise.allSettled([stored]);
    await nextTurn();
    batches[0]?.fail(new DataError());
    await nextTurn();
    expect(idsOfBatches().slice(1)).toEqual([['a'], ['b']]);
    for (const { commit } of batches.slice(1)) commit();
    expect(await outcome).toEqual([{ status: 'fulfilled', value: [true, true] }]);
  });

  it('rejects all leads of a batch after another error, and stores later ones', async () => {
    const { batches, insert, idsOfBatches } = started();
    const rejected = insert('a', 'b');
    const later = nextTurn().then(() => insert('c'));
    await nextTurn();
    batches[0]?.fail(new Error('The connection was lost'));
    await expect(rejected).rejects.toThrow('The connection was lost');
    await nextTurn();
    expect(idsOfBatches()).toEqual([['a', 'b'], ['c']]);
    batches[1]?.commit();
    expect(await later).toEqual([true]);
  });
});
