import { nodeProject } from '../jest.preset.mjs';

// Browser tests often wait, for films to play: two workers use two cores.
export default nodeProject(import.meta.url, { maxWorkers: 2 });
