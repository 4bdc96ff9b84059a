import { useState } from 'react';
import type { CodeRequest } from '../../../../lib/memory/code-request.js';
import { CodeForm } from './code-form.js';
import { RequestAccess } from './request-access.js';

export interface CodeStepProps {
  request: CodeRequest;
  /** Whether the visitor may go back to the form and change the address. */
  canChangeAddress: boolean;
  onRequest: (request: CodeRequest) => void;
  /** Called to show the form again. */
  onBack: () => void;
}

/** The step of the gate after its form: the visitor proves the address with a code (docs/product.md#access). */
export default function CodeStep(props: CodeStepProps) {
  const [asksForAccess, setAsksForAccess] = useState(false);
  return asksForAccess ? (
    <RequestAccess person={props.request.form} onBack={() => setAsksForAccess(false)} />
  ) : (
    <CodeForm {...props} onRequestAccess={() => setAsksForAccess(true)} />
  );
}
