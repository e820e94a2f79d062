import preset from '@kargo/jest-preset';

export default preset;
