import { Link } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { PanelRight } from 'lucide-react';
import { ContactDetails } from '../ContactDetails.tsx';
import { ToggleButton } from './ToggleButton.tsx';

const width = '22rem';

interface SidePanelProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The side panel and its toggle (spec sections 4 and 9). Its content is found elsewhere too. */
export function SidePanel({ isOpen, onToggle }: SidePanelProps) {
  return (
    <>
      <ToggleButton
        name="contact panel"
        icon={PanelRight}
        isOpen={isOpen}
        onToggle={onToggle}
        aria-controls="side-panel"
        data-testid="side-panel-toggle"
        className={css({ me: '-0.625rem' })}
      />
      <section
        className={css({
          position: 'fixed',
          inset: '{sizes.header} 0 0 auto',
          w: isOpen ? width : '0',
          overflow: 'hidden',
          bg: 'paper',
          color: 'ink.900',
          boxShadow: isOpen ? 'l' : undefined,
          outline: isOpen ? '1px solid transparent' : undefined,
          // The shadow falls on the page, not on the header.
          clipPath: 'inset(0 0 0 -10rem)',
          zIndex: 'panel',
          transition: 'width {durations.base} {easings.out}',
        })}
        id="side-panel"
        data-testid="side-panel"
        aria-label="Contact panel"
        inert={!isOpen}
      >
        {useLatch(isOpen) && <Contents />}
      </section>
    </>
  );
}

function Contents() {
  const { token } = useSession();
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: 'column',
        w: width,
        h: 'full',
        gap: '8',
        p: '8',
        overflowY: 'auto',
      })}
    >
      <div className={css({ display: 'flex', flexDirection: 'column', gap: '3' })}>
        <h2 className={css({ textStyle: 'h3' })}>Talk to us</h2>
        <p className={css({ color: 'ink.600' })}>Support is there 24-7.</p>
        <ContactDetails />
      </div>
      <div className={css({ display: 'flex', flexDirection: 'column', gap: '3' })}>
        <h2 className={css({ textStyle: 'label', color: 'ink.500' })}>
          Send or drive with the app
        </h2>
        <StoreButtons surface="light" isNarrow />
      </div>
      <Link
        className={cx(button({ variant: 'outline' }), css({ alignSelf: 'start', mt: 'auto' }))}
        to={token === null ? paths.login() : paths.profile()}
      >
        {token === null ? 'Driver login' : 'Go to my profile'}
      </Link>
    </div>
  );
}
