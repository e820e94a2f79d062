import { useConfiguration } from '@kargo/shared-runtime/configuration';
import { chakra, Flex } from '@kargo/shared-runtime/ui';
import { BriefcaseBusiness, Camera, MessageCircle, Play } from 'lucide-react';

const places = [
  { name: 'photos', Glyph: Camera },
  { name: 'chat', Glyph: MessageCircle },
  { name: 'films', Glyph: Play },
  { name: 'work', Glyph: BriefcaseBusiness },
] as const;

/**
 * Kargo on social networks. Each is a link when the configuration has its address, otherwise
 * decoration. Other companies' logos may not be used.
 */
export function SocialGlyphs() {
  const urls = useConfiguration()?.socialUrls;
  return (
    <Flex wrap="wrap" gap="1" mx="-0.6875rem" color="ink.300">
      {places.map(({ name, Glyph }) => {
        const glyph = <Glyph size={22} strokeWidth={1.75} aria-hidden />;
        const url = urls?.[name];
        return (
          <Place key={name} asChild>
            {url ? (
              <a href={url} aria-label={`Kargo ${name}`}>
                {glyph}
              </a>
            ) : (
              <span>{glyph}</span>
            )}
          </Place>
        );
      })}
    </Flex>
  );
}

const Place = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '2.75rem',
    borderRadius: 'input',
    '&[href]:hover': { color: 'lime' },
  },
});
