import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Request, Response } from 'express';
import { LOGGER } from '../environment.js';
import { sendError } from './send-error.js';

/** Sends errors of handlers to the client. Nest itself throws only if no handler exists for a path. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const clientError =
      error instanceof HttpException && error.getStatus() === 404 ? new AppError('NOT_FOUND') : error;
    sendError(clientError, http.getRequest<Request>(), http.getResponse<Response>(), this.logger);
  }
}
