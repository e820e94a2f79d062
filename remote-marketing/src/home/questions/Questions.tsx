import { useContact } from '@kargo/shared-runtime/configuration';
import { Box, Link, Text } from '@kargo/shared-runtime/ui';
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
      <Columns split="5fr 7fr" rowGap="8">
        <Box>
          <SectionHeading>Questions people ask</SectionHeading>
          <Text textStyle="lead" color="ink.600" mt="6" minH="3lh">
            Something else? Support is there 24-7.
            <Box as="span" display="block" overflowWrap="anywhere">
              Write to <Link href={`mailto:${contactEmail}`}>{contactEmail}</Link>
            </Box>
          </Text>
        </Box>
        <Box borderTopWidth="1px" borderColor="line">
          {questions.map(({ question, answer }) => (
            <QuestionItem
              key={question}
              question={question}
              answer={answer.replace(contactEmailPlaceholder, contactEmail)}
            />
          ))}
        </Box>
      </Columns>
    </Section>
  );
}
