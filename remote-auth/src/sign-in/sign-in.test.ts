import { FakeApi, writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { fakeIdentity } from '../testing/fake-identity.ts';
import { signIn } from './sign-in.tsx';

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

  const outcome = await signIn({ email: 'ada@kargo.example', password: 'kargo-driver' });

  expect(outcome).toEqual({ token: 'access-token', name: 'Ada Field' });
  expect(JSON.parse(String(api.sentTo('/login')[0]?.body))).toHaveProperty('device_id', null);
  expect(console.error).toHaveBeenCalledWith('Failed to fetch IP address:', expect.any(Error));
  api.remove();
});
