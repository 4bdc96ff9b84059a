import { type RefObject, useCallback } from 'react';
import { playerCommands } from './player-commands.js';

/** Binds the player's commands to its video element. */
export function useCommands(videoRef: RefObject<HTMLVideoElement | null>) {
  const withVideo = useCallback(
    (command: (video: HTMLVideoElement) => void) => {
      if (videoRef.current) command(videoRef.current);
    },
    [videoRef],
  );
  const toggle = useCallback(() => withVideo(playerCommands.toggle), [withVideo]);
  const restart = useCallback(() => withVideo(playerCommands.restart), [withVideo]);
  return { withVideo, toggle, restart };
}
