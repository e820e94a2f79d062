import { css } from '@kargo/shared-runtime/styles';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { principles } from './content.ts';

export function Principles() {
  return (
    <Section name="principles" bg="paper">
      <Columns className={css({ gridTemplateColumns: { lg: '5fr 7fr' }, rowGap: '8' })}>
        <div>
          <SectionHeading>{principles.heading}</SectionHeading>
          <p className={css({ textStyle: 'lead', color: 'ink.600', maxW: '26rem', mt: '6' })}>
            {principles.text}
          </p>
        </div>
        <ul>
          {principles.promises.map(({ name, text }) => (
            <li
              key={name}
              className={css({
                py: { base: '6', md: '8' },
                borderTopWidth: '1px',
                borderColor: 'line',
                _last: { borderBottomWidth: '1px' },
              })}
            >
              <h3 className={css({ textStyle: 'h3' })}>{name}</h3>
              <p className={css({ color: 'ink.600', maxW: 'prose', mt: '2' })}>{text}</p>
            </li>
          ))}
        </ul>
      </Columns>
    </Section>
  );
}
