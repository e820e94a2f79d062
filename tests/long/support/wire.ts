import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a program and its dependency that forwards bytes, or takes them and answers nothing. */
export class Wire {
  readonly port: number;
  #isSilent = false;
  readonly #pairs = new Map<Socket, Socket>();

  private constructor(port: number) {
    this.port = port;
  }

  /** @param target the port of the dependency, on this machine */
  static async to(target: number): Promise<Wire> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const wire = new Wire((server.address() as AddressInfo).port);
    server.on('connection', (near) => wire.#join(near, connect(target, '127.0.0.1')));
    return wire;
  }

  hang(): void {
    this.#isSilent = true;
    for (const [near, far] of this.#pairs) near.unpipe(far).resume();
  }

  /** Closes connections that hang, and lets new ones through. */
  mend(): void {
    this.#isSilent = false;
    for (const near of this.#pairs.keys()) near.destroy();
  }

  #join(near: Socket, far: Socket): void {
    this.#pairs.set(near, far);
    near
      .on('error', () => {})
      .on('close', () => {
        this.#pairs.delete(near);
        far.destroy();
      });
    far.on('error', () => {}).on('close', () => near.destroy());
    if (this.#isSilent) near.resume();
    else near.pipe(far).pipe(near);
  }
}
