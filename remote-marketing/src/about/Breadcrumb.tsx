import { Link } from '@kargo/shared-runtime/router';
import { Box, chakra, Flex, Link as TextLink } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { ChevronRight } from 'lucide-react';

export function Breadcrumb() {
  return (
    <Box as="nav" aria-label="Breadcrumb">
      <Flex as="ol" align="center" gap="2" listStyleType="none" p="0" m="0" textStyle="small">
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
