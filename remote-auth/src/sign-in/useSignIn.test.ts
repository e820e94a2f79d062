import { getSession } from '@kargo/shared-runtime/session';
import { FakeApi, writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { screen } from '@testing-library/react';
import { fakeIdentity } from '../testing/fake-identity.ts';
import { openLogin } from '../testing/open-login.tsx';

jest.mock(
  '@kargo/shared-runtime/identity',
  () => jest.requireActual('../testing/fake-identity.ts').fakeIdentity,
);

test('a visitor whose address cannot be found out signs in without a device id', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  writeConfiguration();
  const api = new FakeApi();
  api.on('/ip', 'no response');
  api.on('/login', { body: { access_token: 'access-token', user: { name: 'Ada Field' } } });
  fakeIdentity.signInWithPassword.mockResolvedValue('id-token');

  const { user } = openLogin();
  await user.type(screen.getByLabelText('Email'), 'ada@kargo.example');
  await user.type(screen.getByLabelText('Password'), 'kargo-driver');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));

  expect(await screen.findByText('Home page')).toBeVisible();
  expect(getSession()).toMatchObject({ token: 'access-token', loginUser: { name: 'Ada Field' } });
  expect(JSON.parse(String(api.sentTo('/login')[0]?.body))).toHaveProperty('device_id', null);
  expect(console.error).toHaveBeenCalledWith('Failed to fetch IP address:', expect.any(Error));
  api.remove();
});
