/// <reference lib="dom" />

/** Times of a visit in milliseconds from the start of the navigation. */
export interface LinkVisit {
  /** The form of the gate can be sent. */
  gateMs: number;
  /** Play can be pressed. */
  playerMs: number;
  /** The first frame after the one at 0 is presented. */
  movingMs: number;
}

export type VisitPage = typeof globalThis & { linkVisit: Promise<LinkVisit> };

/**
 * Accepts the terms, sends the form and presses Play, each as soon as the page shows it. Runs in the page before its
 * scripts.
 */
export function enterAndPlay(): void {
  // A stored position would let playback begin in the middle.
  localStorage.clear();
  (globalThis as VisitPage).linkVisit = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no moving frame within 30 s')), 30_000);
    const pressPlay = (gateMs: number) => {
      const video = document.querySelector('video');
      const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]');
      if (!video || !button) {
        requestAnimationFrame(() => pressPlay(gateMs));
        return;
      }
      const playerMs = performance.now();
      const onFrame: VideoFrameRequestCallback = (movingMs, { mediaTime }) => {
        // The frame at 0 may be shown before playback starts.
        if (mediaTime === 0) video.requestVideoFrameCallback(onFrame);
        else resolve({ gateMs, playerMs, movingMs });
      };
      video.requestVideoFrameCallback(onFrame);
      button.click();
    };
    const sendForm = () => {
      const terms = document.querySelector<HTMLInputElement>('input[name=termsAccepted]');
      const submit = document.querySelector<HTMLButtonElement>('form button[type=submit]:enabled');
      if (!terms || !submit) {
        requestAnimationFrame(sendForm);
        return;
      }
      const gateMs = performance.now();
      // A pointer also focuses what it presses, and the page then preloads the next screen.
      terms.focus();
      terms.click();
      submit.click();
      pressPlay(gateMs);
    };
    sendForm();
  });
}
