import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { useMessages } from '../../messages/use-messages.js';
import { Input } from './field.js';

type PasswordInputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** Shows a password input with a button that reveals the password. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useMessages();
  const [isRevealed, setRevealed] = useState(false);
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={isRevealed ? 'text' : 'password'}
        className="pe-13"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        aria-pressed={isRevealed}
        aria-label={isRevealed ? t.common.hidePassword : t.common.showPassword}
        onClick={() => setRevealed(!isRevealed)}
        className="absolute inset-y-0 end-1 my-auto grid size-10 place-items-center rounded-lg text-muted hover:text-foreground"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
