import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import watcher, { type Event } from '@parcel/watcher';

/** Folders with code that no service runs. */
const excludedFolders = new Set(['web', 'testing']);

/** Calls `onEdit` with the changed files, one batch after the other. */
export async function watchSources(
  root: string,
  onEdit: (events: readonly Event[]) => Promise<void>,
): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let pending: Event[] = [];
  const handle = () => {
    const events = pending;
    pending = [];
    return events.length === 0 ? undefined : onEdit(events);
  };
  const folders = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind))
      .filter((name) => !excludedFolders.has(name))
      .map((name) => join(root, kind, name, 'src')),
  );
  const onEvents = (error: Error | null, events: Event[]) => {
    if (error !== null) console.error(`Edits are no longer watched: ${error.message}. Restart npm run dev.`);
    pending.push(...events);
    last = last.then(handle).catch((failure: Error) => console.error(failure.message));
  };
  await Promise.all(folders.map((folder) => watcher.subscribe(folder, onEvents)));
}
