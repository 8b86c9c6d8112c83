/** A minimal SMTP server for tests. */
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface Answers {
  readonly toRecipient?: string;
  /** The answer to a complete message. The server stays silent until it resolves. */
  readonly toMessage?: (text: string) => Promise<string>;
}

/** Starts a mail server until the test ends. Returns its address and the messages that it received. */
export async function newMailServer({ toRecipient = '250 fine', toMessage = async () => '250 fine' }: Answers = {}) {
  const messages: string[] = [];
  const url = await listen((socket) =>
    converse(socket, toRecipient, (text) => {
      messages.push(text);
      return toMessage(text);
    }),
  );
  return { url, messages, ids: () => messages.map((text) => /^Message-ID: <(.+)@counterfoil>\r?$/im.exec(text)?.[1]) };
}

/** Starts a server that greets and then sends lines without end. Also returns the number of open connections. */
export async function newEndlessMailServer() {
  const open = new Set<Socket>();
  const url = await listen((socket) => {
    open.add(socket);
    const talk = setInterval(() => socket.write('250-wait\r\n'), 5);
    socket.on('close', () => {
      clearInterval(talk);
      open.delete(socket);
    });
    socket.write('220 test\r\n');
    socket.resume();
  });
  return { url, open: () => open.size };
}

async function listen(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

function converse(socket: Socket, toRecipient: string, onMessage: (text: string) => Promise<string>): void {
  let text = '';
  let inMessage = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 test');
  const endOf = () => text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
  socket.on('data', (bytes) => {
    text += bytes.toString();
    for (let end = endOf(); end >= 0; end = endOf()) {
      const part = text.slice(0, end);
      text = text.slice(end + (inMessage ? 5 : 2));
      if (inMessage) {
        inMessage = false;
        void onMessage(part).then(reply);
        continue;
      }
      inMessage = part.toUpperCase() === 'DATA';
      reply(inMessage ? '354 go on' : part.startsWith('RCPT') ? toRecipient : '250 fine');
    }
  });
}
