import { chakra } from '@kargo/shared-runtime/ui';
import { chosenInForcedColors } from '@kargo/shared-ui/chosen-in-forced-colors';
import { goToSection } from './go-to-section.ts';
import { type SectionId, sectionTitles } from './sections.ts';
import { useSectionInView } from './useSectionInView.ts';

const sectionIds = Object.keys(sectionTitles) as SectionId[];

/** Links to the cards of the page, beside them where there is room. */
export function SectionNav() {
  const inView = useSectionInView(sectionIds);
  return (
    <chakra.nav
      aria-label="Profile sections"
      display={{ base: 'none', lg: 'block' }}
      position="sticky"
      top="calc({sizes.header} + 1.5rem)"
    >
      <chakra.ul listStyle="none">
        {sectionIds.map((id) => (
          <li key={id}>
            <chakra.a
              href={`#${id}`}
              aria-current={inView === id ? 'true' : undefined}
              onClick={(event) => goToSection(event, id)}
              display="block"
              px="4"
              py="3"
              borderRadius="input"
              color="ink.600"
              fontWeight={500}
              textDecoration="none"
              _hover={{ color: 'ink.900', bg: 'lilac' }}
              css={{
                '&[aria-current]': {
                  color: 'violet.700',
                  bg: 'lilac',
                  fontWeight: 600,
                  ...chosenInForcedColors,
                },
              }}
            >
              {sectionTitles[id]}
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}
