import { css } from '@kargo/shared-runtime/styles';
import { Columns } from '../Columns.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { testimonialsCarousel } from './carousels.ts';
import { reviews, testimonials } from './content.ts';
import { Portrait } from './illustrations/Portrait.tsx';
import { Stars } from './Stars.tsx';

/** Section 7: one review at a time. */
export function Testimonials() {
  return (
    <Section name="testimonials" anchor="testimonials" bg="mist" isFarDown>
      <Columns className={css({ gridTemplateColumns: { lg: '4fr minmax(0, 8fr)' }, rowGap: '12' })}>
        <div>
          <SectionHeading>Heard at the door</SectionHeading>
          <p className={css({ textStyle: 'figure', mt: { base: '6', md: '12' } })}>
            {reviews.rating}
          </p>
          <div className={css({ mt: '3' })}>
            <Stars rating={5} size={24} />
          </div>
          <p className={css({ color: 'ink.600', mt: '3' })}>{reviews.count}</p>
        </div>
        <Carousel {...testimonialsCarousel}>{testimonials.map(review)}</Carousel>
      </Columns>
    </Section>
  );
}

function review({ name, designation, review: text, image, rating }: (typeof testimonials)[number]) {
  return (
    <figure
      key={name}
      className={css({
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: { base: '8', md: '12' },
        h: 'full',
        minH: { base: '19rem', md: '26rem' },
        p: { base: '6', md: '12' },
        bg: 'paper',
        borderRadius: 'panel',
        outline: '1px solid {colors.line}',
        outlineOffset: '-1px',
      })}
    >
      <div>
        <Stars rating={rating} />
        <blockquote
          className={css({
            fontFamily: 'display',
            fontWeight: 650,
            fontSize: { base: '1.625rem', md: '2.5rem' },
            lineHeight: '1.15',
            letterSpacing: '-0.02em',
            textWrap: 'balance',
            mt: { base: '6', md: '8' },
          })}
        >{`“${text}”`}</blockquote>
      </div>
      <figcaption className={css({ display: 'flex', alignItems: 'center', gap: '4' })}>
        <Portrait seed={image} name={name} />
        <div>
          <p className={css({ fontWeight: 600 })}>{name}</p>
          <p className={css({ color: 'ink.500' })}>{designation}</p>
        </div>
      </figcaption>
    </figure>
  );
}
