import { formatTime } from '@secure-preview/contracts';
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '../../../../messages/use-messages.js';
import { playerLimits } from '../../lib/player/player-limits.js';

const { min, max, step } = playerLimits.slider;

interface SeekSliderProps {
  /** Current position in seconds. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  /** Whether the video is seeking. */
  seeking: boolean;
  /** Called while the slider is dragged, for each new position. */
  onSeek: (percent: number) => void;
  /** Called when the slider is released. */
  onSeekEnd: () => void;
}

/** Shows and changes the position in the video, in percent (docs/product.md#player). */
export function SeekSlider({ time, duration, seeking, onSeek, onSeekEnd }: SeekSliderProps) {
  const t = useMessages();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isHeld, setHeld] = useState(false);
  // Shows the chosen position while the slider is held and until the seek ends, wherever the video plays meanwhile.
  const [chosenPercent, setChosenPercent] = useState<number | null>(null);
  useEffect(() => {
    if (!seeking && !isHeld) setChosenPercent(null);
  }, [seeking, isHeld]);
  const release = useEffectEvent(() => {
    onSeekEnd();
    setHeld(false);
  });
  useEffect(() => {
    const input = inputRef.current;
    const onRelease = () => release();
    // React's `onChange` is the native `input`. The native `change` comes once, when the slider is released; in Firefox not
    // if it is back where it was.
    input?.addEventListener('change', onRelease);
    addEventListener('pointerup', onRelease);
    addEventListener('pointercancel', onRelease);
    return () => {
      input?.removeEventListener('change', onRelease);
      removeEventListener('pointerup', onRelease);
      removeEventListener('pointercancel', onRelease);
    };
  }, []);
  const playedPercent = duration > 0 ? Math.min(max, (time / duration) * max) : 0;
  const percent = chosenPercent ?? playedPercent;
  const shownSeconds = (percent / max) * duration;
  return (
    <input
      ref={inputRef}
      type="range"
      min={min}
      max={max}
      step={step}
      value={Math.round(percent / step) * step}
      disabled={duration === 0}
      onChange={(event) => {
        setHeld(true);
        setChosenPercent(event.target.valueAsNumber);
        onSeek(event.target.valueAsNumber);
      }}
      aria-label={t.player.seek}
      aria-valuetext={t.player.position(formatTime(shownSeconds), formatTime(duration))}
      style={{ '--percent': `${percent}%` } as CSSProperties}
      className="seek @max-lg:order-first @max-lg:basis-full"
    />
  );
}
