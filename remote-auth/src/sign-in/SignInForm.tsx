import { button, css, cx } from '@kargo/shared-runtime/styles';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { PasswordField } from '@kargo/shared-ui/forms/PasswordField';
import { TextField } from '@kargo/shared-ui/forms/TextField';
import { useOneAtATime } from '@kargo/shared-ui/forms/useOneAtATime';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { type Message, MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ForgotPassword } from '../forgot-password/ForgotPassword.tsx';
import { useSignIn } from './useSignIn.tsx';

const resolver = lazyResolver<SignInValues>(() => import('../forms/sign-in-schema.ts'));

/** A failure is reported when the client is needed; by then it may load. */
const prefetchIdentity = () => void import('@kargo/shared-runtime/identity').catch(() => undefined);

/** E-mail and password (spec sections 2 and 5). */
export function SignInForm() {
  const { attempt, isBusy } = useSignIn();
  const isHydrated = useHydrated();
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [alert, setAlert] = useState<Message | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  // No default values: they would wipe out what was typed or filled in before hydration.
  const form = useForm<SignInValues>({ resolver, reValidateMode: 'onSubmit' });
  // In page order: the first invalid field gets the focus.
  const email = checkedField(form, 'email');
  const { ref: registerPassword, ...password } = checkedField(form, 'password');

  const signIn = form.handleSubmit(async (values) => {
    setAlert(await attempt(values));
  });

  const submit = useOneAtATime(async () => {
    // Also after success, while the next page loads.
    if (isBusy) return;
    setPasswordShown(false);
    await signIn();
  });

  return (
    // With POST, in case it is sent without a script: a password must not appear in an address.
    <form method="post" noValidate onFocus={prefetchIdentity} onSubmit={submit}>
      <TextField
        {...email}
        label="Email"
        aside={null}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...password}
        ref={(input) => {
          registerPassword(input);
          passwordInput.current = input;
        }}
        label="Password"
        spokenLabel="password"
        autoComplete="current-password"
        isShown={isPasswordShown}
        onShownChange={setPasswordShown}
        aside={<ForgotPassword form={form} />}
      />
      <button
        className={cx(
          button({ size: 'lg' }),
          css({ w: 'full', mt: '2', _disabled: { opacity: isBusy ? 1 : 0.5, cursor: 'progress' } }),
        )}
        type="submit"
        // Not `disabled` while busy, so that it keeps the focus.
        disabled={!isHydrated}
        aria-disabled={isBusy || undefined}
      >
        {isBusy && (
          <LineIcon
            of={LoaderCircle}
            strokeWidth={2}
            className={css({ boxSize: '1.5rem', animation: 'spin 1s linear infinite' })}
          />
        )}
        <span>Sign In</span>
      </button>
      <span className={css({ srOnly: true })} role="status">
        {isBusy && 'Signing in…'}
      </span>
      <MessageDialog message={alert} onClose={() => setAlert(null)} returnFocusTo={passwordInput} />
    </form>
  );
}
