import { Link } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { Box, Button, Heading, Stack, Text } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { useEver } from '@kargo/shared-ui/useEver';
import { PanelRight, X } from 'lucide-react';
import { useRef } from 'react';
import { ContactDetails } from '../ContactDetails.tsx';
import { IconButton } from './IconButton.tsx';
import { useEscape, useWidthChange } from './useDocumentEvent.ts';

const width = '22rem';

interface SidePanelProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/**
 * The side panel and its toggle (spec sections 4 and 9): contact details on every page. All of it
 * can be found elsewhere too.
 */
export function SidePanel({ isOpen, onToggle }: SidePanelProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    onToggle(false);
    toggle.current?.focus();
  });
  useWidthChange(isOpen, () => onToggle(false));

  return (
    <>
      <IconButton
        ref={toggle}
        me="-0.625rem"
        data-testid="side-panel-toggle"
        aria-label={isOpen ? 'Close contact panel' : 'Open contact panel'}
        aria-expanded={isOpen}
        aria-controls="side-panel"
        onClick={() => onToggle(!isOpen)}
      >
        {isOpen ? <X aria-hidden /> : <PanelRight aria-hidden />}
      </IconButton>
      <Box
        as="section"
        id="side-panel"
        data-testid="side-panel"
        aria-label="Contact panel"
        inert={!isOpen}
        position="fixed"
        inset="{sizes.header} 0 0 auto"
        w={isOpen ? width : '0'}
        overflow="hidden"
        bg="paper"
        color="ink.900"
        boxShadow={isOpen ? 'l' : undefined}
        outline={isOpen ? '1px solid transparent' : undefined}
        // The shadow falls on the page, not on the header.
        clipPath="inset(0 0 0 -10rem)"
        zIndex="panel"
        transition="width {durations.base} {easings.out}"
      >
        {useEver(isOpen) && <Contents />}
      </Box>
    </>
  );
}

function Contents() {
  const { token } = useSession();
  return (
    <Stack w={width} h="full" gap="8" p="8" overflowY="auto">
      <Stack gap="3">
        <Heading as="h2" textStyle="h3">
          Talk to us
        </Heading>
        <Text color="ink.600">Support is there 24-7.</Text>
        <ContactDetails />
      </Stack>
      <Stack gap="3">
        <Heading as="h2" textStyle="label" color="ink.500">
          Send or drive with the app
        </Heading>
        <StoreButtons surface="light" isNarrow />
      </Stack>
      <Button asChild variant="outline" alignSelf="start" mt="auto">
        {token === null ? (
          <Link to={paths.login()}>Driver login</Link>
        ) : (
          <Link to={paths.profile()}>Go to my profile</Link>
        )}
      </Button>
    </Stack>
  );
}
