import { formatTime } from '@secure-preview/contracts';
import { type CSSProperties, useEffect, useState } from 'react';
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
  onSeek: (percent: number) => void;
}

/** Shows and changes the position in the video, in percent (docs/product.md#player). */
export function SeekSlider({ time, duration, seeking, onSeek }: SeekSliderProps) {
  const t = useMessages();
  // Shows the chosen position until the seek ends. The video's time still has the old value until then.
  const [chosenPercent, setChosenPercent] = useState<number | null>(null);
  useEffect(() => {
    if (!seeking) setChosenPercent(null);
  }, [seeking]);
  const playedPercent = duration > 0 ? Math.min(max, (time / duration) * max) : 0;
  const percent = chosenPercent ?? playedPercent;
  const shownSeconds = (percent / max) * duration;
  return (
    <input
      type="range"
      min={min}
      max={max}
      step={step}
      value={Math.round(percent / step) * step}
      disabled={duration === 0}
      onChange={(event) => {
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
