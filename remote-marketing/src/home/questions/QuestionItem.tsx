import { Box, Circle, chakra, Text } from '@kargo/shared-runtime/ui';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';

/** A question that opens to its answer; each on its own, all closed at first. */
export function QuestionItem({ question, answer }: { question: string; answer: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const Icon = isOpen ? Minus : Plus;
  return (
    <Box borderBottomWidth="1px" borderColor="line">
      <h3>
        <chakra.button
          type="button"
          className={isOpen ? 'active' : undefined}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="6"
          w="full"
          py="6"
          textStyle="title"
          textAlign="start"
          cursor="pointer"
          transition="color {durations.fast}"
          _hover={{ color: 'violet.700' }}
          _highContrast={{ px: '4' }}
        >
          <span>{question}</span>
          <Circle
            as="span"
            size="2.5rem"
            bg={isOpen ? 'violet.600' : 'lilac'}
            color={isOpen ? 'white' : 'violet.700'}
            transition="background-color {durations.base}, color {durations.base}"
          >
            <Icon size={20} aria-hidden />
          </Circle>
        </chakra.button>
      </h3>
      <Box
        id={panelId}
        display="grid"
        gridTemplateRows={isOpen ? '1fr' : '0fr'}
        visibility={isOpen ? 'visible' : 'hidden'}
        transition="grid-template-rows {durations.base} {easings.out}, visibility {durations.base}"
        css={{ '@media print': { gridTemplateRows: '1fr', visibility: 'visible' } }}
      >
        <Box overflow="hidden" minH="0">
          <Text color="ink.600" maxW="38rem" pb="8" pe={{ md: '16' }}>
            {answer}
          </Text>
        </Box>
      </Box>
    </Box>
  );
}
