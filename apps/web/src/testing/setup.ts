import '@testing-library/jest-dom';
import '../lib/zod-without-eval.js';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { toastStore } from '../components/ui/toast/toast-store.js';
import { runTestEnd } from './on-test-end.js';

// Milliseconds that a query of a test waits. Long, since machines may be busy and failures need not be fast.
configure({ asyncUtilTimeout: 15_000 });

// While a query waits, its errors are dropped, except for the last one. Only the message of that one is read, which
// prints the document.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics');
    if (!isWaiting) return getElementError(message, container);
    const get = () => getElementError(message, container).message;
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', { configurable: true, get });
  },
});

// React limits the number of stacks that it records per second, one for each created element. They only show the owner
// of an element in warnings.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

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
