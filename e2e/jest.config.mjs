import { nodeProject } from '../jest.preset.mjs';

// Browser tests often wait for playback, so two workers make good use of two cores.
export default nodeProject(import.meta.url, { maxWorkers: 2 });
