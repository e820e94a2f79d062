export const stripeKeys = {
  secretKey: 'sk_test_kargo_local',
  webhookSecret: 'whsec_kargo_local',
};
