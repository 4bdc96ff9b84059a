import { EventEmitter, on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LeadBatcher } from './lead-batcher.js';

class DataError extends Error {}
class TimeoutError extends Error {}

interface Batch {
  ids: string[];
  commit: (ids?: string[]) => void;
  fail: (error: Error) => void;
}

/** Creates a batcher over a store whose batches end on command. */
function startBatcher() {
  const started = new EventEmitter();
  const batches = on(started, 'batch');
  const batcher = new LeadBatcher<{ id: string }>({
    store: (leads) =>
      new Promise((resolve, reject) => {
        const ids = leads.map(({ id }) => id);
        started.emit('batch', { ids, commit: (stored = ids) => resolve(new Set(stored)), fail: reject });
      }),
    isDataError: (error) => error instanceof DataError,
    isTimeout: (error) => error instanceof TimeoutError,
  });
  return {
    insert: (...ids: string[]) => Promise.all(ids.map((id) => batcher.insert({ id }))),
    nextBatch: async () => ((await batches.next()).value as [Batch])[0],
  };
}

describe('a batcher', () => {
  it('stores leads that arrive in one turn together, and the next ones when that batch has ended', async () => {
    const { insert, nextBatch } = startBatcher();
    const first = insert('a', 'b');
    const batch = await nextBatch();
    expect(batch.ids).toEqual(['a', 'b']);
    const second = insert('c');
    await nextTurn();
    const third = insert('d');
    await nextTurn();
    batch.commit(['a']);
    const { ids, commit } = await nextBatch();
    expect(await first).toEqual([true, false]);
    expect(ids).toEqual(['c', 'd']);
    commit();
    expect([await second, await third]).toEqual([[true], [true]]);
  });

  it('stores each lead alone after an error in the data of one', async () => {
    const { insert, nextBatch } = startBatcher();
    const stored = insert('a', 'b');
    const { fail } = await nextBatch();
    fail(new DataError());
    const alone = [await nextBatch(), await nextBatch()];
    expect(alone.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
    for (const { commit } of alone) commit();
    expect(await stored).toEqual([true, true]);
  });

  it('rejects all leads of a batch after another error, and stores later ones', async () => {
    const { insert, nextBatch } = startBatcher();
    const rejected = expect(insert('a', 'b')).rejects.toThrow('The connection was lost');
    const { fail } = await nextBatch();
    const later = insert('c');
    fail(new Error('The connection was lost'));
    const { ids, commit } = await nextBatch();
    await rejected;
    expect(ids).toEqual(['c']);
    commit();
    expect(await later).toEqual([true]);
  });

  it('stores each lead alone after a batch took too long, and then the next ones at the same time', async () => {
    const { insert, nextBatch } = startBatcher();
    const stored = insert('a', 'b');
    const { fail } = await nextBatch();
    fail(new TimeoutError());
    const alone = [await nextBatch(), await nextBatch()];
    const later = insert('c', 'd');
    alone.push(await nextBatch(), await nextBatch());
    expect(alone.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c'], ['d']]);
    for (const { commit } of alone) commit();
    expect(await stored).toEqual([true, true]);
    expect(await later).toEqual([true, true]);
    // They were quick, so the next ones share a batch again.
    const together = insert('e', 'f');
    const { ids, commit } = await nextBatch();
    expect(ids).toEqual(['e', 'f']);
    commit();
    expect(await together).toEqual([true, true]);
  });

  it('does not let leads wait for a batch that takes long', async () => {
    const { insert, nextBatch } = startBatcher();
    const slow = insert('a');
    const first = await nextBatch();
    const waiting = insert('b', 'c');
    const alone = [await nextBatch(), await nextBatch()];
    expect(alone.map(({ ids }) => ids)).toEqual([['b'], ['c']]);
    for (const { commit } of [...alone, first]) commit();
    expect([await slow, await waiting]).toEqual([[true], [true, true]]);
  });

  it('rejects a lead that takes too long although it is stored alone', async () => {
    const { insert, nextBatch } = startBatcher();
    const rejected = expect(insert('a')).rejects.toThrow(TimeoutError);
    (await nextBatch()).fail(new TimeoutError());
    await rejected;
  });
});
