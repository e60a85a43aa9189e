import { useSelector } from '@xstate/react';
import { Check, CircleCheck, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type NewApiKey, type Scope, SCOPES } from '../../../contract/calls/apiKeys.ts';
import { FIELD } from '../../../contract/limits.ts';
import {
  keyEnds,
  hasCopyingFailed,
  isCreatingKey,
  isKeyCopied,
  isKeyStored,
  isKeyUnfinished,
  keyDraft,
  madeKey,
  type NewKeyActor,
  saidOfKey,
} from '../../machines/account/account.selectors.ts';
import { useActorIf } from '../shared/actors.tsx';
import { formatDate, formatMoney } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { Presets } from '../shared/kit/actions/Presets.tsx';
import { DateField } from '../shared/kit/fields/DateField.tsx';
import { NumberField } from '../shared/kit/fields/NumberField.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { LeavingQuestion, useClosing } from '../shared/kit/overlays/Confirm.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';

/** The dialog of a new key: its form, then the key, shown once. */
export function NewKeyDialog() {
  const keys = useActorIf('apiKeys');
  return keys === undefined ? null : <OfActor keys={keys} />;
}

function OfActor({ keys }: { keys: NonNullable<ReturnType<typeof useActorIf<'apiKeys'>>> }) {
  const newKey = useSelector(keys, ({ children }) => children.newKey);
  const isMade = useSelector(newKey, (snapshot) => snapshot !== undefined && madeKey(snapshot) !== null);
  if (newKey === undefined) return null;
  return isMade ? <KeyDialog newKey={newKey} /> : <FormDialog newKey={newKey} />;
}

function FormDialog({ newKey }: { newKey: NewKeyActor }) {
  const t = useT();
  const formId = useId();
  const isBusy = useSelector(newKey, isCreatingKey);
  const { close, question } = useClosing(useSelector(newKey, isKeyUnfinished), () =>
    newKey.send({ type: 'dialog.closed' }),
  );
  return (
    <Dialog
      title={t('keys.new')}
      subtitle={t('keys.newText')}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onPress={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy} busyLabel={t('keys.creating')}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <KeyForm id={formId} newKey={newKey} />
      {question}
    </Dialog>
  );
}

/** It closes only once its owner says that the key is stored: Escape and × ask. */
function KeyDialog({ newKey }: { newKey: NewKeyActor }) {
  const t = useT();
  const key = useSelector(newKey, madeKey);
  const isStored = useSelector(newKey, isKeyStored);
  const [isAsked, setAsked] = useState(false);
  const leave = () => newKey.send({ type: 'dialog.closed' });
  if (key === null) return null;
  return (
    <Dialog
      title={t('keys.new')}
      subtitle={key.name}
      onClose={isStored ? leave : () => setAsked(true)}
      footer={
        <Button
          variant="primary"
          disabled={!isStored}
          reason={isStored ? undefined : t('keys.storeFirst')}
          onPress={leave}
        >
          {t('keys.done')}
        </Button>
      }
    >
      <ShownKey newKey={newKey} apiKey={key} />
      {isAsked && !isStored && (
        <LeavingQuestion
          title={t('keys.leaveTitle')}
          text={t('keys.leaveText')}
          leave={t('keys.leaveYes')}
          onLeave={() => {
            newKey.send({ type: 'stored.toggled' });
            leave();
          }}
          onStay={() => setAsked(false)}
        />
      )}
    </Dialog>
  );
}

/** Name, mode, scopes, end and limit of a new key. */
function KeyForm({ newKey, id }: { newKey: NewKeyActor; id: string }) {
  const t = useT();
  const draft = useSelector(newKey, keyDraft);
  const isBusy = useSelector(newKey, isCreatingKey);
  const failure = useSelector(newKey, ({ context }) => context.failure);
  const isNameMissing = useSelector(newKey, saidOfKey('name')) !== null;
  return (
    <form
      id={id}
      className="gt-gap-form gt-grid"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        newKey.send({ type: 'key.requested' });
      }}
    >
      <TextField
        label={t('keys.name')}
        name="keyName"
        autoComplete="off"
        value={draft.name}
        maxLength={FIELD.apiKeyName}
        counter="always"
        required
        autoFocus
        readOnly={isBusy}
        missing={isNameMissing ? t('account.required') : undefined}
        onChange={(name) => newKey.send({ type: 'draft.changed', patch: { name } })}
      />
      <Segments
        label={t('keys.mode')}
        value={draft.sandbox ? 'sandbox' : 'live'}
        disabled={isBusy}
        options={[
          { value: 'live', label: t('keys.live') },
          { value: 'sandbox', label: t('keys.sandbox') },
        ]}
        hint={t(draft.sandbox ? 'keys.sandboxText' : 'keys.liveText')}
        onChange={(mode) => newKey.send({ type: 'draft.changed', patch: { sandbox: mode === 'sandbox' } })}
      />
      <Scopes newKey={newKey} />
      <div className="gt-key-form__pair gt-start gt-grid gt-gap-16">
        <End newKey={newKey} />
        <Limit newKey={newKey} />
      </div>
      {failure !== null && <Note tone="err">{messageText(t, failure)}</Note>}
    </form>
  );
}

interface Part {
  newKey: NewKeyActor;
}

