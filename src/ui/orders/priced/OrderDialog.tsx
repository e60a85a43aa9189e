import { useSelector } from '@xstate/react';
import { ChevronDown, ChevronUp, Printer, ReceiptText } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { FIELD, PRODUCT_LEVELS, PROJECTIONS } from '../../../../contract/limits.ts';
import { taxCents } from '../../../../contract/orders/money.ts';
import { levelFactor } from '../../../../contract/orders/price.ts';
import { DELIVERED_BITS, projectionsOf } from '../../../../contract/orders/product.ts';
import { orderedScenes } from '../../../machines/orders/bought.rules.ts';
import { coarserPixels } from '../../../machines/orders/orderWarnings.rules.ts';
import {
  canClose,
  canEdit,
  canQuote,
  earlierOrders,
  formDraft,
  formerPrice,
  formInput,
  formPrice,
  isConfirming,
  isDoubting,
  isLeaving,
  isRepeating,
  nameRefusal,
  submitMade,
  submitRefusal,
} from '../../../machines/orders/pricedForm.selectors.ts';
import {
  canAppendL1,
  canChooseProjection,
  foldedLevels,
  hasContractNum,
  isCommonLevel,
  type ProductDraft,
} from '../../../machines/orders/product.rules.ts';
import { useExtensions } from '../../shared/actors.tsx';
import { RefusalNote } from '../../shared/SaveDialog.tsx';
import {
  formatArea,
  formatDayOfYear,
  formatFixed,
  formatGsd,
  formatMoney,
  formatNumber,
  inOneLine,
} from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Checkbox } from '../../shared/kit/fields/Checkbox.tsx';
import { RadioCards } from '../../shared/kit/fields/RadioCards.tsx';
import { NameField } from '../../shared/kit/fields/NameField.tsx';
import { TextField } from '../../shared/kit/fields/TextField.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { Reasoned } from '../../shared/kit/overlays/Tooltip.tsx';
import { worded } from '../../search/SceneParts.tsx';
import { PriceLines, QuoteLine } from '../PriceLines.tsx';
import { LeavingFormQuestion, LostReply, OrderFoot, RepeatQuestion } from './OrderFoot.tsx';
import { type OrderActor, PriceFailed, PriceLine, PriceSum } from './PriceParts.tsx';
import './priced.css';

/** §9: unit price × level factor × valuation area × discount = final price, labelled estimated. */
export function OrderPrice({ form }: { form: OrderActor }) {
  const t = useT();
  const { aoi, taxPercent } = useSelector(form, formInput);
  const level = useSelector(form, formDraft).productLevel;
  const price = useSelector(form, formPrice);
  const refusal = useSelector(form, submitRefusal);
  const made = useSelector(form, submitMade);
  const sum = (made?.kind === 'imageryExport' ? null : made?.finalPrice) ?? price?.finalPrice ?? null;
  return (
    <section className="gt-stack gt-gap-12" aria-label={t('order.finalPrice')}>
      <dl className="gt-price__lines gt-stack gt-gap-6 gt-edge-below">
        <PriceLine form={form} term={t('order.aoiArea')} value={formatArea(aoi.areaKm2)} />
        <PriceLine
          form={form}
          term={t('order.valuationArea')}
          value={price && worded(price.valuationArea, formatArea)}
          width={88}
        />
      </dl>
      {price !== null && <PriceLines price={price} level={level} />}
      {price?.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-quiet">{t('order.minimumArea', { area: formatArea(price.minimumArea) })}</p>
      )}
      <PriceSum form={form} label={t('order.finalPrice')} sum={sum === null ? null : formatMoney(sum)} />
      {sum !== null && taxPercent !== undefined && (
        <p className="gt-quiet gt-end">
          {t('order.tax', {
            percent: formatNumber(taxPercent),
            tax: formatMoney(taxCents(sum, taxPercent)),
            total: formatMoney(sum + taxCents(sum, taxPercent)),
          })}
        </p>
      )}
      {price?.quote && <QuoteLine quote={price.quote} price={price} />}
      <Earlier form={form} />
      {price !== null && <QuoteButton form={form} />}
      <PriceFailed form={form} />
      <PriceChanged form={form} />
      <LostReply form={form} words="order" />
      <RefusalNote refusal={refusal} reason={{ key: 'order.submitRefused' }} />
    </section>
  );
}

