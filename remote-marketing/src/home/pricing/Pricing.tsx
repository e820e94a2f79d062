import { useConfiguration, useContact } from '@kargo/shared-runtime/configuration';
import { Link } from '@kargo/shared-runtime/router';
import { Box, Button, Flex, Grid, Heading, Text } from '@kargo/shared-runtime/ui';
import { callToAction } from '@kargo/shared-ui/StoreButtons';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { plans, yearlySaving } from '../content.ts';
import { type Billing, BillingToggle } from './BillingToggle.tsx';

/** The plans. Both price blocks stand in the page; the toggle hides one of them. */
export function Pricing() {
  const [billing, setBilling] = useState<Billing>('monthly');
  return (
    <Box mt={{ base: '4.5rem', md: '8rem' }}>
      <Flex
        direction={{ base: 'column', md: 'row' }}
        align={{ md: 'center' }}
        justify="space-between"
        gap="6"
      >
        <Box>
          <Heading as="h3" textStyle="h3">
            Plans for one parcel or for all of them
          </Heading>
          <Text color="ink.300" mt="2">
            Prices shown before you confirm.
          </Text>
        </Box>
        <Box alignSelf={{ base: 'flex-start', md: 'center' }}>
          <BillingToggle billing={billing} onChange={setBilling} />
          <Text textStyle="small" color="ink.300" mt="2" textAlign={{ md: 'end' }} pe={{ md: '2' }}>
            {yearlySaving}
          </Text>
        </Box>
      </Flex>
      <Plans billing="monthly" isShown={billing === 'monthly'} />
      <Plans billing="yearly" isShown={billing === 'yearly'} />
    </Box>
  );
}

function Plans({ billing, isShown }: { billing: Billing; isShown: boolean }) {
  return (
    <Grid
      data-testid={`price-${billing}`}
      hidden={!isShown}
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
      gap={{ base: '4', lg: '6' }}
      mt={{ base: '8', md: '12' }}
    >
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} billing={billing} />
      ))}
    </Grid>
  );
}

type Plan = (typeof plans)[number];

function PlanCard({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { name, text, includes, isHighlighted } = plan;
  const { price, note } = plan[billing];
  const saving = billing === 'yearly' && plan.saving;
  return (
    <Flex
      direction="column"
      p={{ base: '6', xl: '8' }}
      borderRadius="panel"
      bg={isHighlighted ? 'violet.600' : 'ink.900'}
      outline="1px solid"
      outlineColor={isHighlighted ? 'transparent' : 'ink.800'}
      outlineOffset="-1px"
    >
      <Heading as="h4" textStyle="title">
        {name}
      </Heading>
      <Text
        color={isHighlighted ? 'white' : 'ink.300'}
        mt="1"
        // Side by side and narrow, some texts take two lines: the prices stay in one row.
        minH={{ md: '2lh', xl: '1lh' }}
      >
        {text}
      </Text>
      <Text textStyle="figure" mt="8">
        {price}
      </Text>
      <Text
        textStyle="small"
        color={isHighlighted ? 'white' : 'ink.300'}
        mt="2"
        minH={billing === 'yearly' ? { md: '2lh' } : { md: '2lh', lg: '1lh' }}
      >
        <span>{note}</span>
        {saving && (
          <Box as="span" display="block" color="lime" fontWeight={600}>
            {saving}
          </Box>
        )}
      </Text>
      <Box
        as="ul"
        my="6"
        pt="6"
        borderTopWidth="1px"
        borderColor={isHighlighted ? 'rgb(255 255 255 / 0.25)' : 'ink.800'}
      >
        {includes.map((item) => (
          <Flex as="li" key={item} gap="3" py="1">
            <Box color="lime" flexShrink={0} mt="0.25rem">
              <Check size={18} aria-hidden />
            </Box>
            {item}
          </Flex>
        ))}
      </Box>
      <PlanAction plan={plan} />
    </Flex>
  );
}

/** The app alone is enough for some plans; for the others customers write to us. */
function PlanAction({ plan: { name, isInApp, isHighlighted } }: { plan: Plan }) {
  const { contactEmail } = useContact();
  const { iosAppUrl, androidAppUrl } = useConfiguration() ?? {};
  if (isInApp && !iosAppUrl && !androidAppUrl) {
    return (
      <Text mt="auto" py="3" fontWeight={600}>
        Coming to the app stores
      </Text>
    );
  }
  return (
    <Button asChild mt="auto" variant={isHighlighted ? 'lime' : 'outline-dark'}>
      {isInApp ? (
        <Link to={callToAction}>Get the app</Link>
      ) : (
        <a href={`mailto:${contactEmail}?subject=Kargo%20${name}`}>{`Ask about ${name}`}</a>
      )}
    </Button>
  );
}
