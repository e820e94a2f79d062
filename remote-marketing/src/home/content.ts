/**
 * Texts of the landing page that are claims or samples. The owner confirms every one of them
 * before launch.
 */

export const banner = {
  eyebrow: '24-7 support · screened and insured drivers',
  heading: ['Send it now.', 'Watch it arrive.'],
  lead: 'Parcels, gifts and business shipments, picked up by a screened driver and tracked live to the door.',
  // Confirm before launch.
  usedBy: '12M + used this app',
  monograms: [
    { letters: 'AM', color: 'amber' },
    { letters: 'JT', color: 'violet.300' },
    { letters: 'SO', color: 'lime' },
    { letters: 'RK', color: 'lilac' },
    { letters: 'LB', color: 'signal.500' },
  ],
  devices: {
    tracking: 'The Kargo app tracking an express delivery on a map: arriving in 12 minutes.',
    newDelivery:
      'The Kargo app with a new delivery from 14 Market Street to 208 Harbour Road, express.',
  },
};
