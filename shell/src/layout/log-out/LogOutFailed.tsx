import { loadNow } from '@kargo/shared-runtime/layout';
import { endSession } from '@kargo/shared-runtime/session';
import { button } from '@kargo/shared-runtime/styles';
import { MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { sendNow } from '@kargo/shared-ui/send-now';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';

/** Logs out at the API, then here (spec section 4). If the API fails, the driver decides. */
export function useLogOut() {
  const [error, setError] = useState<unknown>(null);

  async function start() {
    setError(null);
    try {
      await sendNow(async () => {
        const actions = await loadNow(() => import('@kargo/shared-runtime/session-actions'));
        await actions.logOut();
      });
    } catch (failure) {
      setError(failure);
    }
  }
  const dismiss = () => setError(null);
  return { error, start, dismiss };
}

interface LogOutFailedProps extends ReturnType<typeof useLogOut> {
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Asks what to do when the API could not be reached. */
export function LogOutFailed({ error, start, dismiss, returnFocusTo }: LogOutFailedProps) {
  const hasFailed = error !== null;
  if (!useLatch(hasFailed)) return null;
  // Outside the menu, which disappears when a tablet is turned.
  return createPortal(
    <MessageDialog
      message={hasFailed ? { ...failed, error } : null}
      onClose={dismiss}
      returnFocusTo={returnFocusTo}
      closeLabel={null}
    >
      <button type="button" className={button()} onClick={start}>
        Try again
      </button>
      <button
        type="button"
        className={button({ variant: 'outline' })}
        onClick={() => endSession('logged-out')}
      >
        Log out on this device
      </button>
    </MessageDialog>,
    document.body,
  );
}

const failed = { title: "We couldn't log you out", text: 'Check your connection and try again.' };
