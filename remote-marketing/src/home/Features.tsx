import { css, cx } from '@kargo/shared-runtime/styles';
import type { ReactNode } from 'react';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { FreeTrial } from './free-trial/FreeTrial.tsx';

const smallCards = [
  { icon: 'pen', title: 'Proof you can keep', text: 'Signature or photo when required.' },
  {
    icon: 'shield',
    title: 'Screened and insured',
    text: 'Every driver is reviewed before the first delivery.',
  },
  {
    icon: 'headphones',
    title: 'Help around the clock',
    text: 'Support is there 24-7, in the app.',
  },
];

/** Section 3: one tall card, two wide, three small, and the free trial. */
export function Features() {
  return (
    <Section name="features" anchor="features" bg="mist" isFarDown>
      <SectionHeading className={css({ maxW: '44rem' })}>
        Everything between pickup and hand-over
      </SectionHeading>
      <div
        className={css({
          display: 'grid',
          gap: '6',
          mt: { base: '2.5rem', md: '16' },
          gridTemplateColumns: { base: '1fr', md: '1fr 1fr', lg: '5fr 7fr' },
        })}
      >
        <Card
          className={css({
            display: 'flex',
            gridRow: { md: 'span 2' },
            position: 'relative',
            flexDirection: 'column',
            bg: 'violet.600',
            color: 'white',
            outlineColor: 'transparent',
          })}
        >
          <div className={css({ p: { base: '6', md: '8' } })}>
            <h3 className={css({ textStyle: 'h3' })}>Live on the map</h3>
            <p className={css({ mt: '2' })}>Track your package from pickup to drop-off.</p>
          </div>
          <div className={css({ position: 'relative', flex: '1', minH: '20rem' })}>
            <Drawing
              name="live-map"
              aria-hidden
              viewBox="0 92 276 330"
              preserveAspectRatio="xMidYMin slice"
              className={css({ position: 'absolute', inset: '0', boxSize: 'full' })}
            />
          </div>
        </Card>
        <WideCard
          title="Three speeds"
          text="Standard, express or scheduled."
          picture={<Picture name="speeds" viewBox="-3 0 403 190" />}
        />
        <WideCard
          title="Talk to your driver"
          text="Call or message, if enabled."
          picture={<Picture name="chat" viewBox="0 0 400 190" />}
        />
      </div>
      <div
        className={css({
          display: 'grid',
          gap: '6',
          mt: '6',
          gridTemplateColumns: { base: '1fr', md: 'repeat(3, 1fr)' },
        })}
      >
        {smallCards.map(({ icon, title, text }) => (
          <Card key={title} className={css({ p: { base: '6', md: '8' } })}>
            <Drawing
              name={icon}
              aria-hidden
              viewBox="0 0 24 24"
              className={css({ color: 'violet.600', boxSize: '1.5rem' })}
            />
            <h3 className={css({ textStyle: 'title', mt: { base: '4', md: '8' } })}>{title}</h3>
            <p className={css({ color: 'ink.600', mt: '2' })}>{text}</p>
          </Card>
        ))}
      </div>
      <FreeTrial />
    </Section>
  );
}

function Card(props: { className: string; children: ReactNode }) {
  return <div className={cx(cardStyle, props.className)}>{props.children}</div>;
}

const cardStyle = css({
  _byDefault: {
    overflow: 'hidden',
    bg: 'paper',
    borderRadius: 'panel',
    outline: '1px solid {colors.line}',
    outlineOffset: '-1px',
  },
});

function WideCard({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <Card
      className={css({
        display: 'grid',
        gridTemplateColumns: { base: '1fr', xl: '5fr 7fr' },
        alignItems: 'center',
        minH: { xl: '15rem' },
      })}
    >
      <div className={css({ p: { base: '6', md: '8' }, alignSelf: 'start' })}>
        <h3 className={css({ textStyle: 'h3' })}>{title}</h3>
        <p className={css({ color: 'ink.600', mt: '2' })}>{text}</p>
      </div>
      <div
        className={css({
          px: { base: '6', md: '8' },
          pb: { base: '6', md: '8' },
          pt: { xl: '6' },
          ps: { xl: '0' },
        })}
      >
        {picture}
      </div>
    </Card>
  );
}

function Picture(drawing: { name: string; viewBox: string }) {
  return <Drawing aria-hidden {...drawing} className={pictureStyle} />;
}

const pictureStyle = css({
  w: 'full',
  h: 'auto',
  // Keeps its dark letters on white.
  _highContrast: { forcedColorAdjust: 'none', bg: 'white' },
});
