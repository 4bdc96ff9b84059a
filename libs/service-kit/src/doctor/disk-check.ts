import { statfs } from 'node:fs/promises';
import { type Check, ok, problem, warning } from './diagnosis.js';

const GB = 1e9;

/** Checks the free space of a folder. @param enough bytes; less is a warning, less than half is an error */
export function diskCheck(folder: string, enough: number, what: string): Check {
  return {
    name: 'disk',
    run: async () => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const finding = `${(free / GB).toFixed(1)} GB free for ${what} (${folder})`;
      const remedy = `Free space: ${(enough / GB).toFixed(0)} GB are enough.`;
      if (free < enough / 2) return problem(finding, remedy);
      return free < enough ? warning(finding, remedy) : ok(finding);
    },
  };
}
