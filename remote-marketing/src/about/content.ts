/** Texts of the About page. The promises are claims: the owner confirms them before launch. */
export const about = {
  lead: 'Kargo moves parcels, gifts and business shipments, and shows every step of the way on the map.',
  promises: [
    {
      name: 'Screened and insured drivers',
      text: 'Drivers are reviewed before their first delivery.',
    },
    { name: '24-7 support', text: 'Somebody is there, whatever the hour.' },
    { name: 'Fair and transparent pricing', text: 'The full price is shown before you confirm.' },
    { name: 'Instant bookings', text: 'Pickup, drop-off, speed: booked in moments.' },
  ],
};
