import { css, cx } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import type { Elements } from '@kargo/shared-ui/elements';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import type { Ref } from 'react';
import { stateLooks } from './state-looks.ts';

/** The properties of each of the four states. */
export interface StateProps {
  profile: Profile;
  /** The heading takes the focus when the state changes. */
  headingRef: Ref<HTMLHeadingElement>;
}

interface StateNoticeProps extends StateProps {
  title: string;
  children: Elements;
}

/** A state of the payout account that needs only a button, and how to recognize our mails. */
export function StateNotice({ profile, headingRef, title, children }: StateNoticeProps) {
  const { icon, surface, ink } = stateLooks[payoutState(profile)];
  return (
    <div
      className={cx(
        surface,
        css({
          display: 'flex',
          gap: '4',
          flexDirection: { base: 'column', sm: 'row' },
          mt: '8',
          p: { base: '4', md: '6' },
          borderRadius: 'button',
          outline: '1px solid transparent',
        }),
      )}
    >
      <LineIcon of={icon} className={cx(css({ boxSize: '2rem' }), ink)} />
      <div className={css({ minW: '0' })}>
        <h3
          ref={headingRef}
          className={css({
            textStyle: 'title',
            // Focusing it brings the whole card into view, stepper included.
            scrollMarginTop: 'min(16rem, 50vh)',
          })}
          tabIndex={-1}
        >
          {title}
        </h3>
        {children}
        <OurMails profile={profile} />
      </div>
    </div>
  );
}

/** Helps drivers to tell our mails from an impostor's. */
function OurMails({ profile: { mails_from, masked_email } }: { profile: Profile }) {
  return (
    <p className={css({ textStyle: 'small', color: 'ink.600', mt: '4' })} data-testid="our-mails">
      {mails_from && (
        <>
          <span>
            Our mails come from <span className={addressStyle}>{mails_from}</span>
          </span>
          {masked_email && (
            <span>
              {' '}
              and go to <span className={addressStyle}>{masked_email}</span>
            </span>
          )}
          <span>. </span>
        </>
      )}
      <span>
        Their links begin with <span className={addressStyle}>{`${window.location.origin}/`}</span>
      </span>
    </p>
  );
}

/** Breaks only if it is longer than a line. */
const addressStyle = css({ display: 'inline-block', maxW: 'full', overflowWrap: 'anywhere' });
