import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { SeekSlider } from './seek-slider.js';

describe('the position slider', () => {
  it('ranges from 0 to 100 in steps of 0.1 and announces times', () => {
    render(<SeekSlider time={65} duration={130} seeking={false} onSeek={() => undefined} />);
    const slider = screen.getByRole('slider', { name: 'Position in the video' });
    expect(slider).toHaveAttribute('min', '0');
    expect(slider).toHaveAttribute('max', '100');
    expect(slider).toHaveAttribute('step', '0.1');
    expect(slider).toHaveValue('50');
    expect(slider).toHaveAttribute('aria-valuetext', '1:05 of 2:10');
  });

  it('stays at the chosen position until the seek ends', () => {
    const onSeek = jest.fn();
    const sliderAt = (time: number, seeking: boolean) => (
      <SeekSlider time={time} duration={100} seeking={seeking} onSeek={onSeek} />
    );
    const { rerender } = render(sliderAt(20, false));
    const slider = screen.getByRole('slider');
    fireEvent.input(slider, { target: { value: '90' } });
    fireEvent.change(slider);
    expect(onSeek.mock.calls).toEqual([[90]]);
    expect(slider).toHaveValue('90');
    rerender(sliderAt(20, true));
    expect(slider).toHaveValue('90');
    expect(slider).toHaveAttribute('aria-valuetext', '1:30 of 1:40');
    rerender(sliderAt(90.5, false));
    expect(slider).toHaveValue('90.5');
  });
});
