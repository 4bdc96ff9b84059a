import { leadCaptureForm } from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** Fields that the visitor fills in. The hash of the terms is added on submit. */
export const gateForm = z.omit(leadCaptureForm, { termsHash: true });

/** Unchecked text of the fields. `termsAccepted` is 'true' or 'false'. */
export type GateFormInput = Record<keyof z.infer<typeof gateForm>, string>;
