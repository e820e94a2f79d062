import { css } from '@kargo/shared-runtime/styles';
import { type AppScreen, DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { Carousel } from '../carousel/Carousel.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { screensCarousel } from './carousels.ts';

const screens: { name: string; label: string; screen: AppScreen }[] = [
  {
    name: 'Log in',
    label: 'The app’s first screen: log in or create an account.',
    screen: 'welcome',
  },
  {
    name: 'New delivery',
    label: 'Pickup, drop-off and speed of a new delivery.',
    screen: 'new-delivery',
  },
  { name: 'Price', label: 'The price, to be confirmed.', screen: 'price' },
  {
    name: 'Live tracking',
    label: 'The parcel on the map, arriving in 12 minutes.',
    screen: 'tracking',
  },
  {
    name: 'Driver chat',
    label: 'Messages with the driver, and a button to call.',
    screen: 'message',
  },
  { name: 'Proof', label: 'Proof of delivery: a photo and a signature.', screen: 'proof' },
];

/** Section 9: the six screens of the app. */
export function AppScreens() {
  return (
    <Section name="screens" bg="mist" isFarDown>
      <div
        className={css({
          '& [data-slide] > *': { transition: 'transform {durations.scene} {easings.out}' },
          '& [data-middle] > *': { transform: { xl: 'scale(1.08)' } },
        })}
      >
        <Carousel
          {...screensCarousel}
          heading={<SectionHeading>One app, every step</SectionHeading>}
        >
          {screens.map(({ name, label, screen }) => (
            <div key={name} className={css({ py: { base: '4', xl: '8' } })}>
              <DeviceFrame label={label} screen={screen} className={css({ boxShadow: 'm' })} />
              <p
                className={css({
                  textStyle: 'label',
                  color: 'ink.600',
                  textAlign: 'center',
                  mt: '4',
                })}
                aria-hidden
              >
                {name}
              </p>
            </div>
          ))}
        </Carousel>
      </div>
    </Section>
  );
}
