import { ComeAlong } from '../about/ComeAlong.tsx';
import { Figures } from '../about/Figures.tsx';
import { Head } from '../about/Head.tsx';
import { OneDelivery } from '../about/OneDelivery.tsx';
import { Principles } from '../about/Principles.tsx';
import { Story } from '../about/Story.tsx';

/** Who Kargo is: the story, one delivery, the promises, the figures, and how to come along. */
export default function About() {
  return (
    <>
      <Head />
      <Story />
      <OneDelivery />
      <Principles />
      <Figures />
      <ComeAlong />
    </>
  );
}
