import { useConfiguration } from '@kargo/shared-runtime/configuration';
import { css } from '@kargo/shared-runtime/styles';
import { BriefcaseBusiness, Camera, MessageCircle, Play } from 'lucide-react';
import { Fragment } from 'react';

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
    <div
      className={css({
        display: 'flex',
        flexWrap: 'wrap',
        gap: '1',
        mx: '-0.6875rem',
        color: 'ink.300',
      })}
    >
      {places.map(({ name, Glyph }) => {
        const glyph = <Glyph size={22} strokeWidth={1.75} aria-hidden />;
        const url = urls?.[name];
        return (
          <Fragment key={name}>
            {url ? (
              <a className={placeStyle} href={url} aria-label={`Kargo ${name}`}>
                {glyph}
              </a>
            ) : (
              <span className={placeStyle}>{glyph}</span>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

const placeStyle = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: '2.75rem',
  borderRadius: 'input',
  '&[href]:hover': { color: 'lime' },
});
