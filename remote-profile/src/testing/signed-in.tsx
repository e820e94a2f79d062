import { ApiError } from '@kargo/shared-runtime/api-client';
import { isProfile, startSession, useSession } from '@kargo/shared-runtime/session';
import { profile, writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { ErrorCode } from '@kargo/shared-types/api/error';
import { configure, fireEvent, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';

// Machines that run these may be busy.
configure({ asyncUtilTimeout: 5000 });

writeConfiguration();

// jsdom has no object URLs.
URL.createObjectURL = () => 'blob:file';
URL.revokeObjectURL = () => {};

/** A driver who has just signed up. */
export const newDriver: Profile = { ...profile, name: 'Maya Okafor', phone: '+1 (202) 555-0123' };

/** Renders a part of the profile page for a signed-in driver, following the session. */
export function showSignedIn(
  Part: ComponentType<{ profile: Profile }>,
  driver: Profile = newDriver,
): UserEvent {
  startSession({ token: 'token', loginUser: driver });
  function PartOfPage() {
    const { loginUser } = useSession();
    return isProfile(loginUser) && <Part profile={loginUser} />;
  }
  render(<PartOfPage />);
  // An open dialog blocks the pointer on the page behind it, which jsdom finds on the dialog too.
  return userEvent.setup({ pointerEventsCheck: 0 });
}

export const button = (name: string) => screen.getByRole('button', { name });

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Fills in a text at once, as browsers do. */
export const fillIn = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });

/** Drops a file, even one that a file dialog may not offer. */
export const drop = (file: File) =>
  fireEvent.drop(screen.getByText('or drop it here'), {
    dataTransfer: { types: ['Files'], files: [file] },
  });

export function refusal(
  status: number | null,
  serverMessage: string | null = null,
  code: ErrorCode | null = null,
): ApiError {
  const reference = status && status >= 500 ? '4f1c-22' : null;
  const response = { status, code, serverMessage, retryAfterS: null, reference };
  return new ApiError(response, undefined);
}
