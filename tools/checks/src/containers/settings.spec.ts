import { builtImages } from '../kubernetes/images.js';
import { processes } from '../kubernetes/processes.js';
import { composeFile, deployText, overrides } from './compose.js';

/** Settings of processes with a fixed value in containers, and the reason. */
const FIXED: Readonly<Record<string, string>> = {
  S3_ENDPOINT: 'gateways take the port that is published, and read films by signed addresses',
  FFMPEG_PATH: 'in the image',
  FFPROBE_PATH: 'in the image',
};
const { name: project, services } = composeFile();
const images = builtImages();
const files = ['docker-compose.yml', ...overrides].map(deployText);

/** Returns the names of the variables in a service's container. */
function given(service: string): string[] {
  const { environment = {}, image = '' } = services[service] ?? {};
  const built = [...images].find(([each]) => image.startsWith(`${each}:`) && each.startsWith(project));
  return [
    ...Object.keys(environment).map((key) => (key === 'TERMS_FILE' ? key : key.replace(/_FILE$/, ''))),
    ...Object.keys(built?.[1].env ?? {}),
  ];
}

/** `portal` and `backup` get what their commands need, and serve no requests. */
const serving = Object.entries(processes).filter(([name]) => !['portal', 'backup'].includes(name));
it.each(serving)('gives %s every setting that it reads', (service, { environment }) => {
  const missing = Object.keys(environment.shape).filter(
    (setting) => !given(service).includes(setting) && !(setting in FIXED),
  );
  expect(missing).toEqual([]);
});

it('names every variable of compose in .env.example', () => {
  const documented = new Set(deployText('.env.example').match(/^[A-Z][A-Z0-9_]+(?==)/gm));
  const variables = files.flatMap((text) =>
    [...text.matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, each]) => each),
  );
  expect(variables.length).toBeGreaterThan(50);
  expect([...new Set(variables)].filter((each = '') => !documented.has(each))).toEqual([]);
});

it('mounts the file of terms where the gateway expects it, and creates none if it is missing', () => {
  const { environment = {}, volumes = [] } = services['gateway'] ?? {};
  expect(environment['TERMS_FILE']).toBe(`\${TERMS_FILE:+/run/terms.txt}`);
  expect(volumes).toContainEqual({
    type: 'bind',
    source: `\${TERMS_FILE:-/dev/null}`,
    target: '/run/terms.txt',
    read_only: true,
    bind: { create_host_path: false },
  });
});
