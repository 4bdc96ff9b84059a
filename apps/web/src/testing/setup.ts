import '@testing-library/jest-dom';
import '../lib/zod-without-eval.js';
import { cleanup, configure } from '@testing-library/react';
import { toastStore } from '../components/ui/toast/toast-store.js';
import { runTestEnd } from './on-test-end.js';

// Milliseconds that a query of a test waits. Long, since machines may be busy and failures need not be fast.
configure({ asyncUtilTimeout: 15_000 });

// Parts of the platform that jsdom lacks.
Object.assign(window, {
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
Object.defineProperty(HTMLTrackElement.prototype, 'track', {
  get: () => Object.assign(new EventTarget(), { mode: 'disabled', activeCues: null }),
});
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.hasPointerCapture ??= () => false;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

afterEach(() => {
  cleanup();
  runTestEnd();
  toastStore.clear();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
