import { Link } from '@kargo/shared-runtime/router';
import { button, css, cx } from '@kargo/shared-runtime/styles';
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
        viewBox="0 0 672 192"
        className={css({
          display: { base: 'none', xl: 'block' },
          top: '-5.5rem',
          left: 'calc(var(--side) + 1.375rem)',
          w: 'calc(50% - var(--side) + 3rem)',
          h: '12rem',
        })}
      />
      <Columns
        className={css({
          gridTemplateColumns: { lg: '6fr 6fr' },
          columnGap: { lg: '12', xl: '24' },
          rowGap: '16',
          alignItems: 'center',
        })}
      >
        <div
          className={css({
            position: 'relative',
            w: 'full',
            maxW: '36rem',
            mx: { base: 'auto', lg: '0' },
          })}
        >
          <DeviceFrame
            label="A new request in the app: 11 dollars 40, accept or decline."
            screen="driver-request"
            className={css({ w: '53%', transform: 'rotate(-3deg)' })}
          />
          <DeviceFrame
            label="What a driver was paid this week, delivery by delivery."
            screen="driver-paid"
            className={css({
              position: 'absolute',
              top: '12%',
              right: '-1%',
              w: '49%',
              transform: 'rotate(3deg)',
            })}
          />
        </div>
        <div className={css({ order: { base: -1, lg: 0 } })}>
          <p className={css({ textStyle: 'label', color: 'violet.700' })}>
            How it works for drivers
          </p>
          <SectionHeading className={css({ mt: '3' })}>
            Your van, your hours, your pay
          </SectionHeading>
          <Stepper steps={driverSteps} />
          <Link
            className={cx(button({ variant: 'outline' }), css({ mt: { base: '8', md: '12' } }))}
            to={paths.login()}
          >
            Driver login
            <ArrowRight size={18} aria-hidden />
          </Link>
        </div>
      </Columns>
    </Section>
  );
}
