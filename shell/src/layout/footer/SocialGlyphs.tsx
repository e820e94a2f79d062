import { BriefcaseBusiness, Camera, MessageCircle, Play } from 'lucide-react';
import { Flex } from 'shared-runtime/ui';

const glyphs = [Camera, MessageCircle, Play, BriefcaseBusiness];

/**
 * Where Kargo will be found elsewhere: photos, chat, films, work. Decoration until there are
 * addresses to link to; other companies' logos may not be used.
 */
export function SocialGlyphs() {
  return (
    <Flex aria-hidden gap="6" color="ink.300">
      {glyphs.map((Glyph, index) => (
        <Glyph key={index} size={22} strokeWidth={1.75} />
      ))}
    </Flex>
  );
}
