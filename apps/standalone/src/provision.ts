import {
  findChromium,
  findExporters,
  findFfmpeg,
  findFirefox,
  findPrometheusTools,
  findRedis,
  findWebKitDriver,
  postgresBinaries,
  serverUser,
} from '@secure-preview/embedded';

const log = (line: string) => console.log(line);

const dependencies: [string, () => Promise<string>][] = [
  ['Postgres', async () => (await postgresBinaries(serverUser())).postgres],
  ['Redis', () => findRedis(log)],
  [
    'ffmpeg',
    async () => {
      const { ffmpeg, ffprobe } = await findFfmpeg(log);
      return ffprobe === undefined ? `${ffmpeg} (no ffprobe)` : ffmpeg;
    },
  ],
  ['Chromium', () => findChromium(log)],
  ['Firefox', () => findFirefox(log)],
  ['WebKit', async () => Object.values(await findWebKitDriver(log)).join(', ')],
  ['promtool and amtool', async () => Object.values(await findPrometheusTools(log)).join(', ')],
  ['Prometheus exporters', async () => Object.values(await findExporters(log)).join(', ')],
];

let hasFailed = false;
for (const [index, [name, find]] of dependencies.entries()) {
  const step = `[${index + 1}/${dependencies.length}] ${name}`;
  try {
    console.log(`${step}: ${await find()}`);
  } catch (error) {
    hasFailed = true;
    const { message, cause } = error as Error;
    console.error(`${step}: ${message}`);
    if (cause instanceof Error) console.error(`      ${cause.message}`);
  }
}
process.exitCode = hasFailed ? 1 : 0;
