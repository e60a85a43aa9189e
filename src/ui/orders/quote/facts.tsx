import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { acquisitionTerms, Quote } from '../../../../contract/orders/quote.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** One term of a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Window, limits, resolution and mode of a new acquisition. */
export function AcquisitionFacts({ tasking }: { tasking: z.infer<typeof acquisitionTerms> }) {
  const t = useT();
  const { windowStart, windowEnd, maxCloudCover, maxOffNadirAngle, resolution, productMode } = tasking;
  return (
    <>
      <Fact term={t('quote.window')}>{formatDateRange(windowStart, windowEnd, true)}</Fact>
      <Fact term={t('quote.limits')}>
        {t('quote.limitsText', {
          cloud: formatPercent(maxCloudCover),
          angle: formatDegrees(maxOffNadirAngle),
        })}
      </Fact>
      <Fact term={t('quote.resolution')}>{formatGsd(resolution)}</Fact>
      <Fact term={t('quote.mode')}>{productMode}</Fact>
    </>
  );
}

/** Level, projection, clipping and L1 of an order: 'L3A · UTM · clipped to the AOI'. */
export function productText(
  t: Translate,
  product: Pick<Quote, 'productLevel' | 'projection' | 'cropByAoi' | 'appendL1'>,
): string {
  const { productLevel, projection, cropByAoi, appendL1 } = product;
  const facts = [productLevel, projection, t(cropByAoi ? 'quote.clipped' : 'quote.whole')];
  return [...facts, ...(appendL1 ? [t('quote.withL1')] : [])].join(' · ');
}
