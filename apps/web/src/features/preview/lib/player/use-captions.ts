import type { Caption } from '@secure-preview/contracts';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { initialCaptions, preferredCaptions, storedCaptionChoice } from './caption-choice.js';

/** Returns whether a cue is in the upper half of the picture (WebVTT, 3.1). */
const isInUpperHalf = ({ line, snapToLines }: VTTCue) =>
  line !== 'auto' && line >= 0 && (snapToLines || line < 50);

export interface CaptionChoice {
  readonly captions: readonly Caption[];
  readonly chosen: Caption | undefined;
  /** Whether the current cues are at the top of the picture, away from the control bar. */
  readonly atTop: boolean;
  /** Chooses captions; undefined turns them off. */
  readonly choose: (caption: Caption | undefined) => void;
  /** Turns captions off, or on in the preferred language. */
  readonly toggle: () => void;
}

/** Shows the chosen captions of a video and stores the choice. Shows none before the first choice. */
export function useCaptions(
  videoRef: RefObject<HTMLVideoElement | null>,
  captions: readonly Caption[],
): CaptionChoice {
  const [language, setLanguage] = useState(
    () => initialCaptions(captions, storedCaptionChoice.read())?.language,
  );
  const [lastLanguage, setLastLanguage] = useState(language);
  const [atTop, setAtTop] = useState(false);
  const chosen = captions.find((caption) => caption.language === language);

  useEffect(() => {
    let shown: TextTrack | undefined;
    for (const { track, dataset } of videoRef.current?.querySelectorAll('track') ?? []) {
      const isChosen = dataset['captions'] === chosen?.id;
      // Browsers do not download disabled tracks.
      track.mode = isChosen ? 'showing' : 'disabled';
      if (isChosen) shown = track;
    }
    const updateAtTop = () =>
      setAtTop([...(shown?.activeCues ?? [])].some((cue) => isInUpperHalf(cue as VTTCue)));
    updateAtTop();
    shown?.addEventListener('cuechange', updateAtTop);
    return () => shown?.removeEventListener('cuechange', updateAtTop);
  }, [videoRef, chosen]);

  const choose = useCallback((caption: Caption | undefined) => {
    storedCaptionChoice.write(caption?.language ?? 'off');
    setLanguage(caption?.language);
    if (caption) setLastLanguage(caption.language);
  }, []);
  const toggle = useCallback(() => {
    const languages = [...(lastLanguage ? [lastLanguage] : []), ...navigator.languages];
    choose(chosen ? undefined : preferredCaptions(captions, languages));
  }, [captions, chosen, choose, lastLanguage]);

  return { captions, chosen, atTop, choose, toggle };
}
