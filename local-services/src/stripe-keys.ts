/** Keys of the stand-in for Stripe. They open nothing, so they are no secret. */
export const stripeKeys = {
  secretKey: 'sk_test_kargo_local',
  webhookSecret: 'whsec_kargo_local',
};
