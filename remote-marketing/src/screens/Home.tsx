import { Banner } from '../home/Banner.tsx';

export default function Home() {
  return <Banner />;
}
