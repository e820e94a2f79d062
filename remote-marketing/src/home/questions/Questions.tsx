import { useContact } from '@kargo/shared-runtime/configuration';
import { css, link } from '@kargo/shared-runtime/styles';
import { contactEmailPlaceholder } from '@kargo/shared-types/releases/release-addresses';
import { Columns } from '../../Columns.tsx';
import { Section, SectionHeading } from '../../Section.tsx';
import { questions } from '../content.ts';
import { QuestionItem } from './QuestionItem.tsx';

/** Section 11: what people ask. */
export function Questions() {
  const { contactEmail } = useContact();
  return (
    <Section name="faqs" anchor="faqs" bg="paper" isFarDown>
      <Columns className={css({ gridTemplateColumns: { lg: '5fr 7fr' }, rowGap: '8' })}>
        <div>
          <SectionHeading>Questions people ask</SectionHeading>
          <p className={css({ textStyle: 'lead', color: 'ink.600', mt: '6', minH: '3lh' })}>
            Something else? Support is there 24-7.
            <span className={css({ display: 'block', overflowWrap: 'anywhere' })}>
              Write to{' '}
              <a className={link()} href={`mailto:${contactEmail}`}>
                {contactEmail}
              </a>
            </span>
          </p>
        </div>
        <div className={css({ borderTopWidth: '1px', borderColor: 'line' })}>
          {questions.map(({ question, answer }) => (
            <QuestionItem
              key={question}
              question={question}
              answer={answer.replace(contactEmailPlaceholder, contactEmail)}
            />
          ))}
        </div>
      </Columns>
    </Section>
  );
}
