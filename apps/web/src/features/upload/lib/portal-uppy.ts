import Uppy, { type Body, type Meta } from '@uppy/core';

/** The upload library's core, with messages that stay until they are no longer true. */
export class PortalUppy extends Uppy<Meta, Body> {
  private readonly held = new Set<string>();

  /** Shows an error until it is released. */
  hold(message: string): void {
    this.held.add(message);
    const { info } = this.getState();
    if (!info.some((shown) => shown.message === message)) {
      this.setState({ info: [...info, { type: 'error', message, details: null }] });
    }
  }

  release(message: string): void {
    this.held.delete(message);
    this.setState({ info: this.getState().info.filter((shown) => shown.message !== message) });
  }

  /** Says that the connection is lost until it is back (spec section 8); then that it is, for the specified time. */
  override updateOnlineStatus(): void {
    const lost = this.i18n('noInternetConnection');
    if (navigator.onLine) {
      this.release(lost);
      super.updateOnlineStatus();
    } else {
      this.hold(lost);
      this.emit('is-offline');
      this.wasOffline = true;
    }
  }

  /** Hides the oldest message that is not held. */
  override hideInfo(): void {
    const { info } = this.getState();
    const oldest = info.findIndex(({ message }) => !this.held.has(message));
    this.setState({ info: info.filter((_, index) => index !== oldest) });
    this.emit('info-hidden');
  }
}
