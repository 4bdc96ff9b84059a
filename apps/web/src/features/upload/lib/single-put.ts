import { BasePlugin, type Body, type Meta, type PluginOpts, type Uppy, type UppyFile } from '@uppy/core';
import { type PutTarget, putFile } from './put-file.js';
import { delay, online, TransferControl } from './transfer-control.js';

export type UploadFile = UppyFile<Meta, Body>;

interface SinglePutOptions extends PluginOpts {
  /** Asks for an address that takes one PUT; asked anew for every try. */
  requestTarget: (file: UploadFile) => Promise<PutTarget>;
  /** Milliseconds before each automatic retry. */
  retryDelaysMs: readonly number[];
  mayRetry: (error: unknown) => boolean;
}

/** Share of a file that is shown as sent at most until storage has confirmed all of it. */
const UNCONFIRMED = 0.99;

/**
 * Uploads by a single PUT. The library's own uploader repeats each try three times by itself, without telling why it
 * failed: a full storage would be sent everything twenty times, while the progress jumps.
 */
export class SinglePut extends BasePlugin<SinglePutOptions, Meta, Body> {
  constructor(uppy: Uppy<Meta, Body>, options: SinglePutOptions) {
    super(uppy, options);
    this.id = 'SinglePut';
    this.type = 'uploader';
  }

  override install(): void {
    const { capabilities } = this.uppy.getState();
    // Has the library offer to pause; a paused upload starts again from the beginning.
    this.uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });
    this.uppy.addUploader(this.upload);
  }

  override uninstall(): void {
    this.uppy.removeUploader(this.upload);
  }

  private readonly upload = async (fileIds: string[]): Promise<void> => {
    await Promise.all(this.uppy.getFilesByIds(fileIds).map((file) => this.send(file)));
  };

  private async send(file: UploadFile): Promise<void> {
    const control = new TransferControl(this.uppy, file.id);
    try {
      while (!control.cancelled) {
        const signal = await control.running();
        if (signal.aborted) continue;
        this.uppy.emit('upload-start', [file]);
        if (await this.sendOrGiveUp(file, signal)) return;
      }
    } finally {
      control.release();
    }
  }

  /** Returns whether it is over: stored, or failed for good. False when it was interrupted. */
  private async sendOrGiveUp(file: UploadFile, signal: AbortSignal): Promise<boolean> {
    const report = this.progressOf(file);
    report(0);
    for (let tries = 0; ; tries += 1) {
      await online(signal);
      try {
        const target = await this.opts.requestTarget(file);
        await putFile(target, file.data as Blob, signal, report);
        this.uppy.emit('upload-success', file, { status: 200, body: {}, ...withoutSignature(target.url) });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        const wait = this.opts.retryDelaysMs[tries];
        if (wait === undefined || !this.opts.mayRetry(error)) {
          this.uppy.emit('upload-error', file, error instanceof Error ? error : new Error(String(error)));
          return true;
        }
        await delay(wait, signal);
      }
    }
  }

  /** Reports what was sent, over all tries: a retry is shown once it gets further than the one before. */
  private progressOf(file: UploadFile): (bytes: number) => void {
    const bytesTotal = file.size ?? 0;
    let highest = 0;
    return (bytes) => {
      highest = Math.max(highest, Math.min(bytes, Math.floor(bytesTotal * UNCONFIRMED)));
      const uploadStarted = this.uppy.getFile(file.id)?.progress.uploadStarted ?? Date.now();
      this.uppy.emit('upload-progress', file, { uploadStarted, bytesUploaded: highest, bytesTotal });
    };
  }
}

function withoutSignature(url: string): { uploadURL?: string } {
  const address = new URL(url, location.href);
  address.search = '';
  address.hash = '';
  return address.href ? { uploadURL: address.href } : {};
}
