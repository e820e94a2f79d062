import { Suspense } from 'react';
import { About } from '../home/About.tsx';
import { AppScreens } from '../home/AppScreens.tsx';
import { Banner } from '../home/Banner.tsx';
import { Clients } from '../home/Clients.tsx';
import { Companies } from '../home/Companies.tsx';
import { Drivers } from '../home/Drivers.tsx';
import { Features } from '../home/Features.tsx';
import { GetStarted } from '../home/GetStarted.tsx';
import { Guide } from '../home/Guide.tsx';
import { Questions } from '../home/questions/Questions.tsx';
import { Testimonials } from '../home/Testimonials.tsx';

const belowTheFold = [
  About,
  Features,
  Clients,
  Drivers,
  Guide,
  Testimonials,
  Companies,
  AppScreens,
  GetStarted,
  Questions,
];

/** The landing page: the eleven sections of spec section 2, in order. */
export default function Home() {
  return (
    <>
      <Banner />
      {belowTheFold.map((Part, index) => (
        // In its own boundary, so that a prerendered page is hydrated part by part.
        <Suspense key={index}>
          <Part />
        </Suspense>
      ))}
    </>
  );
}
