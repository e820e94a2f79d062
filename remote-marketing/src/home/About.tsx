import { css } from '@kargo/shared-runtime/styles';
import { Check } from 'lucide-react';
import { Columns } from '../Columns.tsx';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { promises } from './content.ts';
import { Counters } from './counters/Counters.tsx';

/** Section 2: what Kargo is, in one picture and four figures. */
export function About() {
  return (
    <Section name="about" anchor="about" bg="paper">
      <Columns
        className={css({
          gridTemplateColumns: { lg: '5fr 7fr' },
          rowGap: '12',
          alignItems: 'center',
        })}
      >
        <div>
          <SectionHeading>Delivery that fits your day</SectionHeading>
          <p className={css({ textStyle: 'lead', color: 'ink.600', mt: '6' })}>
            Book in moments, choose standard, express or scheduled, and follow every step on the
            map.
          </p>
          <ul
            className={css({
              display: 'grid',
              gridTemplateColumns: { base: '1fr', sm: '1fr 1fr', lg: '1fr' },
              gap: '3',
              mt: '8',
            })}
          >
            {promises.map((promise) => (
              <li
                key={promise}
                className={css({
                  display: 'flex',
                  alignItems: 'center',
                  gap: '3',
                  fontWeight: 600,
                })}
              >
                <div className={css({ circle: '1.75rem', bg: 'lilac', color: 'violet.700' })}>
                  <Check size={16} strokeWidth={2.5} aria-hidden />
                </div>
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <Drawing
          name="city"
          role="img"
          aria-label="A map of a town: a parcel picked up at a shop, a van on its way, and a signed delivery."
          viewBox="0 0 700 540"
          className={css({ w: 'full', h: 'auto', borderRadius: 'panel' })}
        />
      </Columns>
      <div
        className={css({
          mt: { base: '4rem', md: '6rem' },
          pt: { base: '3rem', md: '3.5rem' },
          borderTopWidth: '1px',
          borderColor: 'line',
        })}
      >
        <Counters />
      </div>
    </Section>
  );
}