/** Of many, the newest are named. */
const EARLIER_SHOWN = 3;

/** Earlier orders that have part of the same, each with a link to its page. */
function Earlier({ form }: { form: OrderActor }) {
  const t = useT();
  const earlier = useSelector(form, earlierOrders);
  const { scenes = [] } = useSelector(form, formInput);
  const draft = useSelector(form, formDraft);
  if (earlier.length === 0) return null;
  const ordered = orderedScenes(draft, { scenes }).map(({ id }) => id);
  return (
    <Note icon={<ReceiptText size={16} strokeWidth={1.75} />} title={t('order.earlier')}>
      {earlier.slice(0, EARLIER_SHOWN).map(({ orderNum, ctime, productLevel, productIds }) => (
        <p key={orderNum}>
          {t(productIds.length === 0 ? 'order.earlierTasking' : 'order.earlierScenes', {
            count: productIds.length,
            numbers: productIds.map((id) => ordered.indexOf(id) + 1).join(', '),
            level: productLevel,
            day: formatDayOfYear(ctime),
          })}{' '}
          <a className="gt-link gt-code" href={`?order=${orderNum}`} target="_blank" rel="noreferrer">
            {orderNum}
            <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
          </a>
        </p>
      ))}
    </Note>
  );
}

/** Opens the printable quote. */
function QuoteButton({ form }: { form: OrderActor }) {
  const t = useT();
  const isOpen = useSelector(form, canQuote);
  const hasPrice = useSelector(form, formPrice) !== null;
  return (
    <Reasoned reason={isOpen ? null : t(hasPrice ? 'quote.submitting' : 'quote.waits')}>
      {(closed) => (
        <Button
          {...closed}
          variant="text"
          size="small"
          icon={<Printer size={14} strokeWidth={1.75} />}
          onPress={() => form.send({ type: 'quote.requested' })}
        >
          {t('quote.open')}
          <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
        </Button>
      )}
    </Reasoned>
  );
}

/** Both sums, if the server's price differs from the confirmed one (decision 6). */
export function PriceChanged({ form }: { form: OrderActor }) {
  const t = useT();
  const price = useSelector(form, formPrice);
  const former = useSelector(form, formerPrice);
  if (former === null || price === null) return null;
  return (
    <Note tone="warn" title={t('errors.priceChanged')}>
      <p>
        {t('order.priceChangedSums', {
          before: formatMoney(former.finalPrice),
          now: formatMoney(price.finalPrice),
        })}
      </p>
    </Note>
  );
}

interface OrderDialogProps {
  form: OrderActor;
  title: string;
  subtitle: string;
  /** The area of a new acquisition, shown above the price. */
  aside?: ReactNode;
  /** Source codes of what is ordered. */
  sources: readonly (string | null)[];
  /** What is bought, shown above the fields. */
  lead?: ReactNode;
  /** The order in one sentence, for the confirm question. */
  summary: (order: { name: string; level: string; price: string }) => string;
  /** Fields specific to this kind of order. */
  children?: ReactNode;
}

