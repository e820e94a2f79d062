import { Box } from '@kargo/shared-runtime/ui';
import { FigureRow, LabelledFigure } from '../FigureRow.tsx';
import { figures } from '../home/content.ts';
import { Section, SectionHeading } from '../Section.tsx';

/** The figures of the landing page, without the animation. */
export function Figures() {
  return (
    <Section name="figures" bg="lilac">
      <SectionHeading textStyle="h3">Kargo in four figures</SectionHeading>
      <FigureRow mt={{ base: '8', md: '12' }}>
        {figures.map(({ value, decimals = 0, suffix, label }) => (
          <LabelledFigure key={label} label={label}>
            <span>{value.toFixed(decimals)}</span>
            <Box as="span" color="violet.600">
              {suffix}
            </Box>
          </LabelledFigure>
        ))}
      </FigureRow>
    </Section>
  );
}
