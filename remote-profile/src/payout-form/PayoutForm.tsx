import { apiClient } from '@kargo/shared-runtime/api-client';
import { Box, chakra, Flex, Grid, GridItem, Heading, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutPhonePattern } from '@kargo/shared-types/forms/limits';
import { parseTypedDate } from '@kargo/shared-types/forms/typed-date';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { lazyResolver } from '@kargo/shared-ui/forms/lazy-resolver';
import { TextField } from '@kargo/shared-ui/forms/TextField';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { ShieldCheck } from 'lucide-react';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { afterFileIsRead } from '../forms/examine-file.ts';
import { formattedField } from '../forms/format-as-typed.ts';
import { SubmitRow } from '../forms/SubmitRow.tsx';
import { useDraft } from '../forms/useDraft.ts';
import { useSavedValues } from '../forms/useSavedValues.ts';
import { useSending } from '../forms/useSending.ts';
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
  const sending = useSending();
  const submitButton = useRef<HTMLButtonElement>(null);
  const documentInput = useRef<HTMLInputElement>(null);
  const savedPhone = usablePhone(profile.phone);
  const draft = useDraft(profile.id, 'payout', {
    // Not the profile's name: that is what a driver is called, this is what the document says.
    firstName: '',
    lastName: '',
    phone: savedPhone,
    dateOfBirth: '',
  });
  const form = useForm<PayoutValues>({
    resolver,
    criteriaMode: 'all',
    defaultValues: draft.texts,
  });
  useSavedValues(form, { phone: savedPhone });
  const { errors, isSubmitted } = form.formState;
  useErrorTitle(isSubmitted && Object.keys(errors).length > 0);

  async function send(values: PayoutValues) {
    try {
      const stripeErrorToken = await submitPayoutDetails(values);
      // A response without the code may be of another server: what was typed stays until the profile has its state.
      if (stripeErrorToken) draft.sent(values, values.document);
      onCompleted(stripeErrorToken);
    } catch (error) {
      const message = codeSentence(error, documentRefusals);
      if (message) form.setError('document', { type: 'refused', message });
      throw error;
    }
  }

  // In the order of the page: the first of them that is wrong gets the focus.
  const firstName = checkedField(form, 'firstName');
  const lastName = checkedField(form, 'lastName');
  const phone = checkedField(form, 'phone');
  return (
    <>
      <Box
        mt="8"
        p={{ base: '4', md: '6' }}
        bg="mist"
        borderRadius="button"
        outline="1px solid transparent"
      >
        <Heading as="h3" ref={headingRef} tabIndex={-1} textStyle="title">
          What you'll need
        </Heading>
        <chakra.ul mt="3" ps="1.25rem" listStyleType="disc" color="ink.600">
          <li>Your legal name, as on your ID</li>
          <li>Your date of birth</li>
          <li>A photo of your ID</li>
        </chakra.ul>
      </Box>
      <DraftNotice
        draft={draft}
        control={form.control}
        file={form.watch('document') ?? null}
        notYet="It is not sent yet."
      />
      <form noValidate onSubmit={afterFileIsRead(sending, form.handleSubmit(send, sending.reset))}>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }} gap="6" mt="6">
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
          <GridItem colSpan={{ md: 2 }}>
            <IdentityDocumentField
              form={form}
              input={documentInput}
              chooseAgain={draft.chooseAgain}
            />
          </GridItem>
        </Grid>
        <Flex gap="3" mt="6" color="ink.600" textStyle="small">
          <LineIcon of={ShieldCheck} boxSize="1.25rem" />
          <Text>
            Your details go to Stripe, our payment provider. Neither Kargo nor Stripe ever asks for
            your password by e-mail or phone.
          </Text>
        </Flex>
        <SubmitRow
          ref={submitButton}
          label="Submit Stripe Form"
          isSending={sending.state === 'sending'}
        />
      </form>
      <MessageDialog
        message={sending.state === 'failed' ? refused(sending.error) : null}
        onClose={sending.reset}
        returnFocusTo={errors.document ? documentInput : submitButton}
      />
    </>
  );
}

const refused = (error: unknown) => ({
  title: 'Error',
  text: <FailureText error={error} call="upload" refusals={detailsRefusals} />,
  error,
});

/** The profile's number, if it can be one here; nobody should have to type it twice. */
function usablePhone(phone: string): string {
  const formatted = formatPayoutPhone(phone);
  return payoutPhonePattern.test(formatted) ? formatted : '';
}

/**
 * Sends what passed the rules of the form.
 *
 * @returns the token that asks for new links, empty if the response has none
 * @throws ApiError
 */
async function submitPayoutDetails(values: PayoutValues): Promise<string> {
  const born = parseTypedDate(values.dateOfBirth);
  if (!born) throw new Error(`Not a date: ${values.dateOfBirth}`);
  const { stripe_error_token } = await apiClient.insertPayoutDetails({
    first_name: values.firstName,
    last_name: values.lastName,
    phone: values.phone,
    day: String(born.day),
    month: String(born.month),
    year: String(born.year),
    docs: values.document,
  });
  return `${stripe_error_token ?? ''}`;
}

/** While a form that was sent has errors, the window's title says so before anything else. */
function useErrorTitle(hasErrors: boolean): void {
  // Ends before the next page sets its title, which is an effect of the same kind.
  useLayoutEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [hasErrors]);
}
