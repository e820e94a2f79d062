import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Grid, GridItem } from 'shared-runtime/ui';
import { checkedField } from '../forms/checked-field.ts';
import { type Sending, SubmitRow } from '../forms/SubmitRow.tsx';
import { showSuccess } from '../notices/toaster.ts';
import { Section } from '../profile-page/Section.tsx';
import { changeDriverPassword, type PasswordChange } from './change-driver-password.ts';
import { PasswordChangeDialog } from './PasswordChangeDialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { type PasswordValues, passwordSchema } from './password-schema.ts';
import { useSignedInEmail } from './use-signed-in-email.ts';

const empty: PasswordValues = { oldPassword: '', newPassword: '', confirmPassword: '' };

type Failure = Exclude<PasswordChange, { outcome: 'changed' }>;

/** Changes the password at the identity provider, which knows it; our API does not. */
export function ChangePassword() {
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shownField, setShownField] = useState<keyof PasswordValues | null>(null);
  const [email, lookUpEmail] = useSignedInEmail();
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<PasswordValues>({
    resolver: yupResolver(passwordSchema),
    criteriaMode: 'all',
    defaultValues: empty,
  });

  async function change({ oldPassword, newPassword }: PasswordValues) {
    setShownField(null);
    setSending({ state: 'sending' });
    const result = await changeDriverPassword(oldPassword, newPassword);
    if (result.outcome !== 'changed') {
      setSending({ state: 'idle' });
      setFailure(result);
      return;
    }
    setSending({ state: result.isAloneNow ? 'done' : 'idle' });
    form.reset(empty);
    showSuccess('Password changed successfully!');
  }

  function passwordField(name: keyof PasswordValues) {
    return {
      ...checkedField(form, name),
      shown: shownField === name,
      onShownChange: (shown: boolean) => setShownField(shown ? name : null),
    };
  }

  // In the order of the page: the first of them that is wrong gets the focus.
  const oldPassword = passwordField('oldPassword');
  const newPassword = passwordField('newPassword');
  const confirmPassword = passwordField('confirmPassword');
  return (
    <Section id="change-password">
      <form noValidate onSubmit={form.handleSubmit(change)} onFocus={lookUpEmail}>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="6" mt="6">
          <GridItem colSpan={{ md: 2 }} maxW={{ md: 'calc(50% - 0.75rem)' }}>
            <PasswordField label="Old Password" autoComplete="current-password" {...oldPassword} />
          </GridItem>
          <PasswordField
            label="New Password"
            hint="At least 6 characters. Longer is safer."
            autoComplete="new-password"
            {...newPassword}
            onChange={async (event) => {
              await newPassword.onChange(event);
              // It may be the same now.
              if (form.getFieldState('confirmPassword').error) void form.trigger('confirmPassword');
            }}
          />
          <PasswordField
            label="Confirm Password"
            autoComplete="new-password"
            {...confirmPassword}
          />
        </Grid>
        <SubmitRow
          ref={submitButton}
          label="Change Password"
          sending={sending}
          doneNote="Other devices have been logged out."
        />
      </form>
      <PasswordChangeDialog
        failure={failure}
        onClose={() => setFailure(null)}
        returnFocusTo={submitButton}
      />
    </Section>
  );
}
