import { Link } from '@kargo/shared-runtime/router';
import { Box, Button, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { useCallback, useEffect, useState } from 'react';
import { Notice } from '../Notice.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import { remoteOf } from '../routes.ts';
import { retryScreen } from './prerendered-screen.ts';
import { prerenderedGivenUp } from './release-transitions.ts';

/** Shows the prerendered HTML of a screen whose code did not load, with a note that says so. */
export function StuckScreen({ id }: { id: ScreenId }) {
  // React removes elements that it has not hydrated, so they move into a box that it does not manage.
  const [rendered] = useState(() => document.querySelector(`[data-remote=${remoteOf(id)}]`));
  const keep = useCallback(
    (box: Element | null) => box?.replaceChildren(...(rendered ? [rendered] : [])),
    [rendered],
  );
  // After unmounting the HTML is gone, and the screen is rendered like any other.
  useEffect(() => () => prerenderedGivenUp(id, 'replaced'), [id]);
  async function tryAgain() {
    await retryScreen(id);
    // The button is gone, unless it still failed.
    if (document.activeElement === document.body) focusHeading('[data-remote] h1');
  }
  return (
    <>
      {/* Without a class, whose style may still have to come. */}
      <div ref={keep} style={{ display: 'contents' }} />
      <Notice as="div" role="alert" data-testid="remote-unavailable" data-surface="dark">
        <Flex direction={{ base: 'column', lg: 'row' }} align={{ lg: 'center' }} gap="3">
          <Box>
            <Heading as="h2" textStyle="small" fontWeight="650">
              This part of Kargo didn't load
            </Heading>
            <Text>Your connection may have dropped, or we've just updated the site.</Text>
          </Box>
          <Flex gap="2" flexShrink={0}>
            <Button size="sm" variant="lime" onClick={tryAgain}>
              Try again
            </Button>
            <Button size="sm" variant="outline-dark" asChild>
              <Link to={paths.home()}>Go to home</Link>
            </Button>
          </Flex>
        </Flex>
      </Notice>
    </>
  );
}
