import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpProvider } from './smtp.ts';

/** As much of a mail server as one message needs; gives its address and what it was sent. */
async function mailServer(answerToRecipient = '250 fine') {
  const messages: string[] = [];
  const server = createServer((socket) => converse(socket, answerToRecipient, (text) => messages.push(text)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, messages };
}

function converse(socket: Socket, answerToRecipient: string, keep: (text: string) => void): void {
  let text = '';
  let inMessage = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    text += bytes.toString();
    for (
      let end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      end >= 0;
      end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')
    ) {
      const part = text.slice(0, end);
      text = text.slice(end + (inMessage ? 5 : 2));
      if (inMessage) keep(part);
      const isData = !inMessage && part.toUpperCase() === 'DATA';
      inMessage = isData;
      say(isData ? '354 go on' : part.startsWith('RCPT') ? answerToRecipient : '250 fine');
    }
  });
}

const email = {
  id: '0190-test',
  recipient: 'ana@example.com',
  subject: 'Grüße',
  body: 'Hello Ana,\n\nöffne: https://example.com',
};

test('an email reaches the mail server, from the sender in the settings, with a Message-ID that repeats would share', async () => {
  const { url, messages } = await mailServer();
  const provider = smtpProvider(url, 'Counterfoil <no-reply@example.com>');
  await provider.send(email);
  await provider.send(email);
  provider.close();
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(message).toMatch(/^From: Counterfoil <no-reply@example\.com>$/m);
    expect(message).toMatch(/^To: ana@example\.com$/m);
    expect(message).toMatch(/^Message-ID: <0190-test@counterfoil>$/im);
  }
});

test('a recipient that is refused is an error, which the worker notes and tries again', async () => {
  const { url } = await mailServer('550 no such mailbox');
  await expect(smtpProvider(url, 'no-reply@example.com').send(email)).rejects.toThrow('no such mailbox');
});
