import { formatTime } from '@secure-preview/contracts';
import { type CSSProperties, useEffect, useState } from 'react';
import { playerLimits } from '../../../../lib/constants.js';
import { useMessages } from '../../../../messages/use-messages.js';

const { min, max, step } = playerLimits.slider;

interface SeekSliderProps {
  /** Seconds. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  /** The video is seeking. */
  seeking: boolean;
  onSeek: (percent: number) => void;
}

/** Position in the video, 0 to 100 in steps of 0.1 (docs/product.md#player). */
export function SeekSlider({ time, duration, seeking, onSeek }: SeekSliderProps) {
  const t = useMessages();
  // Holds the chosen position until the seek ends; the video's own time would move the thumb back meanwhile.
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (!seeking) setWanted(null);
  }, [seeking]);
  const reached = duration > 0 ? Math.min(max, (time / duration) * max) : 0;
  const percent = wanted ?? reached;
  const shown = (percent / max) * duration;
  return (
    <input
      type="range"
      min={min}
      max={max}
      step={step}
      value={Math.round(percent / step) * step}
      disabled={duration === 0}
      onChange={(event) => {
        setWanted(event.target.valueAsNumber);
        onSeek(event.target.valueAsNumber);
      }}
      aria-label={t.player.seek}
      aria-valuetext={t.player.position(formatTime(shown), formatTime(duration))}
      style={{ '--percent': `${percent}%` } as CSSProperties}
      className="seek @max-lg:order-first @max-lg:basis-full"
    />
  );
}
