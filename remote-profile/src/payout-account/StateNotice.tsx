import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Box, Flex, Heading } from 'shared-runtime/ui';
import { LineIcon } from 'shared-ui/LineIcon';

interface StateNoticeProps {
  tone: 'warning' | 'info' | 'success';
  icon: LucideIcon;
  title: string;
  /** The heading takes the focus when the state changes. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A state of the payout account that asks for no more than a button. */
export function StateNotice({
  tone,
  icon: NoticeIcon,
  title,
  headingRef,
  children,
}: StateNoticeProps) {
  return (
    <Flex
      gap="4"
      direction={{ base: 'column', sm: 'row' }}
      mt="8"
      p={{ base: '4', md: '6' }}
      bg={`${tone}.surface`}
      borderRadius="button"
    >
      <LineIcon of={NoticeIcon} boxSize="2rem" color={tone} />
      <Box minW="0">
        <Heading
          as="h3"
          ref={headingRef}
          tabIndex={-1}
          textStyle="title"
          // With the focus here the whole card is in view, its stepper too.
          scrollMarginTop="16rem"
        >
          {title}
        </Heading>
        {children}
      </Box>
    </Flex>
  );
}
