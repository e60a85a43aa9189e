import type { ProductLevel } from '../../contract/limits.ts';

/** The price rule of §9 in exact fractions, independent of contract/orders/price.ts. */

interface Fraction {
  over: bigint;
  under: bigint;
}

/** A decimal text as an exact fraction: '1.15' is 115/100. */
export function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

export function product(...factors: readonly Fraction[]): Fraction {
  return factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }));
}

/** Half up: the floor of x + 1/2. */
function halfUp({ over, under }: Fraction): bigint {
  return (2n * over + under) / (2n * under);
}

const FACTORS: Readonly<Record<ProductLevel, string>> = {
  L1: '1',
  L2A: '1',
  L3A: '1.1',
  L3B: '1.1',
  L3C: '1.15',
  L3D: '1.15',
  L5C: '1.2',
  L5D: '1.2',
};

/** Unit price × level factor × valuation area × discount, in integer cents; the arguments are decimal texts. */
export function exactCents(unitPrice: string, area: string, discount: string, level: ProductLevel): bigint {
  const dollars = product(
    fraction(unitPrice),
    fraction(FACTORS[level]),
    fraction(area),
    fraction(discount),
    fraction('100'),
  );
  return halfUp(dollars);
}
