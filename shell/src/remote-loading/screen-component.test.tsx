import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { releaseFailed } from './release-transitions.ts';
import { loadScreenEarly, provideScreenLoader, screenComponent } from './screen-component.ts';

const release = { app: 'auth', version: '1.0.0', url: 'http://localhost/entry.js' };

test('a screen whose release fails between two parts of a render does not run its scripts again', async () => {
  const load = jest.fn(async () => new Promise<never>(() => undefined));
  provideScreenLoader(load);
  void loadScreenEarly('auth/Login', release);
  const Screen = screenComponent('auth/Login', release);
  releaseFailed(release);
  await act(() =>
    render(
      <Suspense fallback="Loading">
        <Screen />
      </Suspense>,
    ),
  );
  expect(screen.getByText('Loading')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
