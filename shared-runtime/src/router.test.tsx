import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter, useLocation, useSearchParams } from './router.ts';

function Greeting() {
  const [parameters] = useSearchParams({ title: 'Dr.' });
  const { hash } = useLocation();
  return <p>{`Hello ${parameters.get('title')} ${parameters.get('name') ?? 'you'} ${hash}`}</p>;
}

test('a prerendered page is hydrated without changes, and then shows the query and hash of the address', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<p>Hello Dr. you </p>';
  const paragraph = root.firstChild;
  const onRecoverableError = jest.fn();
  const page = (
    <MemoryRouter initialEntries={['/?name=Ada#top']}>
      <Greeting />
    </MemoryRouter>
  );
  await act(async () => void hydrateRoot(root, page, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.firstChild).toBe(paragraph);
  expect(root).toHaveTextContent('Hello Dr. Ada #top');
});
