import { Link } from '@kargo/shared-runtime/router';
import {
  Box,
  Container,
  chakra,
  Flex,
  Heading,
  Text,
  Link as TextLink,
} from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { MapPin } from '@kargo/shared-ui/drawing/map';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { ChevronRight } from 'lucide-react';
import { lead } from './content.ts';

/** Where the visitor is, and what Kargo does in one sentence. */
export function Head() {
  return (
    <Box
      as="section"
      aria-labelledby="about-page-heading"
      position="relative"
      overflow="hidden"
      bg="lilac"
    >
      <RouteLine
        d="M2400 250C2000 340 1700 330 1480 300c-200-28-180-180-330-180-130 0-90 150-210 150"
        display={{ base: 'none', lg: 'block' }}
        top="50%"
        left="50%"
        w="1440px"
        h="360px"
        mt="-180px"
        ml="-720px"
        viewBox="0 0 1440 360"
      >
        <MapPin x={938} y={268} scale={1.15} />
      </RouteLine>
      <Container position="relative" py={{ base: '3.5rem', md: '6rem' }}>
        <Breadcrumb />
        <Heading as="h1" id="about-page-heading" tabIndex={-1} textStyle="hero" mt="6">
          About Page
        </Heading>
        <Text textStyle="lead" color="ink.600" maxW="38rem" mt="6">
          {lead}
        </Text>
      </Container>
    </Box>
  );
}

function Breadcrumb() {
  return (
    <Box as="nav" aria-label="Breadcrumb">
      <Flex as="ol" align="center" gap="2" textStyle="small">
        <Flex as="li" align="center" gap="2">
          <TextLink asChild display="inline-flex" alignItems="center" minH="1.5rem">
            <Link to={paths.home()}>Home</Link>
          </TextLink>
          <chakra.span color="ink.500" display="inline-flex">
            <ChevronRight size={16} aria-hidden />
          </chakra.span>
        </Flex>
        <li>
          <TextLink
            asChild
            display="inline-flex"
            alignItems="center"
            minH="1.5rem"
            color="ink.900"
            textDecoration="none"
          >
            <Link to={paths.about()} aria-current="page">
              About
            </Link>
          </TextLink>
        </li>
      </Flex>
    </Box>
  );
}
