import type { AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta } from '@uppy/core';

/** The upload library's core, whose own notice of a lost connection would be gone in the moment it comes. */
export class PortalUppy extends Uppy<Meta, AwsBody> {
  /** Says that the connection is lost until it is back (spec section 8); then that it is, for the specified time. */
  override updateOnlineStatus(): void {
    const lost = this.i18n('noInternetConnection');
    const { info } = this.getState();
    if (navigator.onLine) {
      this.setState({ info: info.filter(({ message }) => message !== lost) });
    } else if (!info.some(({ message }) => message === lost)) {
      this.setState({ info: [...info, { type: 'error', message: lost, details: null }] });
    }
    if (navigator.onLine) {
      super.updateOnlineStatus();
    } else {
      this.emit('is-offline');
      this.wasOffline = true;
    }
  }

  /** Takes the oldest message away that is not there to stay. */
  override hideInfo(): void {
    const lost = this.i18n('noInternetConnection');
    const { info } = this.getState();
    const oldest = info.findIndex(({ message }) => message !== lost);
    this.setState({ info: info.filter((_, index) => index !== oldest) });
    this.emit('info-hidden');
  }
}
