import { useNavigate } from '@kargo/shared-runtime/router';
import { Button, Heading, Text } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { SetupCompleteIllustration } from '../stripe-return/illustrations.tsx';
import { ReturnCard } from '../stripe-return/ReturnCard.tsx';

/** Where Stripe sends a driver who has handed everything in (spec section 2). */
export default function StripeSuccess() {
  const navigate = useNavigate();
  return (
    <ReturnCard>
      <SetupCompleteIllustration />
      <Heading as="h1" textStyle="h1" tabIndex={-1} mt="8">
        Setup Complete!
      </Heading>
      <Text textStyle="lead" color="ink.600" mt="4">
        Your KYC and bank details have been submitted. You can now receive payments.
      </Text>
      <Text textStyle="small" color="ink.500" mt="4">
        Stripe may need a moment to confirm; your profile always shows the current status.
      </Text>
      <Button mt="8" onClick={() => navigate(paths.home())}>
        Back To Home
      </Button>
    </ReturnCard>
  );
}
