import { AppError } from '../errors/app-error.js';

/**
 * Error for a visitor who has entered without the proof that the gate now requires. `params.reason` distinguishes it
 * from an expired session (docs/product.md#access).
 */
export const proofRequired = (): AppError =>
  new AppError('UNAUTHORIZED', { params: { reason: 'proofRequired' } });
