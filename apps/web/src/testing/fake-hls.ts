import { jest } from '@jest/globals';
import Hls from 'hls.js';

type Listener = (event: string, data: object) => void;

/** Records what the player does with hls.js, which needs media source extensions, and lets a test report events. */
export class FakeHls {
  static readonly created: FakeHls[] = [];
  static readonly Events = Hls.Events;
  static readonly ErrorTypes = Hls.ErrorTypes;
  static readonly DefaultConfig = Hls.DefaultConfig;
  static isSupported = (): boolean => true;

  readonly loadSource = jest.fn();
  readonly attachMedia = jest.fn();
  readonly stopLoad = jest.fn();
  readonly destroy = jest.fn();
  autoLevelCapping = -1;
  private readonly listeners = new Map<string, Listener>();

  constructor(readonly config: Partial<typeof Hls.DefaultConfig>) {
    FakeHls.created.push(this);
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, listener);
  }

  once(event: string, listener: Listener): void {
    this.on(event, listener);
  }

  report(event: string, data: object): void {
    this.listeners.get(event)?.(event, data);
  }
}

/** The module of hls.js, for `loadHls`. */
export const fakeHlsModule = { default: FakeHls as unknown as typeof Hls };
