import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fingerprintOf,
  isSignedBy,
  publicPem,
  readReceipt,
  receiptKey,
  writeReceipt,
  type ReceiptContent,
  verifyReceipt,
} from '../../../server/orders/receipt.ts';

const OPENSSL = '/usr/bin/openssl';
// RFC 8032 §7.1, test 1: the secret key and its public key
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const key = receiptKey(Buffer.from(SEED, 'hex').toString('base64url'));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const FILES = { 'A_L2A.tif': 'pixels', 'A_L2A.json': '{}', 'A_LICENCE.txt': 'SIMULATED' };
const CONTENT: ReceiptContent = {
  orderNum: 'GT-20261125-0001',
  orderName: '港口 "A"',
  ordered: '2026-11-25T01:00:00.000Z',
  issued: '2026-11-25T01:02:00.000Z',
  productIds: ['A'],
  productLevel: 'L2A',
  projection: 'UTM',
  clippedToAoi: true,
  simulated: true,
  files: Object.entries(FILES).map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    sha256: sha256(text),
    ...(name.endsWith('.tif') && { pixelMetres: 0.5 }),
  })),
};
const NAME = 'GT-20261125-0001_receipt.json';

describe('the receipt of an order', () => {
  it('has the key of RFC 8032 for its secret', () => {
    const receipt = readReceipt(writeReceipt(CONTENT, key))!;
    // SubjectPublicKeyInfo of Ed25519 (RFC 8410 §4)
    const der = Buffer.from(`302a300506032b6570032100${PUBLIC}`, 'hex');
    expect(receipt.key).toEqual({
      algorithm: 'Ed25519',
      publicKey: der.toString('base64'),
      fingerprint: createHash('sha256').update(der).digest('hex'),
    });
    expect(fingerprintOf(key)).toBe(receipt.key.fingerprint);
  });

  it('is signed over its canonical JSON, which anybody can check', () => {
    const receipt = readReceipt(
      writeReceipt({ ...CONTENT, files: [{ name: 'a', bytes: 1, sha256: 'ff', pixelMetres: 2.44 }] }, key),
    )!;
    const { fingerprint, publicKey } = receipt.key;
    // written by hand after RFC 8785
    const canonical =
      '{"clippedToAoi":true,"files":[{"bytes":1,"name":"a","pixelMetres":2.44,"sha256":"ff"}],' +
      '"issued":"2026-11-25T01:02:00.000Z",' +
      `"key":{"algorithm":"Ed25519","fingerprint":"${fingerprint}","publicKey":"${publicKey}"},` +
      '"orderName":"港口 \\"A\\"","orderNum":"GT-20261125-0001","ordered":"2026-11-25T01:00:00.000Z",' +
      '"productIds":["A"],"productLevel":"L2A","projection":"UTM","simulated":true,' +
      '"type":"groundtrack:receipt","version":1}';
    const spki = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(canonical), spki, Buffer.from(receipt.signature, 'base64'))).toBe(true);
  });

  it('is the same text for the same content and key', () => {
    expect(writeReceipt(CONTENT, key)).toBe(writeReceipt(CONTENT, key));
  });

  it('fits no longer when any value of it is changed, added or removed', () => {
    const text = writeReceipt(CONTENT, key);
    expect(isSignedBy(readReceipt(text)!, key)).toBe(true);
    const changes: ((receipt: Record<string, unknown>) => void)[] = [
      ...['orderNum', 'orderName', 'ordered', 'issued', 'productLevel', 'projection'].map(
        (name) => (receipt: Record<string, unknown>) => {
          receipt[name] = `${String(receipt[name])} `;
        },
      ),
      (receipt) => (receipt['clippedToAoi'] = false),
      (receipt) => (receipt['simulated'] = false),
      (receipt) => (receipt['productIds'] = ['A', 'B']),
      (receipt) => (receipt['files'] as unknown[]).pop(),
      (receipt) => (receipt['files'] = (receipt['files'] as unknown[]).toReversed()),
      (receipt) => ((receipt['files'] as { bytes: number }[])[0]!.bytes += 1),
      (receipt) => ((receipt['files'] as { sha256: string }[])[0]!.sha256 = sha256('other')),
      (receipt) => ((receipt['files'] as { pixelMetres: number }[])[0]!.pixelMetres = 0.3),
      (receipt) => (receipt['signature'] = randomBytes(64).toString('base64')),
      (receipt) => (receipt['signature'] = ''),
    ];
    for (const change of changes) {
      const parsed = JSON.parse(text) as Record<string, unknown>;
      change(parsed);
      const read = readReceipt(JSON.stringify(parsed));
      expect(read !== null && isSignedBy(read, key), change.toString()).toBe(false);
    }
    // an unknown field is not covered by the signature's form, so it is no receipt
    expect(readReceipt(JSON.stringify({ ...JSON.parse(text), note: 'x' }))).toBeNull();
    expect(readReceipt('no JSON')).toBeNull();
  });

  describe('beside its files', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-receipt-'));
      for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text);
      await writeFile(path.join(folder, NAME), writeReceipt(CONTENT, key));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));
    const checked = async (with_ = key) => {
      const { faults, others } = await verifyReceipt(path.join(folder, NAME), with_);
      return { faults, others };
    };

    it('finds nothing when everything is as delivered', async () => {
      expect(await checked()).toEqual({ faults: [], others: [] });
    });

    it('says which file is missing, longer, or changed at the same length', async () => {
      await rm(path.join(folder, 'A_L2A.json'));
      await writeFile(path.join(folder, 'A_LICENCE.txt'), 'SIMULATED!');
      await writeFile(path.join(folder, 'A_L2A.tif'), 'pixelz');
      await writeFile(path.join(folder, 'mine.txt'), '');
      expect(await checked()).toEqual({
        faults: [
          `A_L2A.tif has the SHA-256 ${sha256('pixelz')}, delivered was ${sha256('pixels')}`,
          'A_L2A.json is missing',
          'A_LICENCE.txt has 10 bytes, delivered were 9',
        ],
        others: ['mine.txt'],
      });
    });

    it('says when the receipt was changed to fit a changed file', async () => {
      await writeFile(path.join(folder, 'A_L2A.tif'), 'pixelz');
      const text = await readFile(path.join(folder, NAME), 'utf8');
      await writeFile(path.join(folder, NAME), text.replace(sha256('pixels'), sha256('pixelz')));
      expect((await checked()).faults).toEqual([
        'the signature does not fit: the receipt was changed, or another key signed it',
      ]);
    });

    it('says when another key signed a forged receipt', async () => {
      const other = generateKeyPairSync('ed25519').privateKey;
      await writeFile(path.join(folder, NAME), writeReceipt(CONTENT, other));
      expect((await checked()).faults).toEqual([
        `the receipt names the key ${fingerprintOf(other)}, this server's is ${fingerprintOf(key)}`,
        'the signature does not fit: the receipt was changed, or another key signed it',
      ]);
      expect((await checked(other)).faults).toEqual([]);
    });

    it('reads no file outside its folder', async () => {
      const files = [{ name: '../secret', bytes: 1, sha256: sha256('x') }];
      await writeFile(path.join(folder, NAME), writeReceipt({ ...CONTENT, files }, key));
      expect((await checked()).faults).toEqual(['../secret is not the name of a file beside the receipt']);
    });

    it('says when the file is no receipt', async () => {
      await writeFile(path.join(folder, NAME), '{}');
      expect((await checked()).faults).toEqual([`${NAME} is not a receipt`]);
    });

    it.runIf(existsSync(OPENSSL))('openssl accepts the signature (where it is installed)', async () => {
      const { signature, ...signed } = JSON.parse(await readFile(path.join(folder, NAME), 'utf8'));
      // jq -cS would do it: names in order, no spaces
      const sorted = (value: unknown): unknown =>
        Array.isArray(value)
          ? value.map(sorted)
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(
                Object.entries(value)
                  .sort(([a], [b]) => (a < b ? -1 : 1))
                  .map(([name, member]) => [name, sorted(member)]),
              )
            : value;
      const at = (name: string) => path.join(folder, name);
      await writeFile(at('signed'), JSON.stringify(sorted(signed)));
      await writeFile(at('signature'), Buffer.from(signature, 'base64'));
      await writeFile(at('key.pem'), publicPem(key));
      const command = ['pkeyutl', '-verify', '-pubin', '-inkey', at('key.pem'), '-rawin'];
      const said = execFileSync(OPENSSL, [...command, '-in', at('signed'), '-sigfile', at('signature')]);
      expect(said.toString()).toContain('Signature Verified Successfully');
    });
  });
});
