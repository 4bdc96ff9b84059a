import '@testing-library/jest-dom';
import '../lib/zod-without-eval.js';
import { cleanup, configure } from '@testing-library/react';
import { toastStore } from '../components/ui/toast/toast-store.js';
import { runTestEnd } from './on-test-end.js';

// How long a test may wait for what it awaits: a busy machine is slow, and a failure need not be quick.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom leaves out of the platform.
Object.assign(window, {
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
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
