/** The name of a remote, such as `marketing`: that of its folder, without `remote-`. */
export type RemoteName = string;

/** One screen of one remote, such as `marketing/Home`. The remote exposes one module per screen. */
export type ScreenId = `${RemoteName}/${string}`;
