import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module.js';
import { AuthController } from './auth.controller.js';
import { KnownBrowserService } from './known-browser.service.js';

@Module({ imports: [LeadsModule], controllers: [AuthController], providers: [KnownBrowserService] })
export class AuthModule {}
