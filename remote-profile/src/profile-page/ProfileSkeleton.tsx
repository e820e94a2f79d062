import { css, cx } from '@kargo/shared-runtime/styles';

/** Placeholders while the profile loads. No form, since it is not known which one is shown. */
export function ProfileSkeleton() {
  return (
    <>
      <div
        className={css({
          flexDirection: 'column',
          gap: '6',
          display: { base: 'none', lg: 'flex' },
          px: '4',
          py: '3',
        })}
        aria-hidden
      >
        <div className={cx(lineStyle, css({ w: '9rem' }))} />
        <div className={cx(lineStyle, css({ w: '8.5rem' }))} />
        <div className={cx(lineStyle, css({ w: '12rem' }))} />
        <div className={cx(lineStyle, css({ w: '6rem' }))} />
      </div>
      <div
        className={css({ display: 'flex', flexDirection: 'column', gap: '6' })}
        aria-hidden
        data-testid="profile-skeleton"
      >
        {cards.map((height, index) => (
          <div
            key={index}
            className={cx(
              height,
              css({
                p: { base: '6', md: '8' },
                bg: 'paper',
                borderWidth: '1px',
                borderColor: 'line',
                borderRadius: 'card',
              }),
            )}
          >
            <div
              className={css({
                h: '2rem',
                w: '14rem',
                maxW: 'full',
                bg: 'lilac',
                borderRadius: 'input',
              })}
            />
            <div className={css({ h: 'input', mt: '8', bg: 'mist', borderRadius: 'input' })} />
            <div className={css({ h: 'input', mt: '6', bg: 'mist', borderRadius: 'input' })} />
            <div
              className={css({
                h: '3rem',
                w: '9.5rem',
                mt: '8',
                bg: 'lilac',
                borderRadius: 'button',
              })}
            />
          </div>
        ))}
      </div>
    </>
  );
}

const lineStyle = css({ h: '1.5rem', bg: 'lilac', borderRadius: 'input' });

const cards = [
  css({ minH: { base: '40rem', md: '27.5rem' } }),
  css({ minH: { base: '33.5rem', md: '28.5rem' } }),
  // As long as the rest of the page may be: a reload would show the footer, and follow it down.
  css({ minH: { base: '107rem', md: '80rem' } }),
];
