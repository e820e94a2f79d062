import { ChakraProvider, system } from '@kargo/shared-runtime/ui';
import { act, render, screen } from '@testing-library/react';
import { shellDeleted } from '../remote-loading/release-transitions.ts';
import { NewVersionNotice } from './NewVersionNotice.tsx';

test('Nothing is said before the shell has found a part of itself gone, and a way on after that', () => {
  render(
    <ChakraProvider value={system}>
      <NewVersionNotice />
    </ChakraProvider>,
  );
  expect(screen.queryByText('A new version is ready.')).toBeNull();
  act(() => shellDeleted({ app: 'shell', version: '1.0.0' }));
  const notice = screen.getByText('A new version is ready.');
  expect(notice.parentElement).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});
