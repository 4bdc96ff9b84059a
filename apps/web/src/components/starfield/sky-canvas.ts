import type { Frame } from './paint-sky.js';
import { animateSky, type SkyMessage } from './sky-animation.js';

interface SkyCanvas {
  setFrame(frame: Frame): void;
  setMoving(moving: boolean): void;
  stop(): void;
}

/** Draws in a worker if the browser can, else on the main thread. */
export function openSkyCanvas(canvas: HTMLCanvasElement): SkyCanvas {
  const worker = startWorker();
  if (!worker) return animateSky(canvas);
  const offscreen = canvas.transferControlToOffscreen();
  const send = (message: SkyMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  send({ type: 'start', canvas: offscreen }, [offscreen]);
  return {
    setFrame: (frame) => send({ type: 'frame', frame }),
    setMoving: (moving) => send({ type: 'motion', moving }),
    stop: () => worker.terminate(),
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
