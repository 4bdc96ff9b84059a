import Uppy, { type Body, type Meta, type UppyFile } from '@uppy/core';

type UploadFile = UppyFile<Meta, Body>;

/** Maximum share of a file that is shown as sent until storage has confirmed all of it. */
const UNCONFIRMED = 0.99;

/**
 * The upload library's core with two changes. Messages stay while they are true, and progress never runs
 * backwards: a retry becomes visible once it exceeds the previous try.
 */
export class PortalUppy extends Uppy<Meta, Body> {
  private readonly held = new Set<string>();

  constructor(options?: ConstructorParameters<typeof Uppy<Meta, Body>>[0]) {
    super(options);
    // A paused PUT restarts from the beginning.
    this.on('upload-pause', (file, paused) => {
      if (file && !paused) this.restartProgress(file.id);
    });
    this.on('resume-all', () => {
      for (const { id } of this.getFiles()) this.restartProgress(id);
    });
  }

  /** Resets the progress of a file that is being sent. */
  restartProgress(fileId: string): void {
    const file = this.getFile(fileId);
    const { progress } = file;
    if (progress.uploadStarted === null || progress.uploadComplete) return;
    const none = { ...progress, bytesUploaded: 0, percentage: 0 };
    super.patchFilesState({ [fileId]: { progress: none } });
    this.emit('upload-progress', file, none);
  }

  /** Hides the failure of an upload while it is retried. */
  forgetFailure(file?: UploadFile): void {
    if (file && this.getFile(file.id)) this.setFileState(file.id, { error: null });
    this.setState({ error: null });
    this.release(this.i18n('failedToUpload', { file: file?.name ?? '' }));
  }

  override patchFilesState(changes: Record<string, Partial<UploadFile>>): void {
    super.patchFilesState(
      Object.fromEntries(
        Object.entries(changes).map(([id, change]) => [id, this.withSteadyProgress(id, change)]),
      ),
    );
  }

  private withSteadyProgress(fileId: string, change: Partial<UploadFile>): Partial<UploadFile> {
    const { progress } = change;
    if (!progress?.bytesTotal || progress.uploadStarted === null || progress.uploadComplete) return change;
    const { bytesTotal } = progress;
    const highest = Math.max(progress.bytesUploaded, Number(this.getFile(fileId).progress.bytesUploaded));
    const bytesUploaded = Math.min(highest, Math.floor(bytesTotal * UNCONFIRMED));
    const percentage = Math.round((bytesUploaded / bytesTotal) * 100);
    return { ...change, progress: { ...progress, bytesUploaded, percentage } };
  }

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

  /**
   * Shows that the connection is lost until it is back (docs/product.md#upload-dialog), then that it is back,
   * for the specified time.
   */
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

  /** Hides messages about other files. */
  hidePassingInfo(): void {
    this.setState({ info: this.getState().info.filter(({ message }) => this.held.has(message)) });
  }

  /** Hides the oldest message that is not held. */
  override hideInfo(): void {
    const { info } = this.getState();
    const oldest = info.findIndex(({ message }) => !this.held.has(message));
    this.setState({ info: info.filter((_, index) => index !== oldest) });
    this.emit('info-hidden');
  }
}
