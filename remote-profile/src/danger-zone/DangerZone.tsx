import { button, css, cx } from '@kargo/shared-runtime/styles';
import { MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import { useRef, useState } from 'react';
import { Section } from '../profile-page/Section.tsx';

/** Deletes nothing: only shows the confirmation, without a call (spec section 7). */
export function DangerZone() {
  const [isOpen, setOpen] = useState(false);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <Section id="danger-zone">
      <p className={css({ color: 'ink.600', mt: '3', maxW: 'prose' })}>
        <WithContactLink>
          {
            "To have your account and data deleted, write to {contactEmail}. We'll confirm when it's done."
          }
        </WithContactLink>
      </p>
      <button
        ref={deleteButton}
        type="button"
        className={cx(button({ variant: 'danger-outline' }), css({ mt: '6' }))}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Delete Account
      </button>
      <MessageDialog
        message={isOpen ? question : null}
        onClose={close}
        returnFocusTo={deleteButton}
        closeLabel="No, cancel"
      >
        <button type="button" className={button({ variant: 'danger' })} onClick={close}>
          Yes, delete it
        </button>
      </MessageDialog>
    </Section>
  );
}

const question = {
  title: 'Delete Account',
  text: 'Are you sure you want to delete your account? You will not be able to revert this.',
};
