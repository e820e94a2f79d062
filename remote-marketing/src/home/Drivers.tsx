import { ArrowRight } from 'lucide-react';
import { Link } from 'shared-runtime/router';
import { Box, Button, Grid, Text } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';
import { Section, SectionHeading } from '../Section.tsx';
import { DeviceFrame } from './app-screens/DeviceFrame.tsx';
import { DriverPaidScreen } from './app-screens/DriverPaidScreen.tsx';
import { DriverRequestScreen } from './app-screens/DriverRequestScreen.tsx';
import { driverSteps } from './content.ts';
import { RouteCrossing } from './RouteCrossing.tsx';
import { StepRail } from './StepRail.tsx';

/** Section 5: driving, from the request to the pay. The mirror image of section 4. */
export function Drivers() {
  return (
    <Section name="drivers" bg="lilac">
      <RouteCrossing />
      <Grid
        gridTemplateColumns={{ base: '1fr', lg: '6fr 6fr' }}
        columnGap={{ lg: '12', xl: '24' }}
        rowGap="16"
        alignItems="center"
      >
        <Devices />
        <Box order={{ base: -1, lg: 0 }}>
          <Text textStyle="label" color="violet.700">
            How it works for drivers
          </Text>
          <SectionHeading name="drivers" mt="3">
            Your van, your hours, your pay
          </SectionHeading>
          <StepRail steps={driverSteps} />
          <Button asChild variant="outline" mt={{ base: '8', md: '12' }}>
            <Link to={paths.login()}>
              Driver login
              <ArrowRight size={18} aria-hidden />
            </Link>
          </Button>
        </Box>
      </Grid>
    </Section>
  );
}

function Devices() {
  return (
    <Box position="relative" w="full" maxW="36rem" mx={{ base: 'auto', lg: '0' }}>
      <DeviceFrame
        label="A new request in the app: 11 dollars 40, accept or decline."
        w="53%"
        transform="rotate(-3deg)"
      >
        <DriverRequestScreen />
      </DeviceFrame>
      <DeviceFrame
        label="What a driver was paid this week, delivery by delivery."
        position="absolute"
        top="12%"
        right="-1%"
        w="49%"
        transform="rotate(3deg)"
      >
        <DriverPaidScreen />
      </DeviceFrame>
    </Box>
  );
}
