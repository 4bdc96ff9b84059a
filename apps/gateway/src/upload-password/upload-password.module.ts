import { Module } from '@nestjs/common';
import { KnownBrowserService } from './known-browser.service.js';
import { UploadPasswordService } from './upload-password.service.js';

@Module({
  providers: [KnownBrowserService, UploadPasswordService],
  exports: [KnownBrowserService, UploadPasswordService],
})
export class UploadPasswordModule {}
