import { useSelector } from '@xstate/react';
import { Check, CircleCheck, Copy } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { NewApiKey } from '../../../../contract/calls/apiKeys.ts';
import {
  hasCopyingFailed,
  isKeyCopied,
  isKeyStored,
  type NewKeyActor,
} from '../../../machines/account/keys/newKey.selectors.ts';
import { formatDate, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';

/** The key with what it may do. Refused by the clipboard, its text is selected for Ctrl+C. */
export function ShownKey({ newKey, apiKey }: { newKey: NewKeyActor; apiKey: NewApiKey }) {
  const t = useT();
  const isStored = useSelector(newKey, isKeyStored);
  const facts = [
    [t('keys.endsOn'), apiKey.endsOn === null ? t('keys.never') : formatDate(apiKey.endsOn)],
    [
      t('keys.limit'),
      apiKey.sandbox
        ? t('keys.noneBilled')
        : apiKey.monthlyCents === null
          ? t('keys.noLimit')
          : formatMoney(apiKey.monthlyCents),
    ],
  ] as const;
  return (
    <div className="gt-shown-key">
      <div className="gt-shown-key__ready" role="status">
        <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" />
        <p>
          <strong>{t('keys.ready')}</strong> {t('keys.readyText')}
        </p>
      </div>
      <KeyText newKey={newKey} text={apiKey.key} />
      <dl className="gt-shown-key__facts">
        {apiKey.scopes.map((scope) => (
          <div key={scope}>
            <dt>
              <Check size={16} strokeWidth={2} aria-hidden="true" /> {t(`keys.scope.${scope}`)}
            </dt>
            <dd>{t(`keys.scopeText.${scope}`)}</dd>
          </div>
        ))}
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <strong>{value}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isStored} onChange={() => newKey.send({ type: 'stored.toggled' })}>
        {t('keys.stored')}
      </Checkbox>
      {!isStored && <p className="gt-field__hint">{t('keys.storeFirst')}</p>}
    </div>
  );
}

function KeyText({ newKey, text }: { newKey: NewKeyActor; text: string }) {
  const t = useT();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isCopied = useSelector(newKey, isKeyCopied);
  const hasFailed = useSelector(newKey, hasCopyingFailed);
  useEffect(() => {
    if (hasFailed) field.current?.select();
  }, [hasFailed]);
  return (
    <div className="gt-field">
      <div className="gt-field__head">
        <label className="gt-field__label" htmlFor={id}>
          {t('keys.key')}
        </label>
        <span className="gt-shown-key__end">{t('keys.endsWith', { end: text.slice(-4) })}</span>
      </div>
      <div className="gt-shown-key__field">
        <input
          id={id}
          ref={field}
          className="gt-shown-key__text"
          readOnly
          spellCheck={false}
          autoComplete="off"
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <Button
          size="small"
          autoFocus
          icon={
            isCopied ? (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
            )
          }
          onPress={() => newKey.send({ type: 'key.copied' })}
        >
          {t(isCopied ? 'keys.copied' : 'keys.copy')}
        </Button>
      </div>
      <p className="gt-field__hint" role="status">
        {hasFailed && t('keys.pressCopy')}
      </p>
    </div>
  );
}
