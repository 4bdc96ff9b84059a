import type { CanvasSize } from './paint-sky.js';
import { animateSky, type SkyMessage } from './sky-animation.js';

interface SkyCanvas {
  resize(size: CanvasSize): void;
  setMoving(isMoving: boolean): void;
  stop(): void;
}

/** Animates the sky on a canvas: in a worker if the browser supports it, otherwise on the main thread. */
export function openSkyCanvas(canvas: HTMLCanvasElement): SkyCanvas {
  const worker = startWorker();
  if (!worker) return animateSky(canvas);
  const offscreen = canvas.transferControlToOffscreen();
  const send = (message: SkyMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  send({ type: 'start', canvas: offscreen }, [offscreen]);
  return {
    resize: (size) => send({ type: 'resize', size }),
    setMoving: (isMoving) => send({ type: 'motion', isMoving }),
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
