import * as embedded from '@secure-preview/embedded';

const log = (line: string) => process.stderr.write(`${line}\n`);

/** Returns the paths of ffmpeg and ffprobe; downloads them if none is installed. */
export async function findFfmpeg(): Promise<{ ffmpeg: string; ffprobe: string }> {
  const { ffmpeg, ffprobe } = await embedded.findFfmpeg(log);
  if (ffprobe === undefined) throw new Error('The tests need ffprobe: install ffmpeg, or set FFPROBE_PATH.');
  return { ffmpeg, ffprobe };
}

/** Returns the path of Chromium; downloads it if none is installed. */
export function findChromium(): Promise<string> {
  return embedded.findChromium(log);
}

/** Returns the path of Firefox; downloads it if none is installed. */
export function findFirefox(): Promise<string> {
  return embedded.findFirefox(log);
}

/** Returns the paths of WebKit's driver and Xvfb; downloads them if none is installed. */
export function findWebKitDriver(): Promise<embedded.WebKitDriver> {
  return embedded.findWebKitDriver(log);
}
