import { css } from '@kargo/shared-runtime/styles';
import { contactEmailPlaceholder } from '@kargo/shared-types/releases/release-addresses';

/**
 * Texts of the landing page that are claims, prices, names or samples. Those marked are to be
 * confirmed by the owner before launch.
 */

export const banner = {
  eyebrow: '24-7 support · screened and insured drivers',
  heading: ['Send it now.', 'Watch it arrive.'],
  lead: 'Parcels, gifts and business shipments, picked up by a screened driver and tracked live to the door.',
  // Confirm before launch.
  usedBy: '12M + used this app',
  monograms: [
    { letters: 'AM', className: css({ bg: 'amber' }) },
    { letters: 'JT', className: css({ bg: 'violet.300' }) },
    { letters: 'SO', className: css({ bg: 'lime' }) },
    { letters: 'RK', className: css({ bg: 'lilac' }) },
    { letters: 'LB', className: css({ bg: 'signal.500' }) },
  ],
};

// Claims: confirm before launch.
export const promises = [
  'Screened and insured drivers',
  '24-7 support',
  'Fair and transparent pricing',
  'Instant bookings',
];

// Claims: confirm before launch.
export const figures = [
  { value: 12, suffix: 'M+', label: 'users' },
  { value: 150, suffix: '+', label: 'companies' },
  { value: 2578, label: 'total user reviews' },
  { value: 5, decimals: 1, label: 'rating' },
];

// The offer is to be confirmed before launch.
export const freeTrial = {
  heading: 'Start with a free trial',
  text: 'See how Kargo fits your week before you commit.',
};

export const clientSteps = [
  { title: 'Enter pickup and drop-off', text: 'Two addresses, and what you are sending.' },
  {
    title: 'Choose standard, express or scheduled',
    text: 'The full price is shown before you confirm.',
  },
  { title: 'Track the package live', text: 'Follow it on the map from the door to the door.' },
  {
    title: 'Call or message the driver, or contact support',
    text: 'Somebody answers, whatever the hour.',
  },
];

export const driverSteps = [
  { title: 'Get requests in the app', text: 'Pickup, drop-off and pay, before you decide.' },
  { title: "Accept when you're available", text: 'Your hours are yours to choose.' },
  { title: 'Navigate to pickup and confirm the package', text: 'Check the details, then go.' },
  { title: 'Collect a signature or photo if required', text: 'Mark the delivery complete.' },
  { title: 'Get paid through the app', text: 'Every delivery, listed and added up.' },
];

export const guideSteps = [
  { title: 'Download the app', text: 'Get Kargo on your iPhone or Android phone.' },
  { title: 'Create an account', text: 'Choose to send or to drive, and enter your details.' },
  { title: 'Enjoy', text: 'Send your first parcel, or accept your first job.' },
];

// Samples: replace with real reviews before launch. 140 characters at most: each shows for 3 s.
export const testimonials = [
  {
    name: 'Maya R.',
    designation: 'Florist',
    review: 'Same route every morning, and I can see each bouquet arrive.',
    image: 0,
    rating: 5,
  },
  {
    name: 'Dan O.',
    designation: 'Office manager',
    review: 'Booked in a minute, and the signature was in the app.',
    image: 1,
    rating: 5,
  },
  {
    name: 'Priya S.',
    designation: 'Driver',
    review: 'I pick my hours and the app does the rest.',
    image: 2,
    rating: 5,
  },
  {
    name: 'Leo M.',
    designation: 'Online seller',
    review: 'My buyers stopped asking where their parcel is.',
    image: 3,
    rating: 5,
  },
];

// Claims: confirm before launch.
export const reviews = { rating: '5.0/5.0', count: 'from 2578 total user reviews' };

// Claim: confirm before launch.
export const trustedBy = 'Trusted by 150+ companies';

// Sample plans and prices: confirm before launch.
export const yearlySaving = 'Yearly: two months free';
export const plans = [
  {
    name: 'Personal',
    text: 'For a parcel now and then.',
    monthly: { price: '$0', note: 'a month, pay per delivery' },
    yearly: { price: '$0', note: 'a year, pay per delivery' },
    includes: ['Standard, express, scheduled', 'Live tracking', '24-7 support'],
    isInApp: true,
  },
  {
    name: 'Business',
    text: 'For a shop that sends every day.',
    monthly: { price: '$29', note: 'a month, plus deliveries' },
    yearly: { price: '$290', note: 'a year, plus deliveries' },
    saving: 'You save $58',
    includes: ['Everything in Personal', 'One bill for all deliveries', 'Proof of every delivery'],
    isHighlighted: true,
  },
  {
    name: 'Fleet',
    text: 'For several places and people.',
    monthly: { price: '$99', note: 'a month, plus deliveries' },
    yearly: { price: '$990', note: 'a year, plus deliveries' },
    saving: 'You save $198',
    includes: ['Everything in Business', 'Several pickup places', 'A contact of your own'],
  },
];

// The wording of the policy is to be confirmed before launch.
export const questions = [
  {
    question: 'How can I pay?',
    answer:
      'You pay in the Kargo app when you book. The full price is shown before you confirm, so there are no surprises at the door. Your receipt stays in the app.',
  },
  {
    question: 'How do I set up an account?',
    answer:
      'Download the app, choose to send or to drive, and enter your details. Drivers are reviewed before their first delivery; you can log in here once your account is approved.',
  },
  {
    question: 'What is the refund process?',
    answer: `Open the delivery in the app and contact support, or write to ${contactEmailPlaceholder} with the delivery details. Support reviews every request and replies with the outcome. Approved refunds go back to the way you paid.`,
  },
  {
    question: 'What is the refund process if my delivery was cancelled?',
    answer:
      'If a delivery is cancelled before pickup, contact support with the booking. If you were charged, support will tell you what is refundable and start the refund.',
  },
];
