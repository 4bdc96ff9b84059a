import { animateSky, type SkyMessage } from './sky-animation.js';

let animation: ReturnType<typeof animateSky> | undefined;

addEventListener('message', ({ data }: MessageEvent<SkyMessage>) => {
  if (data.type === 'start') animation = animateSky(data.canvas);
  else if (data.type === 'resize') animation?.resize(data.size);
  else animation?.setMoving(data.isMoving);
});
