import { playsOf, trackPlays } from './tracked-plays.js';

/** A video whose position the test sets. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  paused = true;
  seeking = false;
  readyState: number = HTMLMediaElement.HAVE_ENOUGH_DATA;

  play(): void {
    this.paused = false;
    this.fire('playing');
  }
  pause(): void {
    this.paused = true;
    this.fire('pause');
  }
  playTo(...positions: number[]): void {
    for (const position of positions) {
      this.currentTime = position;
      this.fire('timeupdate');
    }
  }
  seek(position: number): void {
    this.seeking = true;
    this.currentTime = position;
    this.fire('seeking');
    this.fire('timeupdate');
    this.seeking = false;
    this.fire('seeked');
  }
  fire(event: string): void {
    this.dispatchEvent(new Event(event));
  }
}

let video: FakeVideo;
let stop: () => void;
const track = () => trackPlays(video as unknown as HTMLVideoElement);
const plays = () => playsOf(video);

beforeEach(() => {
  video = new FakeVideo();
  stop = track();
});

it('has no plays before playback', () => {
  video.seek(20);
  expect(plays()).toEqual([]);
});

it('begins where playback was requested, although the page handles its start late', () => {
  video.paused = false;
  video.fire('play');
  video.currentTime = 0.8;
  video.fire('playing');
  expect(plays()).toEqual([[0, 0.8]]);
});

it('begins where a seek has led, although the page handles its end late', () => {
  video.play();
  video.playTo(4);
  video.seeking = true;
  video.currentTime = 20;
  video.fire('seeking');
  video.seeking = false;
  video.currentTime = 21.5;
  video.fire('seeked');
  expect(plays()).toEqual([
    [0, 4],
    [20, 21.5],
  ]);
});

it('is one play from start to pause and on, however far apart the samples are', () => {
  video.play();
  video.playTo(0.25, 70);
  video.currentTime = 70.2;
  video.pause();
  expect(plays()).toEqual([[0, 70.2]]);
  video.play();
  video.playTo(72);
  expect(plays()).toEqual([[0, 72]]);
});

it('ends at a jump, and counts again what is seen again', () => {
  video.play();
  video.playTo(10);
  video.seek(4);
  video.playTo(6);
  video.seek(30);
  video.playTo(31);
  expect(plays()).toEqual([
    [0, 10],
    [4, 6],
    [30, 31],
  ]);
});

it('does not count positions of a paused or seeking video', () => {
  video.play();
  video.playTo(10);
  video.pause();
  for (const position of [20, 30, 40]) video.seek(position);
  video.fire('timeupdate');
  expect(plays()).toEqual([[0, 10]]);
  video.play();
  video.playTo(41);
  expect(plays()).toEqual([
    [0, 10],
    [40, 41],
  ]);
});

it('begins again at the start after the end', () => {
  video.play();
  video.playTo(60);
  video.paused = true;
  video.fire('ended');
  video.seek(0);
  video.play();
  video.playTo(5);
  expect(plays()).toEqual([
    [0, 60],
    [0, 5],
  ]);
});

it('continues after a gap that the engine skips, and after the source was attached again', () => {
  video.play();
  video.playTo(10);
  video.seek(10.2);
  video.playTo(12);
  video.readyState = HTMLMediaElement.HAVE_NOTHING;
  video.currentTime = 0;
  video.fire('emptied');
  video.fire('timeupdate');
  video.readyState = HTMLMediaElement.HAVE_ENOUGH_DATA;
  video.seek(11.9);
  video.playTo(15);
  expect(plays()).toEqual([[0, 15]]);
});

it('includes the time since the last event', () => {
  video.play();
  video.currentTime = 0.2;
  expect(plays()).toEqual([[0, 0.2]]);
});

it('is kept when tracking ends and begins again', () => {
  video.play();
  video.playTo(3);
  stop();
  video.playTo(3.5);
  track();
  video.playTo(4);
  expect(plays()).toEqual([[0, 4]]);
  expect(playsOf(new FakeVideo())).toEqual([]);
});
