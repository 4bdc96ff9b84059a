import type * as module from '@techstark/opencv-js';

export type OpenCv = typeof module;

let loading: Promise<OpenCv> | undefined;

/**
 * Starts OpenCV, once for the process. This takes half a second and about 100 MB, so only a process that detects marks
 * should do it.
 */
export function loadOpenCv(): Promise<OpenCv> {
  loading ??= load();
  return loading;
}

async function load(): Promise<OpenCv> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.rawListeners(event));
  const loaded = (await import('@techstark/opencv-js')) as unknown as { default: Promise<OpenCv> };
  const cv = await loaded.default;
  // Emscripten adds listeners that throw errors of the process again. How they are handled is for the process to say.
  events.forEach((event, at) => {
    for (const listener of process.rawListeners(event)) {
      if (before[at]?.includes(listener) === false) process.removeListener(event, listener as () => void);
    }
  });
  return cv;
}
