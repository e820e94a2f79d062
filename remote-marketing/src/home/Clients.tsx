import { css } from '@kargo/shared-runtime/styles';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { clientSteps } from './content.ts';
import { Stepper } from './Stepper.tsx';

/** Section 4: sending a parcel, step by step, next to the app's screens. */
export function Clients() {
  return (
    <Section name="clients" bg="paper" isFarDown>
      <Columns
        className={css({
          gridTemplateColumns: { lg: '5fr 7fr' },
          rowGap: '16',
          alignItems: 'center',
        })}
      >
        <div>
          <p className={css({ textStyle: 'label', color: 'violet.700' })}>
            How it works for clients
          </p>
          <SectionHeading className={css({ mt: '3' })}>From your door to theirs</SectionHeading>
          <Stepper steps={clientSteps} goesOn />
        </div>
        <div
          className={css({
            display: 'grid',
            gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(3, 1fr)' },
            gap: { base: '4', md: '6' },
            alignItems: 'start',
          })}
        >
          <DeviceFrame
            label="The price of the delivery, shown before it is confirmed."
            screen="price"
          />
          <DeviceFrame
            label="Messages with the driver, who is five minutes away."
            screen="message"
            className={css({ mt: { base: '16', md: '5rem' } })}
          />
          <DeviceFrame
            label="The parcel is delivered: a photo and a signature."
            screen="proof"
            className={css({ display: { base: 'none', md: 'block' }, mt: '10rem' })}
          />
        </div>
      </Columns>
    </Section>
  );
}