/** §2 Tasking order dialog, also for scene orders: fields, price, terms, confirm, submit (decisions 5 to 7). */
export function OrderDialog({
  form,
  title,
  subtitle,
  aside,
  sources,
  lead,
  summary,
  children,
}: OrderDialogProps) {
  const name = useRef<HTMLInputElement>(null);
  const submit = () => {
    form.send({ type: 'submit.requested' });
    if (nameRefusal(form.getSnapshot()) !== null) name.current?.focus();
  };
  return (
    <>
      <Dialog
        width={1080}
        persistent
        isHeld={!useSelector(form, canClose)}
        title={title}
        subtitle={subtitle}
        onClose={() => form.send({ type: 'form.closed' })}
        aside={
          <div className="gt-stack gt-gap-16">
            {aside}
            <OrderPrice form={form} />
          </div>
        }
        footer={<OrderFoot form={form} onSubmit={submit} />}
      >
        <div className="gt-order-form gt-stack">
          {lead}
          <OrderFields form={form} sources={sources} nameRef={name}>
            {children}
          </OrderFields>
        </div>
      </Dialog>
      {useSelector(form, isDoubting) && <DoubtQuestion form={form} />}
      {useSelector(form, isConfirming) && <ConfirmQuestion form={form} summary={summary} />}
      {useSelector(form, isRepeating) && <RepeatQuestion form={form} />}
      {useSelector(form, isLeaving) && <LeavingFormQuestion form={form} words="tasking" />}
    </>
  );
}

/** Asks once more where the order covers hardly anything of the AOI. */
function DoubtQuestion({ form }: { form: OrderActor }) {
  const t = useT();
  const price = useSelector(form, formPrice);
  return (
    <Confirm
      isCareful
      title={t('order.doubtTitle')}
      confirmLabel={t('order.doubtGoOn')}
      cancelLabel={t('common.close')}
      onConfirm={() => form.send({ type: 'order.confirmed' })}
      onCancel={() => form.send({ type: 'order.declined' })}
    >
      <p>{t('order.doubtText', { price: price === null ? '' : formatMoney(price.finalPrice) })}</p>
    </Confirm>
  );
}

/** §4: a confirm dialog precedes submit. */
function ConfirmQuestion({ form, summary }: Pick<OrderDialogProps, 'form' | 'summary'>) {
  const t = useT();
  const { orderName, productLevel } = useSelector(form, formDraft);
  const price = useSelector(form, formPrice);
  return (
    <Confirm
      title={t('order.confirmTitle')}
      confirmLabel={t('order.confirm')}
      cancelLabel={t('order.confirmBack')}
      onConfirm={() => form.send({ type: 'order.confirmed' })}
      onCancel={() => form.send({ type: 'order.declined' })}
    >
      <p className="gt-anywhere">
        {summary({
          name: orderName.trim(),
          level: productLevel,
          price: price === null ? t('common.none') : formatMoney(price.finalPrice),
        })}
      </p>
    </Confirm>
  );
}

interface OrderFieldsProps extends Pick<OrderDialogProps, 'form' | 'sources' | 'children'> {
  nameRef: Ref<HTMLInputElement>;
}

