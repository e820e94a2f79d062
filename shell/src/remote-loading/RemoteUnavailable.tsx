import { Link } from 'shared-runtime/router';
import { Button, Container, Heading, HStack, Text } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';

/** Stands where a remote's screen would, when that could not be loaded or failed. */
export function RemoteUnavailable({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <Container as="main" data-testid="remote-unavailable" role="alert" py="32">
      <Heading as="h1" textStyle="h1" tabIndex={-1}>
        This part of Kargo didn't load
      </Heading>
      <Text textStyle="lead" color="ink.600" mt="4">
        Your connection may have dropped, or we've just updated the site.
      </Text>
      <HStack gap="3" mt="8">
        <Button onClick={onTryAgain}>Try again</Button>
        <Button variant="outline" asChild>
          <Link to={paths.home()}>Go to home</Link>
        </Button>
      </HStack>
    </Container>
  );
}
