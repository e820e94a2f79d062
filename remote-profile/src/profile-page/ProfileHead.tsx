import { css, cx } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { earlyNameMark } from '@kargo/shared-types/page/page-marks';
import { Avatar } from '@kargo/shared-ui/Avatar';
import type { Elements } from '@kargo/shared-ui/elements';

const avatarStyle = css({
  boxSize: 'clamp(4rem, 10vw, 6rem)',
  fontSize: 'clamp(1.44rem, 3.6vw, 2.16rem)',
});

export function ProfileHead(props: { profile: Profile | null; children: Elements }) {
  const { profile, children } = props;
  return (
    <div
      className={css({
        display: 'flex',
        alignItems: 'center',
        gap: { base: '4', md: '6' },
        flexWrap: 'wrap',
        minH: '6rem',
      })}
    >
      {profile ? (
        <Avatar name={profile.name} src={profile.image} alt="" className={avatarStyle} />
      ) : (
        <div className={cx(avatarStyle, css({ bg: 'lilac', borderRadius: 'full' }))} />
      )}
      <div className={css({ flex: '1', minW: 'min(100%, 14rem)' })}>
        <h1 className={css({ textStyle: 'label', color: 'violet.700' })} tabIndex={-1}>
          My profile
        </h1>
        <p
          className={css({
            textStyle: profile && profile.name.length > 40 ? 'h3' : 'h2',
            overflowWrap: 'anywhere',
            mt: '1',
          })}
        >
          <Line text={profile?.name} {...{ [earlyNameMark]: '' }} />
        </p>
        <p className={css({ color: 'ink.600', mt: '1' })}>
          <Line text={profile?.phone} />
        </p>
      </div>
      {profile ? (
        children
      ) : (
        <span className={css({ textStyle: 'small', py: '1' })}>
          <Line />
        </span>
      )}
    </div>
  );
}

/**
 * A line of text, or a placeholder of the same height. What the page's early script writes into it
 * stays during hydration, and is painted as large as the text that replaces it.
 */
function Line({ text, ...mark }: { text?: string | undefined; [earlyNameMark]?: '' }) {
  return (
    <span
      className={textLineStyle}
      data-empty={text === undefined ? '' : undefined}
      suppressHydrationWarning
      {...mark}
    >
      {text ?? '\u00a0'}
    </span>
  );
}

const textLineStyle = css({
  display: 'inline-block',
  maxW: 'full',
  '&[data-empty]:not(:has(*))': { w: '10rem', bg: 'lilac', borderRadius: 'input' },
  '& > *': { display: 'block' },
});