/** The fields of both order forms: name, product and contract number (§3). */
function OrderFields({ form, sources, nameRef, children }: OrderFieldsProps) {
  const t = useT();
  const draft = useSelector(form, formDraft);
  const [hasAllLevels, setAllLevels] = useState(false);
  const folded = foldedLevels(draft.productLevel);
  const Chevron = hasAllLevels ? ChevronUp : ChevronDown;
  const missing = useSelector(form, nameRefusal);
  const { utype } = useSelector(form, formInput);
  // fields are read-only during the submit; the name can still be read and copied
  const isBusy = !useSelector(form, canEdit);
  const change = (patch: Partial<ProductDraft>) => form.send({ type: 'draft.changed', patch });
  return (
    <>
      <div className="gt-order-form__names">
        <NameField
          label={t('order.name')}
          name="orderName"
          value={draft.orderName}
          onChange={(orderName) => change({ orderName })}
          readOnly={isBusy}
          maxLength={FIELD.orderName}
          inputRef={nameRef}
          error={missing && messageText(t, missing)}
        />
        {hasContractNum(utype) && (
          <TextField
            label={t('order.contractNum')}
            value={draft.contractNum}
            onChange={(contractNum) => change({ contractNum })}
            readOnly={isBusy}
            maxLength={FIELD.contractNum}
            autoComplete="off"
          />
        )}
      </div>
      {children}
      <RadioCards
        label={t('order.level')}
        columns={4}
        hint={<LevelHint form={form} />}
        disabled={isBusy}
        value={draft.productLevel}
        onChange={(productLevel) => change({ productLevel })}
        options={PRODUCT_LEVELS.filter((level) => hasAllLevels || !folded.includes(level)).map((level) => ({
          value: level,
          label: level,
          line: isCommonLevel(level) ? t(`order.levelLine.${level}`) : undefined,
          note: t('order.times', { what: formatFixed(levelFactor(level), 2) }),
        }))}
        more={
          <button
            type="button"
            className="gt-link gt-label gt-inline gt-gap-4 gt-above-4 gt-press-24"
            aria-expanded={hasAllLevels}
            onClick={() => setAllLevels(!hasAllLevels)}
          >
            {hasAllLevels ? t('order.fewerLevels') : folded.join(' · ')}
            <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
      />
      <div className="gt-order-form__pair gt-flex gt-wrap">
        {canChooseProjection(draft) && (
          <Segments
            label={t('order.projection')}
            disabled={isBusy}
            value={draft.projection}
            onChange={(projection) => change({ projection })}
            options={PROJECTIONS.map((projection) => ({ value: projection, label: projection }))}
          />
        )}
        <fieldset className="gt-stack gt-gap-10">
          <legend className="gt-field__label gt-below-8">{t('order.options')}</legend>
          <Checkbox
            disabled={isBusy}
            checked={draft.cropByAoi}
            onChange={(cropByAoi) => change({ cropByAoi })}
          >
            {t('order.clip')}
          </Checkbox>
          {canAppendL1(draft.productLevel, sources) && (
            <Checkbox
              disabled={isBusy}
              checked={draft.appendL1}
              onChange={(appendL1) => change({ appendL1 })}
            >
              {t('order.appendL1')}
            </Checkbox>
          )}
        </fieldset>
      </div>
      <PixelNote form={form} />
    </>
  );
}

/** What is delivered at the selected level, and when. Another back end delivers files of its own. */
function LevelHint({ form }: { form: OrderActor }) {
  const t = useT();
  const { productLevel } = useSelector(form, formDraft);
  const usual = useSelector(form, formInput).deliverySeconds;
  // the price says how much the server has to make before
  const deliverySeconds = useSelector(form, formPrice)?.readySeconds ?? usual;
  const isOurs = useExtensions('submitOutcome');
  return (
    <>
      {inOneLine(
        t('order.levelHint', { level: productLevel, projections: projectionsOf(productLevel).join(' / ') }),
        isOurs && t('order.levelFiles', { bits: DELIVERED_BITS }),
        deliverySeconds !== undefined && t('order.readyAfter', { count: Math.round(deliverySeconds) }),
      )}
    </>
  );
}

const sizes = ([finest, coarsest]: readonly [number, number]): string =>
  finest === coarsest ? formatGsd(finest) : `${formatNumber(finest)}–${formatGsd(coarsest)}`;

/** Before buying: the pixel size that is delivered where it is not the sensor's (decision 205). */
function PixelNote({ form }: { form: OrderActor }) {
  const t = useT();
  const draft = useSelector(form, formDraft);
  const coarser = coarserPixels(useSelector(form, formInput), draft);
  if (coarser === null) return null;
  const { delivered, own } = coarser;
  const megapixels = { count: coarser.megapixels, megapixels: formatNumber(coarser.megapixels) };
  return (
    <Note
      title={
        delivered === null
          ? t('order.pixelsWhole')
          : t('order.pixels', { delivered: sizes(delivered), own: sizes(own) })
      }
    >
      <p>{t(draft.cropByAoi ? 'order.pixelsLimit' : 'order.pixelsLimitWhole', megapixels)}</p>
    </Note>
  );
}
