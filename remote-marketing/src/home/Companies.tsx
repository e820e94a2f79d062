import { container, css, cx } from '@kargo/shared-runtime/styles';
import { Carousel } from '../carousel/Carousel.tsx';
import { Drawing } from '../Drawing.tsx';
import { SectionHeading } from '../Section.tsx';
import { logosCarousel } from './carousels.ts';
import { trustedBy } from './content.ts';

/** Companies that do not exist, until real ones agree. Their marks are in drawings.svg. */
const logos = [
  { name: 'Petal & Post', id: 'logo-petal-post' },
  { name: 'Oakline', id: 'logo-oakline' },
  { name: 'Brightcart', id: 'logo-brightcart' },
  { name: 'Foundry Nine', id: 'logo-foundry-nine' },
  { name: 'Tidewell', id: 'logo-tidewell' },
  { name: 'Lumen Row', id: 'logo-lumen-row' },
  { name: 'Harborly', id: 'logo-harborly' },
  { name: 'Marlowe', id: 'logo-marlowe' },
];

/** Section 8: a thin band with the companies' marks. */
export function Companies() {
  return (
    <section
      className={css({ bg: 'paper', overflowX: 'clip' })}
      aria-labelledby="companies-heading"
    >
      <div className={cx(container(), css({ py: { base: '3.5rem', md: '5rem' } }))}>
        <Carousel
          {...logosCarousel}
          heading={
            <SectionHeading id="companies-heading" className={css({ textStyle: 'h3' })}>
              {trustedBy}
            </SectionHeading>
          }
        >
          {logos.map(({ name, id }) => (
            <div
              key={name}
              className={css({
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'center',
                gap: { base: '2', sm: '3' },
                h: '4rem',
                color: 'ink.500',
                transition: 'color {durations.base}',
                _hover: { color: 'ink.900' },
              })}
              role="img"
              aria-label={name}
            >
              <Drawing
                name={id}
                aria-hidden
                viewBox="0 0 40 40"
                fill="currentColor"
                fillRule="evenodd"
                className={css({
                  flexShrink: 0,
                  boxSize: { base: 'min(1.5rem, 7.5vw)', sm: '2rem' },
                })}
              />
              <span
                className={css({
                  fontFamily: 'display',
                  fontWeight: 700,
                  fontSize: { base: 'min(1.0625rem, 5.3vw)', sm: '1.25rem' },
                  letterSpacing: '-0.02em',
                  whiteSpace: 'nowrap',
                })}
                aria-hidden
              >
                {name}
              </span>
            </div>
          ))}
        </Carousel>
      </div>
    </section>
  );
}
