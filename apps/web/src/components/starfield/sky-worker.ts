import { animateSky, type SkyMessage } from './sky-animation.js';

let animation: ReturnType<typeof animateSky> | undefined;

addEventListener('message', ({ data }: MessageEvent<SkyMessage>) => {
  if (data.type === 'start') animation = animateSky(data.canvas);
  else if (data.type === 'frame') animation?.setFrame(data.frame);
  else animation?.setMoving(data.moving);
});
