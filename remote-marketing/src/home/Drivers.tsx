import { Link } from '@kargo/shared-runtime/router';
import { Box, Button, Text } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { ArrowRight } from 'lucide-react';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { driverSteps } from './content.ts';
import { Stepper } from './Stepper.tsx';

/** Section 5: driving, from the request to the pay. The mirror image of section 4. */
export function Drivers() {
  return (
    <Section name="drivers" bg="lilac" isFarDown>
      {/* From the clients' steps to the drivers', across the border of the two sections. */}
      <RouteLine
        d="M0 0c0 96 150 110 330 96s342 0 342 96"
        isStretched
        display={{ base: 'none', xl: 'block' }}
        top="-5.5rem"
        left="calc(var(--side) + 1.375rem)"
        w="calc(50% - var(--side) + 3rem)"
        h="12rem"
        viewBox="0 0 672 192"
      />
      <Columns split="6fr 6fr" columnGap={{ lg: '12', xl: '24' }} rowGap="16" alignItems="center">
        <Box position="relative" w="full" maxW="36rem" mx={{ base: 'auto', lg: '0' }}>
          <DeviceFrame
            label="A new request in the app: 11 dollars 40, accept or decline."
            w="53%"
            transform="rotate(-3deg)"
            screen="driver-request"
          />
          <DeviceFrame
            label="What a driver was paid this week, delivery by delivery."
            position="absolute"
            top="12%"
            right="-1%"
            w="49%"
            transform="rotate(3deg)"
            screen="driver-paid"
          />
        </Box>
        <Box order={{ base: -1, lg: 0 }}>
          <Text textStyle="label" color="violet.700">
            How it works for drivers
          </Text>
          <SectionHeading mt="3">Your van, your hours, your pay</SectionHeading>
          <Stepper steps={driverSteps} />
          <Button asChild variant="outline" mt={{ base: '8', md: '12' }}>
            <Link to={paths.login()}>
              Driver login
              <ArrowRight size={18} aria-hidden />
            </Link>
          </Button>
        </Box>
      </Columns>
    </Section>
  );
}
