import { yupResolver } from '@hookform/resolvers/yup';
import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, Icon, VisuallyHidden } from 'shared-runtime/ui';
import { Input } from 'shared-runtime/ui-controls';
import { ForgotPassword } from '../forgot-password/ForgotPassword.tsx';
import { checkedField } from '../forms/checked-field.ts';
import { FormField } from '../forms/FormField.tsx';
import { type SignInValues, signInSchema } from '../forms/sign-in-schema.ts';
import { prefetchIdentity } from '../identity/load-identity.ts';
import { type Message, MessageDialog } from '../notices/MessageDialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { signInMessage } from './sign-in-message.ts';
import { useIsAlive } from './use-is-alive.ts';
import { useSignIn } from './use-sign-in.ts';

/** E-mail and password (spec sections 2 and 5). */
export function SignInForm() {
  const { attempt, isBusy } = useSignIn();
  const isAlive = useIsAlive();
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [alert, setAlert] = useState<Message | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  // No default values: they would wipe out what was typed or filled in before the page was alive.
  const form = useForm<SignInValues>({
    resolver: yupResolver(signInSchema),
    reValidateMode: 'onSubmit',
  });
  // In the order of the screen: the first wrong one gets the focus.
  const { error: emailError, ...email } = checkedField(form, 'email');
  const { ref: registerPassword, ...password } = checkedField(form, 'password');

  const isSending = useRef(false);

  const signIn = form.handleSubmit(async (values) => {
    const failure = await attempt(values);
    if (failure) setAlert(signInMessage(failure));
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A second press comes before anything can be drawn.
    if (isSending.current) return;
    isSending.current = true;
    setPasswordShown(false);
    await signIn();
    isSending.current = false;
  }

  return (
    // By post, in case it is ever sent without us: a password must not stand in an address.
    <form method="post" noValidate onFocus={prefetchIdentity} onSubmit={submit}>
      <FormField label="Email" error={emailError}>
        <Input
          {...email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <PasswordField
        {...password}
        ref={(input) => {
          registerPassword(input);
          passwordInput.current = input;
        }}
        isShown={isPasswordShown}
        onToggle={() => setPasswordShown(!isPasswordShown)}
        aside={<ForgotPassword form={form} />}
      />
      <Button
        type="submit"
        size="lg"
        w="full"
        mt="2"
        // Keeps its focus while busy; a second press does nothing.
        disabled={!isAlive}
        aria-disabled={isBusy || undefined}
        _disabled={{ opacity: isBusy ? 1 : 0.5, cursor: 'progress' }}
      >
        {isBusy && (
          <Icon
            asChild
            boxSize="5"
            animationName="spin"
            animationDuration="1s"
            animationTimingFunction="linear"
            animationIterationCount="infinite"
          >
            <LoaderCircle aria-hidden strokeWidth={2} />
          </Icon>
        )}
        Sign In
      </Button>
      <VisuallyHidden role="status">{isBusy && 'Signing in…'}</VisuallyHidden>
      <MessageDialog message={alert} onClose={() => setAlert(null)} returnFocusTo={passwordInput} />
    </form>
  );
}
