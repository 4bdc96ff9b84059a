import Uppy, { type Body, type Meta, type UppyFile } from '@uppy/core';

type UploadFile = UppyFile<Meta, Body>;

/** Maximum displayed share of a file until the object store has confirmed all of it. */
const MAX_UNCONFIRMED_SHARE = 0.99;

/**
 * The core of the upload library with two changes. Messages stay while they apply. Progress never decreases: a
 * retry becomes visible once it exceeds the previous attempt.
 */
export class PortalUppy extends Uppy<Meta, Body> {
  private readonly persistent = new Set<string>();

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
    const resetProgress = { ...progress, bytesUploaded: 0, percentage: 0 };
    super.patchFilesState({ [fileId]: { progress: resetProgress } });
    this.emit('upload-progress', file, resetProgress);
  }

  /** Hides the failure of an upload while it is retried. */
  clearFailure(file?: UploadFile): void {
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
    const bytesShown = Math.max(progress.bytesUploaded, Number(this.getFile(fileId).progress.bytesUploaded));
    const bytesUploaded = Math.min(bytesShown, Math.floor(bytesTotal * MAX_UNCONFIRMED_SHARE));
    const percentage = Math.round((bytesUploaded / bytesTotal) * 100);
    return { ...change, progress: { ...progress, bytesUploaded, percentage } };
  }

  /** Shows an error until `release`. */
  hold(message: string): void {
    this.persistent.add(message);
    const { info } = this.getState();
    if (!info.some((entry) => entry.message === message)) {
      this.setState({ info: [...info, { type: 'error', message, details: null }] });
    }
  }

  release(message: string): void {
    this.persistent.delete(message);
    this.setState({ info: this.getState().info.filter((entry) => entry.message !== message) });
  }

  /**
   * Shows an offline message until the connection is back (docs/product.md#upload-dialog). The library then shows
   * an online message for 3 seconds.
   */
  override updateOnlineStatus(): void {
    const offlineMessage = this.i18n('noInternetConnection');
    if (navigator.onLine) {
      this.release(offlineMessage);
      super.updateOnlineStatus();
    } else {
      this.hold(offlineMessage);
      this.emit('is-offline');
      this.wasOffline = true;
    }
  }

  /** Hides messages about other files. */
  hideTemporaryInfo(): void {
    this.setState({ info: this.getState().info.filter(({ message }) => this.persistent.has(message)) });
  }

  /** Hides the oldest message that is not persistent. */
  override hideInfo(): void {
    const { info } = this.getState();
    const oldest = info.findIndex(({ message }) => !this.persistent.has(message));
    this.setState({ info: info.filter((_, index) => index !== oldest) });
    this.emit('info-hidden');
  }
}
