import { css } from '@kargo/shared-runtime/styles';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { Pricing } from './pricing/Pricing.tsx';

/** Section 10: the call to action, where the route line ends, and the plans. */
export function GetStarted() {
  return (
    <Section name="getstarted" anchor="getstarted" bg="ink.950" isFarDown>
      {/* The route line comes in from the right and ends at the door, with the parcel. */}
      <Drawing
        name="delivered"
        aria-hidden
        viewBox="964 0 380 620"
        fill="none"
        className={css({
          display: { base: 'none', lg: 'block' },
          position: 'absolute',
          overflow: 'visible',
          top: '0',
          right: 'var(--side)',
          w: '380px',
          h: '620px',
        })}
      />
      <div className={css({ maxW: '38rem' })}>
        <SectionHeading className={css({ textStyle: 'hero' })}>Ready when you are</SectionHeading>
        <p className={css({ textStyle: 'lead', color: 'ink.300', mt: '6' })}>
          Download Kargo and book your first delivery.
        </p>
        <div className={css({ mt: '8' })}>
          <StoreButtons surface="dark" isProminent isInCallToAction />
        </div>
      </div>
      <Pricing />
    </Section>
  );
}
