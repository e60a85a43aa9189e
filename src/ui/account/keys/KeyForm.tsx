import { useSelector } from '@xstate/react';
import { SCOPES, type Scope } from '../../../../contract/calls/apiKeys.ts';
import { FIELD } from '../../../../contract/limits.ts';
import {
  firstKeyEnd,
  isCreatingKey,
  keyDraft,
  keyFailure,
  saidOfKey,
  type NewKeyActor,
} from '../../../machines/account/keys/newKey.selectors.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { DateField } from '../../shared/kit/fields/date/DateField.tsx';
import { NumberField } from '../../shared/kit/fields/number/NumberField.tsx';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';

/** Name, mode, scopes, end and limit of a new key. */
export function KeyForm({ newKey, id }: { newKey: NewKeyActor; id: string }) {
  const t = useT();
  const draft = useSelector(newKey, keyDraft);
  const isBusy = useSelector(newKey, isCreatingKey);
  const failure = useSelector(newKey, keyFailure);
  const isNameMissing = useSelector(newKey, saidOfKey('name')) !== null;
  return (
    <form
      id={id}
      className="gt-key-form"
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
      <div className="gt-key-form__pair">
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
    <fieldset className="gt-key-form__scopes">
      <legend className="gt-field__label">{t('keys.scopes')}</legend>
      {SCOPES.map((scope: Scope) => (
        <div key={scope} className="gt-key-form__scope" data-on={scopes.includes(scope) || undefined}>
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
      <p className="gt-key-form__problem" role="alert">
        {problem !== null && t(problem)}
      </p>
    </fieldset>
  );
}

function End({ newKey }: Part) {
  const t = useT();
  const { endsOn } = useSelector(newKey, keyDraft);
  const problem = useSelector(newKey, saidOfKey('endsOn'));
  return (
    <div>
      <DateField
        label={t('keys.endsOn')}
        value={endsOn}
        min={useSelector(newKey, firstKeyEnd)}
        disabled={useSelector(newKey, isCreatingKey)}
        onChange={(day) => newKey.send({ type: 'draft.changed', patch: { endsOn: day } })}
      />
      <p className={problem === null ? 'gt-field__hint' : 'gt-key-form__problem'}>
        {t(problem ?? 'keys.endsOnHint')}
      </p>
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
