import { createRequire } from 'node:module';
import type * as module from '@techstark/opencv-js';

export type OpenCv = typeof module;

/** What the package exports: OpenCV, before its WebAssembly is compiled. */
type Unready = OpenCv & { onRuntimeInitialized: () => void; then?: unknown };

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
  // `import()` would search all of the 11 MB for names of exports first.
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Unready;
  await new Promise<void>((resolve) => {
    cv.onRuntimeInitialized = resolve;
  });
  // Its `then` passes on the object itself, so a promise with this value would never be fulfilled.
  delete cv.then;
  // Emscripten adds listeners that throw errors of the process again. How they are handled is for the process to say.
  events.forEach((event, at) => {
    for (const listener of process.rawListeners(event)) {
      if (before[at]?.includes(listener) === false) process.removeListener(event, listener as () => void);
    }
  });
  return cv;
}
