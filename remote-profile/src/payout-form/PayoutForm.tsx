import { apiClient } from '@kargo/shared-runtime/api-client';
import { css } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutPhonePattern } from '@kargo/shared-types/forms/limits';
import { parseTypedDate } from '@kargo/shared-types/forms/typed-date';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { TextField } from '@kargo/shared-ui/forms/TextField';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ShieldCheck } from 'lucide-react';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { formattedField } from '../forms/format-as-typed.ts';
import { SendForm } from '../forms/SendForm.tsx';
import { useDraft } from '../forms/useDraft.ts';
import { FailureText } from '../notices/FailureText.tsx';
import { codeSentence } from '../notices/failure-sentence.tsx';
import { DateOfBirthField } from './DateOfBirthField.tsx';
import { formatPayoutPhone } from './format-payout-phone.ts';
import { IdentityDocumentField } from './IdentityDocumentField.tsx';
import { detailsRefusals, documentRefusals } from './payout-refusal.ts';
import type { PayoutValues } from './payout-schema.ts';

const resolver = lazyResolver<PayoutValues>(() => import('./payout-schema.ts'));

interface PayoutFormProps {
  profile: Profile;
  headingRef: Ref<HTMLHeadingElement>;
  onCompleted: (stripeErrorToken: string) => void;
}

/** State 2: the details that Stripe needs to know who is paid. */
export function PayoutForm({ profile, headingRef, onCompleted }: PayoutFormProps) {
  const documentInput = useRef<HTMLInputElement>(null);
  const draft = useDraft(profile.id, 'payout', resolver, {
    // Not the profile's name, which may differ from the one in the document.
    first_name: '',
    last_name: '',
    phone: usablePhone(profile.phone),
    dateOfBirth: '',
  });
  const { form } = draft;
  const { errors, isSubmitted } = form.formState;
  useErrorTitle(isSubmitted && Object.keys(errors).length > 0);

  async function send(values: PayoutValues) {
    try {
      const stripeErrorToken = await submitPayoutDetails(values);
      // A response without the code may come from another server: what was typed stays until the
      // profile has its new state.
      if (stripeErrorToken) draft.sent(values, values.document);
      onCompleted(stripeErrorToken);
    } catch (error) {
      const message = codeSentence(error, documentRefusals);
      if (message) form.setError('document', { type: 'refused', message });
      throw error;
    }
  }

  // In page order: the first invalid field gets the focus.
  const firstName = checkedField(form, 'first_name');
  const lastName = checkedField(form, 'last_name');
  const phone = checkedField(form, 'phone');
  return (
    <>
      <div
        className={css({
          mt: '8',
          p: { base: '4', md: '6' },
          bg: 'mist',
          borderRadius: 'button',
          outline: '1px solid transparent',
        })}
      >
        <h3 ref={headingRef} className={css({ textStyle: 'title' })} tabIndex={-1}>
          What you'll need
        </h3>
        <ul className={css({ mt: '3', ps: '1.25rem', listStyleType: 'disc', color: 'ink.600' })}>
          <li>Your legal name, as on your ID</li>
          <li>Your date of birth</li>
          <li>A photo of your ID</li>
        </ul>
      </div>
      <DraftNotice
        draft={draft}
        file={form.watch('document') ?? null}
        notYet="It is not sent yet."
      />
      <SendForm
        form={form}
        send={send}
        failure={refused}
        returnFocusTo={errors.document && documentInput}
        label="Submit Stripe Form"
      >
        <TextField
          label="First name"
          hint="As on your ID."
          autoComplete="given-name"
          {...firstName}
        />
        <TextField
          label="Last name"
          hint="As on your ID."
          autoComplete="family-name"
          {...lastName}
        />
        <TextField
          label="Phone number"
          hint="A US number: +1 and 10 digits."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...phone}
          {...formattedField(phone, formatPayoutPhone)}
        />
        <DateOfBirthField form={form} />
        <div className={css({ gridColumn: { md: 'span 2 / span 2' } })}>
          <IdentityDocumentField
            form={form}
            input={documentInput}
            chooseAgain={draft.chooseAgain}
          />
        </div>
        <div
          className={css({
            display: 'flex',
            gap: '3',
            gridColumn: { md: 'span 2' },
            color: 'ink.600',
            textStyle: 'small',
          })}
        >
          <LineIcon of={ShieldCheck} className={css({ boxSize: '1.25rem' })} />
          <p>
            Your details go to Stripe, our payment provider. Neither Kargo nor Stripe ever asks for
            your password by e-mail or phone.
          </p>
        </div>
      </SendForm>
    </>
  );
}

const refused = (error: unknown) => ({
  title: 'Error',
  text: <FailureText error={error} call="upload" refusals={detailsRefusals} />,
  error,
});

/** The profile's number if it is valid here, so that nobody has to type it twice. */
function usablePhone(phone: string): string {
  const formatted = formatPayoutPhone(phone);
  return payoutPhonePattern.test(formatted) ? formatted : '';
}

/**
 * @returns the token that asks for new links, empty if the response has none
 * @throws ApiError
 */
async function submitPayoutDetails(values: PayoutValues): Promise<string> {
  const { dateOfBirth, document: docs, ...texts } = values;
  const born = parseTypedDate(dateOfBirth);
  if (!born) throw new Error(`Not a date: ${dateOfBirth}`);
  const { stripe_error_token } = await apiClient.insertPayoutDetails({
    ...texts,
    day: String(born.day),
    month: String(born.month),
    year: String(born.year),
    docs,
  });
  return `${stripe_error_token ?? ''}`;
}

/** While a form that was sent has errors, the window's title begins with that. */
function useErrorTitle(hasErrors: boolean): void {
  // Ends before the next page sets its title in an effect of the same kind.
  useLayoutEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [hasErrors]);
}
