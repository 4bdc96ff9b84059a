import { randomUUID } from 'node:crypto';
import { SmtpReceiver } from '@secure-preview/testing';
import { newMailImage, storeMailImage } from '../../testing/mail-image.js';
import { readMail } from '../../testing/read-mail.js';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { MailImagesService } from './mail-images.service.js';

let outbox: RunningOutbox;
let receiver: SmtpReceiver;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
  receiver = await SmtpReceiver.start();
});
afterEach(() => outbox.clear());
afterAll(async () => {
  await outbox?.stop();
  await receiver?.stop();
});

const logo = newMailImage(480, 96);

it('sends a mail later, with its image, if images cannot be read at present', async () => {
  const role = new URL(outbox.database.urlOf('notifier')).username;
  await storeMailImage(outbox.owner, logo);
  await outbox.owner.query(`REVOKE SELECT ON outbox.images FROM "${role}"`);
  await outbox.notifier({ SMTP_URL: receiver.url });
  const payload = { codeId: randomUUID(), companyName: 'Kino', logoId: logo.id };
  const id = await outbox.enqueue({ key: 'code', kind: 'code', payload });
  await outbox.reason(id, 'INTERRUPTED');
  expect(receiver.mails).toEqual([]);
  await outbox.owner.query(`GRANT SELECT ON outbox.images TO "${role}"`);
  await outbox.passRetries();
  await outbox.reaches(id, 'sent');
  expect(readMail(receiver.mails[0]?.text ?? '').images).toMatchObject([{ content: logo.content }]);
});

it('keeps the last images in memory, but not the one used longest ago', async () => {
  const images = (await outbox.notifier({ SMTP_URL: receiver.url })).get(MailImagesService);
  const ids: string[] = [];
  for (let width = 1; width <= 5; width += 1) {
    const image = newMailImage(width, 1);
    ids.push(image.id);
    await storeMailImage(outbox.owner, image);
    await images.find(image.id);
    await images.find(ids[0] ?? '');
  }
  await outbox.owner.query('DELETE FROM outbox.images');
  const found = await Promise.all(ids.map((id) => images.find(id)));
  expect(found.map((image) => image?.width)).toEqual([1, undefined, 3, 4, 5]);
});
