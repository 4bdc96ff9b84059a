import { TestEnvironment } from 'jest-environment-jsdom';

/** Adds web APIs that Node has and jsdom lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of ['Response', 'Request', 'Headers', 'TextEncoder', 'TextDecoder', 'structuredClone']) {
      this.global[name] ??= globalThis[name];
    }
  }
}
