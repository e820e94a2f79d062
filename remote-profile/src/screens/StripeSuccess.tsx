import { useNavigate } from '@kargo/shared-runtime/router';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { SetupCompleteIllustration } from '../stripe-return/illustrations.tsx';
import { ReturnCard } from '../stripe-return/ReturnCard.tsx';

/** Where Stripe sends drivers who have submitted everything (spec section 2). */
export default function StripeSuccess() {
  const navigate = useNavigate();
  return (
    <ReturnCard>
      <SetupCompleteIllustration />
      <h1 className={css({ textStyle: 'h1', mt: '8' })} tabIndex={-1}>
        Setup Complete!
      </h1>
      <p className={css({ textStyle: 'lead', color: 'ink.600', mt: '4' })}>
        Your KYC and bank details have been submitted. You can now receive payments.
      </p>
      <p className={css({ textStyle: 'small', color: 'ink.500', mt: '4' })}>
        Stripe may need a moment to confirm; your profile always shows the current status.
      </p>
      <button
        type="button"
        className={cx(button(), css({ mt: '8' }))}
        onClick={() => navigate(paths.home())}
      >
        Back To Home
      </button>
    </ReturnCard>
  );
}
