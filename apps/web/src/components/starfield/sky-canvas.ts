import type { CanvasSize } from './paint-sky.js';
import type { SkyMessage } from './sky-animation.js';

interface SkyCanvas {
  resize(size: CanvasSize): void;
  setMoving(isMoving: boolean): void;
  stop(): void;
}

/** Animates the sky on a canvas: in a worker if the browser supports it, otherwise on the main thread. */
export function openSkyCanvas(canvas: HTMLCanvasElement): SkyCanvas {
  const worker = startWorker();
  if (!worker) return animateOnPage(canvas);
  const offscreen = canvas.transferControlToOffscreen();
  const send = (message: SkyMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  send({ type: 'start', canvas: offscreen }, [offscreen]);
  return {
    resize: (size) => send({ type: 'resize', size }),
    setMoving: (isMoving) => send({ type: 'motion', isMoving }),
    stop: () => worker.terminate(),
  };
}

/** Loads the animation only where it is needed. Without it, the sky stays empty. */
function animateOnPage(canvas: HTMLCanvasElement): SkyCanvas {
  const animation = import('./sky-animation.js').then(({ animateSky }) => animateSky(canvas));
  const run = (command: (sky: SkyCanvas) => void) => void animation.then(command, () => undefined);
  return {
    resize: (size) => run((sky) => sky.resize(size)),
    setMoving: (isMoving) => run((sky) => sky.setMoving(isMoving)),
    stop: () => run((sky) => sky.stop()),
  };
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined' || !('transferControlToOffscreen' in HTMLCanvasElement.prototype))
    return null;
  try {
    return new Worker(new URL('./sky-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
