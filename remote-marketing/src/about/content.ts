/** Claims and samples of the About page, for the owner to confirm or replace before launch. */

export const lead =
  'Kargo moves parcels, gifts and business shipments, and shows every step of the way on the map.';

// The story of the team: confirm before launch.
export const story = {
  heading: 'Somebody is waiting for it',
  paragraphs: [
    'A bouquet for a birthday. A contract that needs a name under it. A spare part without which a kitchen stays cold. Whatever is in the box, somebody is waiting for it, and for most of the way nobody can tell them where it is.',
    'Kargo began with that gap. Some of us had waited at the door, some of us had driven the van, and both sides were looking at the clock. So we put the sender, the driver and the door on one map.',
    'That is still all we do. Whoever is part of a delivery sees the same parcel in the same place, and knows when it arrives.',
  ],
};

// Samples, like everything that the app's pictures show.
export const people = [
  { name: 'Maya', part: 'sends it', says: 'Has it left yet?', image: 0 },
  { name: 'Daniel', part: 'drives it', says: 'Which door is it?', image: 1 },
  { name: 'M. Lee', part: 'waits for it', says: 'When will it be here?', image: 3 },
];

export const peoplePicture =
  'Three people on one route line: Maya sends the parcel, Daniel drives it, M. Lee waits for it.';

// A sample: no real delivery.
export const delivery = {
  heading: '24 minutes, door to door',
  text: 'How it works, told by one express delivery: a bouquet from a shop in Market Street to a door in Harbour Road.',
  stops: [
    {
      time: '2:02 PM',
      title: 'Booked',
      text: 'Maya enters two addresses, picks express and sees the full price before she confirms.',
    },
    {
      time: '2:04 PM',
      title: 'Accepted',
      text: 'Daniel is free and close by. He sees the way and the pay, and takes it.',
    },
    {
      time: '2:09 PM',
      title: 'Picked up',
      text: 'He confirms the package at the shop, and the parcel appears on the map.',
    },
    {
      time: '2:14 PM',
      title: 'Followed',
      text: 'Maya watches the minutes count down. One message says where to ring.',
    },
    {
      time: '2:26 PM',
      title: 'Signed for',
      text: 'A signature at the door. The proof stays in the app, and the pay is on its way.',
    },
  ],
};

// Claims: confirm before launch.
export const principles = {
  heading: 'What we hold to',
  text: 'Four promises. Each of them can be checked in the app, on every delivery.',
  promises: [
    {
      name: 'Screened and insured drivers',
      text: 'Drivers are reviewed before their first delivery, and show who they are before their first payout.',
    },
    {
      name: '24-7 support',
      text: 'Deliveries do not keep office hours. Somebody is there, whatever the hour.',
    },
    {
      name: 'Fair and transparent pricing',
      text: 'The sender sees the full price before confirming, the driver sees the pay before accepting.',
    },
    {
      name: 'Instant bookings',
      text: 'Pickup, drop-off, speed: booked in moments, for now or for the day you choose.',
    },
  ],
};
