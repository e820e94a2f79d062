import { act, render, screen } from '@testing-library/react';
import { ChakraProvider, system } from 'shared-runtime/ui';
import { NewVersionNotice } from './NewVersionNotice.tsx';
import { announceNewVersion } from './new-version.ts';

test('Nothing is said before the shell has found a part of itself gone, and a way on after that', () => {
  render(
    <ChakraProvider value={system}>
      <NewVersionNotice />
    </ChakraProvider>,
  );
  expect(screen.queryByText('A new version is ready.')).toBeNull();
  act(announceNewVersion);
  const notice = screen.getByText('A new version is ready.');
  expect(notice.parentElement).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});
