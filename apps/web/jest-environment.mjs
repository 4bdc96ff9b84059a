import { TestEnvironment } from 'jest-environment-jsdom';
import { computeStylesOnDemand, shortenLabelLookup, shortenRuleMatching } from './jsdom-shortcuts.mjs';

shortenRuleMatching();
let isLoaded = false;

/** Adds web APIs that Node has and jsdom lacks, and shortcuts for what takes jsdom longest. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of ['Response', 'Request', 'Headers', 'TextEncoder', 'TextDecoder', 'structuredClone']) {
      this.global[name] ??= globalThis[name];
    }
    if (!isLoaded) shortenLabelLookup();
    isLoaded = true;
    computeStylesOnDemand(this.global);
  }
}
