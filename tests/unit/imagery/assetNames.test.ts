import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  assetName,
  assetOfUrl,
  isAssetName,
  productOfAsset,
} from '../../../src/machines/imagery/delivered.rules.ts';

it('the name of a file says its scene, whatever characters both have, and is that of its address', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (productId, key) => {
      const named = assetName({ productId, key });
      expect(isAssetName(named)).toBe(true);
      expect(productOfAsset(named)).toBe(productId);
      expect(assetOfUrl(`https://portal.example/base/web/asset/${named}?k=x`)).toBe(named);
    }),
  );
});

it('an order’s number and the address of a delivery are no such names', () => {
  expect(isAssetName('A20261125-0001')).toBe(false);
  expect(isAssetName(null)).toBe(false);
  expect(assetOfUrl('https://portal.example/web/delivery/A20261125-0001/secret/S1_L3A.tif')).toBeNull();
  expect(assetOfUrl(null)).toBeNull();
});
