import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { useMessages } from '../../messages/use-messages.js';
import { Input } from './field.js';

type PasswordInputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** A password input that can reveal its text. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-13"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={shown ? t.admin.hidePassword : t.admin.showPassword}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-1 my-auto grid size-10 place-items-center rounded-lg text-muted hover:text-foreground"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
