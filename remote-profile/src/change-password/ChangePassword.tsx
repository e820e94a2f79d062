import { css } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { minPasswordLength } from '@kargo/shared-types/forms/limits';
import type { PasswordValues } from '@kargo/shared-types/forms/password-form';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { PasswordField } from '@kargo/shared-ui/forms/PasswordField';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { SendForm } from '../forms/SendForm.tsx';
import { showSuccess } from '../notices/Toasts.tsx';
import { Section } from '../profile-page/Section.tsx';
import { changeDriverPassword, refusal } from './change-driver-password.tsx';

const resolver = lazyResolver<PasswordValues>(() => import('./password-schema.ts'));

const empty: PasswordValues = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password at the identity provider; our API never sees it. */
export function ChangePassword({ profile }: { profile: Profile }) {
  const [isAloneNow, setAloneNow] = useState(false);
  const [shownField, setShownField] = useState<keyof PasswordValues | null>(null);
  const email = useSignedInEmail();
  const shownEmail = email ?? profile.masked_email;
  const form = useForm<PasswordValues>({ resolver, criteriaMode: 'all', defaultValues: empty });

  async function change({ oldPassword, newPassword }: PasswordValues) {
    setShownField(null);
    setAloneNow(await changeDriverPassword(oldPassword, newPassword));
    form.reset(empty);
    void showSuccess('Password changed successfully!');
  }

  function passwordField(name: keyof PasswordValues) {
    return {
      ...checkedField(form, name),
      isShown: shownField === name,
      onShownChange: (isShown: boolean) => setShownField(isShown ? name : null),
    };
  }

  // In page order: the first invalid field gets the focus.
  const oldPassword = passwordField('oldPassword');
  const newPassword = passwordField('newPassword');
  const confirmPassword = passwordField('confirmPassword');
  return (
    <Section id="change-password">
      {shownEmail && (
        <p className={css({ mt: '3', color: 'ink.600', overflowWrap: 'anywhere' })}>
          You log in as{' '}
          <strong className={css({ fontWeight: 600, color: 'ink.900' })}>{shownEmail}</strong>
        </p>
      )}
      <SendForm
        form={form}
        send={change}
        failure={refusal}
        label="Change Password"
        doneNote={isAloneNow && 'Other devices have been logged out.'}
      >
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={email ?? ''}
          readOnly
          hidden
        />
        <div
          className={css({
            gridColumn: { md: 'span 2 / span 2' },
            maxW: { md: 'calc(50% - 0.75rem)' },
          })}
        >
          <PasswordField label="Old Password" autoComplete="current-password" {...oldPassword} />
        </div>
        <PasswordField
          label="New Password"
          hint={`At least ${minPasswordLength} characters. Longer is safer.`}
          autoComplete="new-password"
          {...newPassword}
          onChange={async (event) => {
            await newPassword.onChange(event);
            // The two may match now.
            if (form.getFieldState('confirmPassword').error) void form.trigger('confirmPassword');
          }}
        />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...confirmPassword} />
      </SendForm>
    </Section>
  );
}

/** The driver's e-mail address at the identity provider; null until it is known. */
function useSignedInEmail(): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    import('@kargo/shared-runtime/session-actions')
      .then(({ emailAtProvider }) => emailAtProvider())
      .then(setEmail, () => undefined);
  }, []);
  return email;
}
