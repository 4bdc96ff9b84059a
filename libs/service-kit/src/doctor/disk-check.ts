import { statfs } from 'node:fs/promises';
import { type Check, ok, problem, warning } from './diagnosis.js';

const GB = 1e9;

/** Checks the free space of a folder. @param neededBytes less free space is a warning, less than half of it an error */
export function diskCheck(folder: string, neededBytes: number, purpose: string): Check {
  return {
    name: 'disk',
    run: async () => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const finding = `${(free / GB).toFixed(1)} GB free for ${purpose} (${folder})`;
      const remedy = `Free space: ${(neededBytes / GB).toFixed(0)} GB are recommended.`;
      if (free < neededBytes / 2) return problem(finding, remedy);
      return free < neededBytes ? warning(finding, remedy) : ok(finding);
    },
  };
}
