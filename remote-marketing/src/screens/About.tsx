import { Box, Container, Grid, Heading, Text } from 'shared-runtime/ui';
import { AboutRoute } from '../about/AboutRoute.tsx';
import { Breadcrumb } from '../about/Breadcrumb.tsx';
import { about } from '../about/content.ts';

export default function About() {
  return (
    <>
      <Box
        as="section"
        aria-labelledby="about-page-heading"
        position="relative"
        overflow="hidden"
        bg="lilac"
      >
        <AboutRoute />
        <Container position="relative" py={{ base: '3.5rem', md: '6rem' }}>
          <Breadcrumb />
          <Heading as="h1" id="about-page-heading" tabIndex={-1} textStyle="h1" mt="6">
            About Page
          </Heading>
          <Text textStyle="lead" color="ink.600" maxW="38rem" mt="4">
            {about.lead}
          </Text>
        </Container>
      </Box>
      <Container as="section" aria-label="What we promise" py={{ base: '4.5rem', md: '8rem' }}>
        <Grid
          as="ul"
          listStyleType="none"
          p="0"
          m="0"
          gap={{ base: '8', md: '12' }}
          gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', xl: 'repeat(4, 1fr)' }}
        >
          {about.promises.map(({ name, text }) => (
            <Box as="li" key={name} borderTopWidth="2px" borderColor="violet.600" pt="4">
              <Heading as="h2" textStyle="title">
                {name}
              </Heading>
              <Text color="ink.600" mt="2">
                {text}
              </Text>
            </Box>
          ))}
        </Grid>
      </Container>
    </>
  );
}
