import { css } from '@kargo/shared-runtime/styles';
import { Section, SectionHeading } from '../Section.tsx';
import { delivery } from './content.ts';

/** How it works: the stops of one delivery on the route line, with their times. */
export function OneDelivery() {
  const { heading, text, stops } = delivery;
  return (
    <Section name="one-delivery" bg="ink.950">
      <SectionHeading>{heading}</SectionHeading>
      <p className={css({ textStyle: 'lead', color: 'ink.300', maxW: '38rem', mt: '6' })}>{text}</p>
      <ol
        className={css({
          display: 'grid',
          gridTemplateColumns: { base: '1fr', lg: 'repeat(5, 1fr)' },
          columnGap: { lg: '6', xl: '8' },
          mt: { base: '12', md: '6rem' },
        })}
      >
        {stops.map((stop, index) => (
          <DeliveryStop key={stop.time} stop={stop} isLast={index === stops.length - 1} />
        ))}
      </ol>
    </Section>
  );
}

type Stop = (typeof delivery.stops)[number];

function DeliveryStop({ stop: { time, title, text }, isLast }: { stop: Stop; isLast: boolean }) {
  return (
    <li
      className={css({
        display: 'flex',
        position: 'relative',
        flexDirection: { base: 'row', lg: 'column' },
        gap: { base: '6', lg: '8' },
        pb: { base: isLast ? '0' : '12', lg: '0' },
      })}
    >
      {/* Leads down to the next stop or, where there is room, across to it. */}
      {isLast ? null : (
        <div
          className={css({
            position: 'absolute',
            top: { base: '2rem', lg: '0.625rem' },
            bottom: { base: '0.25rem', lg: 'auto' },
            left: { base: '0.625rem', lg: '2rem' },
            right: { lg: '-1rem', xl: '-1.5rem' },
            w: { base: '0.25rem', lg: 'auto' },
            h: { lg: '0.25rem' },
            bgImage: 'radial-gradient(circle, {colors.violet.500} 1.6px, transparent 2px)',
            bgSize: { base: '0.25rem 0.6875rem', lg: '0.6875rem 0.25rem' },
            bgPosition: { base: 'center top', lg: 'left center' },
            bgRepeat: { base: 'repeat-y', lg: 'repeat-x' },
          })}
          aria-hidden
        />
      )}
      <div
        className={css({
          position: 'relative',
          circle: '1.5rem',
          bg: isLast ? 'lime' : 'ink.950',
          borderWidth: '5px',
          borderColor: isLast ? 'lime' : 'violet.500',
          boxShadow: isLast
            ? '0 0 0 8px color-mix(in srgb, {colors.lime} 22%, transparent)'
            : undefined,
        })}
        aria-hidden
      />
      <div className={css({ mt: { base: '-0.25rem', lg: '0' } })}>
        <p
          className={css({
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            color: isLast ? 'lime' : 'violet.300',
          })}
        >
          {time}
        </p>
        <h3 className={css({ textStyle: 'h3', mt: '1' })}>{title}</h3>
        <p className={css({ color: 'ink.300', mt: '2', maxW: '30rem' })}>{text}</p>
      </div>
    </li>
  );
}
