import { builtImages } from '../kubernetes/images.js';
import { processes } from '../kubernetes/processes.js';
import { composeFile, deployText, overrides } from './compose.js';

/** Settings of processes with a fixed value in containers, and the reason. */
const FIXED: Readonly<Record<string, string>> = {
  S3_ENDPOINT: 'gateways use the published port, and read videos from presigned URLs',
  FFMPEG_PATH: 'in the image',
  FFPROBE_PATH: 'in the image',
};
const { name: project, services } = composeFile();
const images = builtImages();
const files = ['docker-compose.yml', ...overrides].map(deployText);

/** Returns the names of the variables in a service's container. */
function variablesOf(service: string): string[] {
  const { environment = {}, image = '' } = services[service] ?? {};
  const built = [...images].find(
    ([imageName]) => image.startsWith(`${imageName}:`) && imageName.startsWith(project),
  );
  return [
    ...Object.keys(environment).map((key) => (key === 'TERMS_FILE' ? key : key.replace(/_FILE$/, ''))),
    ...Object.keys(built?.[1].env ?? {}),
  ];
}

/** Programs except `portal` and `backup`, which serve no requests and get only the settings of their commands. */
const serving = Object.entries(processes).filter(([name]) => !['portal', 'backup'].includes(name));
it.each(serving)('gives %s every setting that it reads', (service, { environment }) => {
  const missing = Object.keys(environment.shape).filter(
    (setting) => !variablesOf(service).includes(setting) && !(setting in FIXED),
  );
  expect(missing).toEqual([]);
});

it('lists every variable of compose in .env.example', () => {
  const documented = new Set(deployText('.env.example').match(/^[A-Z][A-Z0-9_]+(?==)/gm));
  const variables = files.flatMap((text) =>
    [...text.matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name),
  );
  expect(variables.length).toBeGreaterThan(50);
  expect([...new Set(variables)].filter((name = '') => !documented.has(name))).toEqual([]);
});

it('mounts the terms file for the gateway, and does not create a missing file', () => {
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