function Scopes({ newKey }: Part) {
  const t = useT();
  const { scopes } = useSelector(newKey, keyDraft);
  const isBusy = useSelector(newKey, isCreatingKey);
  const problem = useSelector(newKey, saidOfKey('scopes'));
  return (
    <fieldset className="gt-grid gt-gap-8">
      <legend className="gt-field__label gt-room-6">{t('keys.scopes')}</legend>
      {SCOPES.map((scope: Scope) => (
        <div
          key={scope}
          className="gt-key-form__scope gt-pad-8-12 gt-round-note gt-framed"
          data-on={scopes.includes(scope) || undefined}
        >
          <Checkbox
            checked={scopes.includes(scope)}
            disabled={isBusy}
            hint={t(`keys.scopeText.${scope}`)}
            onChange={() => newKey.send({ type: 'scope.toggled', scope })}
          >
            {t(`keys.scope.${scope}`)}
          </Checkbox>
        </div>
      ))}
      <p className="gt-if-any gt-caption gt-err" role="alert">
        {problem !== null && t(problem)}
      </p>
    </fieldset>
  );
}

function End({ newKey }: Part) {
  const t = useT();
  const { endsOn } = useSelector(newKey, keyDraft);
  const problem = useSelector(newKey, saidOfKey('endsOn'));
  const isBusy = useSelector(newKey, isCreatingKey);
  const ends = useSelector(newKey, keyEnds, (one, other) => one[0]?.day === other[0]?.day);
  const change = (day: string) => newKey.send({ type: 'draft.changed', patch: { endsOn: day } });
  return (
    <div className="gt-stack gt-gap-8">
      <DateField
        label={t('keys.endsOn')}
        value={endsOn}
        hint={problem === null ? t('keys.endsOnHint') : undefined}
        error={problem === null ? null : t(problem)}
        disabled={isBusy}
        onChange={change}
      />
      <Presets
        label={t('keys.lifetimes')}
        value={endsOn}
        options={ends.map(({ day, count }) => ({ value: day, label: t('keys.lifetime', { count }) }))}
        disabled={isBusy}
        onPress={(day) => change(day === endsOn ? '' : day)}
      />
    </div>
  );
}

function Limit({ newKey }: Part) {
  const t = useT();
  const { sandbox, limit } = useSelector(newKey, keyDraft);
  const isBusy = useSelector(newKey, isCreatingKey);
  const problem = useSelector(newKey, saidOfKey('limit'));
  return (
    <NumberField
      label={t('keys.limit')}
      unit="$"
      value={sandbox ? '' : limit}
      min={0}
      step={100}
      disabled={isBusy || sandbox}
      placeholder={sandbox ? t('keys.nothingBilled') : undefined}
      hint={t(sandbox ? 'keys.sandboxFree' : 'keys.limitHint')}
      error={problem === null ? null : t(problem)}
      onChange={(text) => newKey.send({ type: 'draft.changed', patch: { limit: text } })}
    />
  );
}

/** The key with what it may do. Refused by the clipboard, its text is selected for Ctrl+C. */
function ShownKey({ newKey, apiKey }: { newKey: NewKeyActor; apiKey: NewApiKey }) {
  const t = useT();
  const isStored = useSelector(newKey, isKeyStored);
  const facts = [
    [t('keys.endsOn'), apiKey.endsOn === null ? t('keys.never') : formatDate(apiKey.endsOn)],
    [
      t('keys.limit'),
      apiKey.sandbox
        ? t('keys.noneBilled')
        : apiKey.monthlyLimit === null
          ? t('keys.noLimit')
          : formatMoney(apiKey.monthlyLimit),
    ],
  ] as const;
  return (
    <div className="gt-grid gt-gap-16">
      <div className="gt-key-ready gt-pad-12 gt-flex gt-gap-10 gt-round-note" data-tone="ok" role="status">
        <CircleCheck className="gt-tone-ink" size={18} strokeWidth={1.75} aria-hidden="true" />
        <p>
          <strong>{t('keys.ready')}</strong> {t('keys.readyText')}
        </p>
      </div>
      <KeyText newKey={newKey} text={apiKey.key} />
      <dl className="gt-shown-key__facts">
        {apiKey.scopes.map((scope) => (
          <div className="gt-flex gt-between gt-gap-16 gt-edge-below" key={scope}>
            <dt className="gt-inline gt-gap-8">
              <Check className="gt-ok" size={16} strokeWidth={2} aria-hidden="true" />{' '}
              {t(`keys.scope.${scope}`)}
            </dt>
            <dd className="gt-muted gt-end">{t(`keys.scopeText.${scope}`)}</dd>
          </div>
        ))}
        {facts.map(([term, value]) => (
          <div className="gt-flex gt-between gt-gap-16 gt-edge-below" key={term}>
            <dt className="gt-inline gt-gap-8">{term}</dt>
            <dd className="gt-muted gt-end">
              <strong className="gt-bold gt-ink">{value}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isStored} onChange={() => newKey.send({ type: 'stored.toggled' })}>
        {t('keys.stored')}
      </Checkbox>
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
    <div className="gt-field gt-stack gt-shrink">
      <div className="gt-field__head">
        <label className="gt-field__label" htmlFor={id}>
          {t('keys.key')}
        </label>
        <span className="gt-push gt-caption gt-muted">{t('keys.endsWith', { end: text.slice(-4) })}</span>
      </div>
      <div className="gt-pad-8-12 gt-across gt-wrap gt-gap-8 gt-sunken gt-round-note gt-outlined">
        <input
          id={id}
          ref={field}
          className="gt-shown-key__text gt-mono gt-shrink gt-ink"
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
