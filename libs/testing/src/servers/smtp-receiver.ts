import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { freePort } from '@secure-preview/embedded';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as the client sent them. */
  readonly text: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** Callbacks of a test. Each may wait, throw a `reply`, or break the connection off. */
export interface SmtpBehaviour {
  onRecipient?(address: string, connection: Connection): void | Promise<void>;
  /** Runs when the first bytes of a mail arrive. */
  onBeginning?(connection: Connection): void | Promise<void>;
  /** Runs when a mail is complete, before it is accepted. */
  onEnd?(mail: ReceivedMail, connection: Connection): void | Promise<void>;
}

interface Connection {
  breakOff(): void;
}

/** Returns an error that the server answers with this code. */
export const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** A real mail server in this process. It stores the mails that it has accepted. */
export class SmtpReceiver {
  readonly mails: ReceivedMail[] = [];
  behaviour: SmtpBehaviour = {};
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: SMTPServer) {}

  /** Starts a server on `port`, or on a free port. By default, it offers neither encryption nor login. */
  static async start(options: SMTPServerOptions = {}, port?: number): Promise<SmtpReceiver> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(reply(535, 'Wrong password')),
      onRcptTo: ({ address }, session, done) =>
        receiver.run(done, (connection) => receiver.behaviour.onRecipient?.(address, connection), session),
      onData: (stream, session, done) => {
        receiver.run(done, (connection) => receiver.receive(stream, session, connection), session);
      },
      ...options,
    });
    const receiver = new SmtpReceiver(server);
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      receiver.sockets.add(socket);
      socket.once('close', () => receiver.sockets.delete(socket));
    });
    // Not an ephemeral port, which an outgoing connection could take before a test starts the server again.
    server.listen(port ?? (await freePort()), '127.0.0.1');
    await once(server.server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Returns the recipients of all accepted mails in order. */
  get recipients(): string[] {
    return this.mails.flatMap(({ to }) => to);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private run(
    done: (error?: Error | null) => void,
    work: (connection: Connection) => void | Promise<void>,
    { remotePort }: SMTPServerSession,
  ): void {
    const breakOff = () => {
      for (const socket of this.sockets) if (socket.remotePort === remotePort) socket.destroy();
    };
    Promise.resolve()
      .then(() => work({ breakOff }))
      .then(() => done(), done);
  }

  private async receive(
    stream: AsyncIterable<Buffer>,
    session: SMTPServerSession,
    connection: Connection,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (chunks.length === 0) await this.behaviour.onBeginning?.(connection);
      chunks.push(chunk);
    }
    const { mailFrom, rcptTo } = session.envelope;
    const mail: ReceivedMail = {
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      text: Buffer.concat(chunks).toString(),
      isEncrypted: session.secure,
      user: session.user,
    };
    await this.behaviour.onEnd?.(mail, connection);
    this.mails.push(mail);
  }
}
