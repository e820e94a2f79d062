/** Query parameter of the profile's address that signs a driver in (spec section 4). */
export const magicTokenParameter = 'magic_token';
