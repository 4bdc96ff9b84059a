import { join, relative } from 'node:path';
import { runInForeground } from './supervisor/foreground.js';

const STEPS = 6;

runInForeground({
  steps: STEPS,
  running: async ({ portal: { url }, settings: { dataDir } }) => {
    console.log(`[${STEPS}/${STEPS}] Ready`);
    console.log(`\nSecure Preview is running at ${url}`);
    console.log(
      `To upload: while the gate is open, enter your own name and e-mail at ${url} first. Then open ${url}/upload.`,
    );
    const logs = join(dataDir, 'logs');
    const relativePath = relative(process.cwd(), logs);
    console.log(`Logs are in ${relativePath.startsWith('..') ? logs : relativePath}. Stop with Ctrl-C.`);
    return url;
  },
});
