import { ComeAlong } from '../about/ComeAlong.tsx';
import { Figures } from '../about/Figures.tsx';
import { Head } from '../about/Head.tsx';
import { OneDelivery } from '../about/OneDelivery.tsx';
import { Principles } from '../about/Principles.tsx';
import { Story } from '../about/Story.tsx';

/** The About page: story, one delivery, promises, figures and call to action. */
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
