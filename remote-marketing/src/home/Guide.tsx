import { css } from '@kargo/shared-runtime/styles';
import { DotsDown } from '../DotsDown.tsx';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { guideSteps } from './content.ts';

/** Section 6: three steps, joined by the route line. */
export function Guide() {
  return (
    <Section name="guide" anchor="how_it_work" bg="paper" isFarDown>
      <SectionHeading className={css({ maxW: '40rem' })}>
        Up and running in three steps
      </SectionHeading>
      <ol
        className={css({
          display: 'grid',
          position: 'relative',
          gridTemplateColumns: { base: '1fr', md: 'repeat(3, 1fr)' },
          columnGap: { md: '8', xl: '16' },
          rowGap: '12',
          mt: { base: '12', md: '6rem' },
        })}
      >
        {/* From the window's left edge past each number to a pin. */}
        <Drawing
          name="way"
          aria-hidden
          viewBox="0 0 1248 128"
          preserveAspectRatio="none"
          className={css({
            display: { base: 'none', md: 'block' },
            position: 'absolute',
            top: '0',
            w: 'full',
            h: '8rem',
            overflow: 'visible',
          })}
        />
        <Drawing
          name="pin"
          aria-hidden
          viewBox="-20 -54 40 54"
          className={css({
            display: { base: 'none', md: 'block' },
            position: 'absolute',
            top: '3rem',
            right: '0',
            w: '2.5rem',
            h: '3.375rem',
            overflow: 'visible',
          })}
        />
        {guideSteps.map(({ title, text }, index) => (
          <li
            key={title}
            className={css({
              display: 'grid',
              position: 'relative',
              gridTemplateColumns: { base: 'min(4rem, 20vw) 1fr', md: '1fr' },
              alignContent: 'start',
              columnGap: 'min(1.5rem, 7.5vw)',
              rowGap: '12',
            })}
          >
            {index < guideSteps.length - 1 ? (
              <DotsDown
                className={css({
                  display: { md: 'none' },
                  top: '5rem',
                  bottom: '-2.5rem',
                  left: '1rem',
                })}
              />
            ) : null}
            <p
              className={css({
                fontFamily: 'display',
                fontWeight: 700,
                fontSize: { base: 'min(5.5rem, 27.5vw)', md: '7rem', xl: '11rem' },
                lineHeight: '0.75',
                letterSpacing: '-0.05em',
                color: 'violet.600',
              })}
              aria-hidden
            >
              {index + 1}
            </p>
            <div>
              <h3 className={css({ textStyle: 'h3' })}>{title}</h3>
              <p className={css({ color: 'ink.600', mt: '2', maxW: '20rem' })}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
