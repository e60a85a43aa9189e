import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/Checkbox.tsx';

export interface OrderFootProps {
  agreed: boolean;
  canEdit: boolean;
  canClose: boolean;
  canSubmit: boolean;
  isSubmitting: boolean;
  /** §4: what Submit still waits for. */
  waitsFor: 'priceAndTerms' | 'price' | 'terms' | null;
  termsUrl: string;
  onToggleTerms: () => void;
  onClose: () => void;
  onSubmit: () => void;
}

/** The terms, Close and Submit of an order form; what Submit waits for stands below it in words. */
export function OrderFoot(props: OrderFootProps) {
  const t = useT();
  const { canClose, canSubmit, isSubmitting, waitsFor } = props;
  return (
    <div className="gt-order-foot">
      <Terms {...props} />
      <div className="gt-order-foot__buttons">
        <Button disabled={!canClose} onPress={props.onClose}>
          {t('common.close')}
        </Button>
        <Button
          variant="primary"
          wide
          disabled={!canSubmit && !isSubmitting}
          busy={isSubmitting}
          busyLabel={t('order.submitting')}
          reason={waitsFor === null ? undefined : t(`order.waits.${waitsFor}`)}
          onPress={props.onSubmit}
        >
          {t('order.submit')}
        </Button>
      </div>
    </div>
  );
}

function Terms({ agreed, canEdit, termsUrl, onToggleTerms }: OrderFootProps) {
  const t = useT();
  // the words around the link, in the order of the language
  const [before, after] = t('order.agree', { terms: '\n' }).split('\n');
  return (
    <Checkbox checked={agreed} disabled={!canEdit} onChange={onToggleTerms}>
      {before}
      <a className="gt-link" href={termsUrl} target="_blank" rel="noopener noreferrer">
        {t('order.terms')}
        <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
      </a>
      {after}
    </Checkbox>
  );
}
