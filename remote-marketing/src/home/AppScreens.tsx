import { Box, Text } from 'shared-runtime/ui';
import { DeviceFrame } from 'shared-ui/app-screens/DeviceFrame';
import { MessageScreen } from 'shared-ui/app-screens/MessageScreen';
import { NewDeliveryScreen } from 'shared-ui/app-screens/NewDeliveryScreen';
import { PriceScreen } from 'shared-ui/app-screens/PriceScreen';
import { ProofScreen } from 'shared-ui/app-screens/ProofScreen';
import { TrackingScreen } from 'shared-ui/app-screens/TrackingScreen';
import { WelcomeScreen } from 'shared-ui/app-screens/WelcomeScreen';
import { Carousel } from '../carousel/Carousel.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { screensCarousel } from './carousels.ts';

const screens = [
  {
    name: 'Log in',
    label: 'The app’s first screen: log in or create an account.',
    Screen: WelcomeScreen,
  },
  {
    name: 'New delivery',
    label: 'Pickup, drop-off and speed of a new delivery.',
    Screen: NewDeliveryScreen,
  },
  { name: 'Price', label: 'The price, to be confirmed.', Screen: PriceScreen },
  {
    name: 'Live tracking',
    label: 'The parcel on the map, arriving in 12 minutes.',
    Screen: TrackingScreen,
  },
  {
    name: 'Driver chat',
    label: 'Messages with the driver, and a button to call.',
    Screen: MessageScreen,
  },
  { name: 'Proof', label: 'Proof of delivery: a photo and a signature.', Screen: ProofScreen },
];

/** Section 9: the six screens of the app. */
export function AppScreens() {
  return (
    <Section name="screens" bg="mist">
      <Box
        css={{
          '& [data-slide] > *': { transition: 'transform {durations.scene} {easings.out}' },
          '& [data-middle] > *': { transform: { xl: 'scale(1.08)' } },
        }}
      >
        <Carousel
          {...screensCarousel}
          heading={<SectionHeading name="screens">One app, every step</SectionHeading>}
          slides={screens.map(({ name, label, Screen }) => ({
            key: name,
            content: (
              <Box py={{ base: '4', xl: '8' }}>
                <DeviceFrame label={label} boxShadow="m">
                  <Screen />
                </DeviceFrame>
                <Text aria-hidden textStyle="label" color="ink.600" textAlign="center" mt="4">
                  {name}
                </Text>
              </Box>
            ),
          }))}
        />
      </Box>
    </Section>
  );
}
