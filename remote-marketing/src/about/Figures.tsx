import { css } from '@kargo/shared-runtime/styles';
import { FigureRow, LabelledFigure } from '../FigureRow.tsx';
import { figures } from '../home/content.ts';
import { Section, SectionHeading } from '../Section.tsx';

/** The figures of the landing page, without the animation. */
export function Figures() {
  return (
    <Section name="figures" bg="lilac">
      <SectionHeading className={css({ textStyle: 'h3' })}>Kargo in four figures</SectionHeading>
      <FigureRow className={css({ mt: { base: '8', md: '12' } })}>
        {figures.map(({ value, decimals = 0, suffix, label }) => (
          <LabelledFigure key={label} label={label}>
            <span>{value.toFixed(decimals)}</span>
            <span className={css({ color: 'violet.600' })}>{suffix}</span>
          </LabelledFigure>
        ))}
      </FigureRow>
    </Section>
  );
}
