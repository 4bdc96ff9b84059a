import { useState } from 'react';
import { CodeForm, type CodeStepProps } from './code-form.js';
import { RequestAccess } from './request-access.js';

/** The step of the gate after its form: the visitor proves the address with a code (docs/product.md#access). */
export default function CodeStep(props: CodeStepProps) {
  const [asksForAccess, setAsksForAccess] = useState(false);
  return asksForAccess ? (
    <RequestAccess person={props.request.form} onBack={() => setAsksForAccess(false)} />
  ) : (
    <CodeForm {...props} onRequestAccess={() => setAsksForAccess(true)} />
  );
}
