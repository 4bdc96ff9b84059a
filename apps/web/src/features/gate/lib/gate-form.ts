import { leadCaptureForm } from '@secure-preview/contracts';
import * as z from 'zod/mini';

const { name, email, termsAccepted } = leadCaptureForm.shape;

/** Fields that the visitor fills in. The hash of the terms is added on sending. */
export const gateForm = z.object({ name, email, termsAccepted });

/** `termsAccepted` is 'true' or 'false', 'false' at first (docs/product.md#gate). */
export interface GateFormInput {
  name: string;
  email: string;
  termsAccepted: string;
}

export const emptyGateForm: GateFormInput = { name: '', email: '', termsAccepted: 'false' };
