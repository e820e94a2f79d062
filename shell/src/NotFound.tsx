import { Link } from 'shared-runtime/router';
import { Button, Container, Heading, HStack } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';

/** Shown at every address that no route has. */
export function NotFound() {
  return (
    <Container as="main" py="32">
      <Heading as="h1" textStyle="h1" tabIndex={-1}>
        This address isn't on our route
      </Heading>
      <HStack gap="3" mt="8">
        <Button asChild>
          <Link to={paths.home()}>Home</Link>
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.support()}>Support</Link>
        </Button>
      </HStack>
    </Container>
  );
}
