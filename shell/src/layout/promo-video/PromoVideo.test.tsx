import { closePromoVideo, openPromoVideo } from '@kargo/shared-runtime/layout';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.tsx';
import { PromoVideo } from './PromoVideo.tsx';

afterEach(() => act(closePromoVideo));

function renderVideo() {
  const page = renderAt('/', <PromoVideo />);
  const video = document.querySelector('video') as HTMLVideoElement;
  const load = jest.spyOn(video, 'load');
  return { ...page, video, load };
}

test('Nothing is fetched until the film is opened', () => {
  const { video } = renderVideo();
  expect(video).not.toHaveAttribute('src');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Opening sets the source and shows the dialog, with the transcript', async () => {
  const { video } = renderVideo();
  act(openPromoVideo);
  expect(video).toHaveAttribute('src', 'asset');
  expect(screen.getByRole('dialog')).toHaveAccessibleName('How Kargo works');
  expect(await screen.findByText('Read it instead')).toBeInTheDocument();
});

test.each([
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Close video' }))],
  // The browser does this on Escape.
  ['Escape', async () => act(() => screen.getByRole<HTMLDialogElement>('dialog').close())],
  ['a click beside it', () => userEvent.click(screen.getByRole('dialog'))],
])('Closing by %s removes the source and loads nothing in its place', async (_how, close) => {
  const { video, load } = renderVideo();
  act(openPromoVideo);
  await close();
  expect(video).not.toHaveAttribute('src');
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('A click in the dialog leaves it open', async () => {
  renderVideo();
  act(openPromoVideo);
  await userEvent.click(screen.getByRole('heading', { name: 'How Kargo works' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

test('Going elsewhere closes it', async () => {
  const { video, router } = renderVideo();
  act(openPromoVideo);
  await act(() => router.navigate('/about'));
  expect(video).not.toHaveAttribute('src');
});

test('Leaving the layout closes it for the next time', () => {
  const { unmount } = renderVideo();
  act(openPromoVideo);
  unmount();
  expect(renderVideo().video).not.toHaveAttribute('src');
});
