import { Link } from '@kargo/shared-runtime/router';
import { isProfile, type LoginUser } from '@kargo/shared-runtime/session';
import { css } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { Avatar } from '@kargo/shared-ui/Avatar';
import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import { LogOutFailed, useLogOut } from '../log-out/LogOutFailed.tsx';
import { useOpenHere } from '../useOpenHere.ts';
import { useDocumentEvent, useEscape } from './useDocumentEvent.ts';

interface ProfileMenuProps {
  placement: 'bar' | 'sheet';
  user: LoginUser | null;
}

/**
 * The drop-button named Profile and the sibling submenu that slides open (spec sections 2 and 4):
 * hanging from the header's bar, or inside the mobile menu's sheet.
 */
export function ProfileMenu({ placement, user }: ProfileMenuProps) {
  const [isOpen, setOpen] = useOpenHere();
  const logOut = useLogOut();
  const button = useRef<HTMLButtonElement>(null);
  const submenu = useId();

  const box = useRef<HTMLDivElement>(null);
  const isPopover = placement === 'bar';

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // Safari does not focus clicked buttons: no blur comes when the driver clicks outside, and Escape
  // does not arrive here.
  useDocumentEvent('pointerdown', isOpen && isPopover, ({ target }) => {
    if (!(target instanceof Node && box.current?.contains(target))) setOpen(false);
  });
  useEscape(isOpen && isPopover, close);
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The loading overlay takes the focus from the whole page, and gives it back.
    if (currentTarget.closest('[inert]')) return;
    if (isPopover && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  // In Safari, pressing an item would move the focus and close the submenu before the click.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // The sheet around it stays open.
    event.preventDefault();
    close();
  };
  const closeAndLogOut = () => {
    // Closed first, so that the focus can return to the button if logging out fails.
    close();
    void logOut.start();
  };

  return (
    <div className={css({ display: 'flex', alignItems: 'center', gap: '3', minW: '0' })}>
      {isPopover && user && (
        <p
          className={css({
            display: 'none',
            maxW: '9rem',
            truncate: true,
            textStyle: 'small',
            color: 'color-mix(in srgb, currentColor 82%, transparent)',
            // From this width on there is room for a name next to six links.
            '@media (min-width: 85rem)': { display: 'block' },
          })}
        >
          {user.name}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of its content */}
      <div
        ref={box}
        className={css({ position: 'relative', w: isPopover ? undefined : 'full' })}
        onBlur={closeWhenLeft}
        onKeyDown={closeOnEscape}
      >
        <button
          ref={button}
          className={dropButtonStyle}
          type="button"
          aria-expanded={isOpen}
          aria-controls={submenu}
          onClick={() => setOpen(!isOpen)}
          data-placement={placement}
        >
          <Avatar
            name={user?.name ?? ''}
            src={isProfile(user) ? user.image : null}
            alt=""
            className={css({ boxSize: '2rem', fontSize: '0.72rem' })}
          />
          <span>Profile</span>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of its content */}
        <div
          className={submenuStyle}
          id={submenu}
          inert={!isOpen}
          data-placement={placement}
          onMouseDown={keepFocus}
        >
          <ul className={css({ minH: '0', overflow: 'hidden' })}>
            {user?.name && (
              <li
                className={css({
                  px: '3',
                  pt: '3',
                  pb: '2',
                  textStyle: 'small',
                  color: 'ink.500',
                  truncate: true,
                })}
              >{`Signed in as ${user.name}`}</li>
            )}
            <li>
              <Link className={itemStyle} to={paths.profile()}>
                <UserRound size={20} strokeWidth={1.75} aria-hidden />
                My Profile
              </Link>
            </li>
            <li>
              <button className={itemStyle} type="button" onClick={closeAndLogOut}>
                <LogOut size={20} strokeWidth={1.75} aria-hidden />
                Logout
              </button>
            </li>
          </ul>
        </div>
      </div>
      <LogOutFailed {...logOut} returnFocusTo={button} />
    </div>
  );
}

const dropButtonStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minH: '2.75rem',
  px: '2',
  fontSize: '1rem',
  fontWeight: 600,
  borderRadius: 'button',
  cursor: 'pointer',
  transition: 'background-color {durations.fast}',
  _hover: {
    bg: 'color-mix(in srgb, currentColor 8%, transparent)',
    '&[data-placement=sheet]': { bg: 'lilac' },
  },
  '& > svg': { transition: 'rotate {durations.base} {easings.out}' },
  '&[aria-expanded=true] > svg': { rotate: '180deg' },
  '&[data-placement=sheet]': {
    w: 'full',
    minH: '3.75rem',
    px: '4',
    bg: 'lilac',
    fontSize: '1.125rem',
    '& > svg': { ml: 'auto' },
  },
});

const submenuStyle = css({
  display: 'grid',
  gridTemplateRows: '1fr',
  color: 'ink.900',
  bg: 'paper',
  transition:
    'grid-template-rows {durations.base} {easings.out}, visibility {durations.base} {easings.out}',
  '&[inert]': { gridTemplateRows: '0fr', visibility: 'hidden' },
  '&[data-placement=bar]': {
    position: 'absolute',
    top: 'calc(100% + 0.5rem)',
    right: 0,
    w: '14rem',
    px: '2',
    borderRadius: 'button',
    boxShadow: 'm',
    outline: '1px solid {colors.line}',
    '& > ul': { py: '2' },
    '&[inert] > ul': { py: 0 },
  },
  '&[data-placement=sheet]': { mt: '2', px: '2' },
});

const itemStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  w: 'full',
  minH: '2.75rem',
  px: '3',
  fontWeight: 500,
  textAlign: 'start',
  borderRadius: 'input',
  cursor: 'pointer',
  _hover: { bg: 'lilac' },
  // The list clips its content while it slides, so the focus ring is drawn inside.
  _focusVisible: { outlineOffset: '-3px' },
});
