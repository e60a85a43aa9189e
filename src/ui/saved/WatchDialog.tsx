import { useSelector } from '@xstate/react';
import { Send } from 'lucide-react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import { PACES, PREVIEW_DAYS, WEBHOOK_URL_MAX } from '../../../contract/watches/watches.ts';
import type { WatchDraft, watchFormMachine } from '../../machines/saved/watchForm.machine.ts';
import {
  answerOf,
  canShowSecret,
  draft,
  formOf,
  formRefusal,
  hasDraftChanges,
  hookRefusal,
  isCounting,
  isForOrders,
  isSavingWatch,
  isTestingHook,
  secretOf,
} from '../../machines/saved/watchForm.selectors.ts';
import { CloudSlider, OffNadirSlider } from '../shared/LimitSliders.tsx';
import { RefusalNote } from '../shared/SaveDialog.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { formatPercent } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { NativeSelect } from '../shared/kit/fields/NativeSelect.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { NameField } from '../shared/kit/fields/NameField.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { FormDialog } from '../shared/kit/overlays/FormDialog.tsx';
import { causeWords, tookWords } from './watchWords.ts';
import './watches.css';

/** The dialog of a new watch, or of one that is changed. */
export function WatchDialog() {
  const form = useSelector(useActorOf('watches'), ({ children }) => children.form);
  return form === undefined ? null : <OpenForm form={form} />;
}

function OpenForm({ form }: { form: WatchFormActor }) {
  const t = useT();
  const { name, mail } = useSelector(form, draft);
  const { watch, email } = useSelector(form, formOf);
  const isOrders = useSelector(form, isForOrders);
  const isBusy = useSelector(form, isSavingWatch);
  const refusal = useSelector(form, formRefusal);
  const nameField = useRef<HTMLInputElement>(null);
  const isNameless = refusal !== null && name.trim() === '';
  const change = (part: Partial<WatchDraft>) => form.send({ type: 'draft.changed', change: part });
  return (
    <FormDialog
      title={t(watch === null ? 'watches.form.new' : 'watches.form.edit')}
      submitLabel={t('common.save')}
      busyLabel={t('watches.form.saving')}
      isBusy={isBusy}
      hasChanges={useSelector(form, hasDraftChanges)}
      onClose={() => form.send({ type: 'watchForm.closed' })}
      onSubmit={() => {
        form.send({ type: 'watch.submitted' });
        if (form.getSnapshot().context.draft.name.trim() === '') nameField.current?.focus();
      }}
    >
      <NameField
        label={t('watches.form.name')}
        name="watchName"
        inputRef={nameField}
        value={name}
        maxLength={FIELD.aoiName}
        readOnly={isBusy}
        error={isNameless ? messageText(t, refusal) : null}
        onChange={(text) => change({ name: text })}
      />
      <fieldset className="gt-fields" disabled={isBusy}>
        {isOrders ? (
          <p className="gt-quiet">{t('watches.form.ordersText')}</p>
        ) : (
          <Conditions form={form} change={change} />
        )}
        <fieldset className="gt-stack gt-gap-8 gt-shrink">
          <legend className="gt-field__label gt-room-6">{t('watches.form.tellBy')}</legend>
          {!isOrders && (
            <Checkbox checked={mail} onChange={(on) => change({ mail: on })}>
              {t('watches.form.mailTo', { email })}
            </Checkbox>
          )}
          {!isOrders && mail && <Quiet form={form} change={change} />}
          <WatchHook form={form} change={change} />
        </fieldset>
        {!isOrders && <Pace form={form} change={change} />}
      </fieldset>
      <RefusalNote refusal={isNameless ? null : refusal} />
    </FormDialog>
  );
}

function Conditions({ form, change }: WatchPartProps) {
  const t = useT();
  const { maxCloudCover, maxOffNadirAngle, minClear } = useSelector(form, draft);
  const preview = useSelector(form, ({ context }) => context.preview);
  const isBusy = useSelector(form, isCounting);
  return (
    <>
      <CloudSlider value={maxCloudCover} onChange={(value) => change({ maxCloudCover: value })} />
      <OffNadirSlider value={maxOffNadirAngle} onChange={(value) => change({ maxOffNadirAngle: value })} />
      <Slider
        label={t('watches.form.minClear')}
        value={minClear}
        min={0}
        max={100}
        step={5}
        format={(value) => (value === 0 ? t('delivered.any') : formatPercent(value))}
        onChange={(value) => change({ minClear: value })}
      />
      <p className="gt-quiet" role="status">
        {preview !== null
          ? t('watches.form.passed', { passed: preview.passed, count: preview.of, days: PREVIEW_DAYS })
          : isBusy && t('watches.form.counting')}
      </p>
    </>
  );
}

function Quiet({ form, change }: WatchPartProps) {
  const t = useT();
  const { quiet, isQuiet } = useSelector(form, draft);
  const options = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: t('watches.form.hour', { hour: String(hour).padStart(2, '0') }),
  }));
  const select = (end: 'from' | 'to') => (
    <NativeSelect
      label={t(end === 'from' ? 'watches.form.quietFrom' : 'watches.form.quietTo')}
      value={String(quiet[end])}
      options={options}
      placeholder="–"
      onChange={(hour) => hour !== '' && change({ quiet: { ...quiet, [end]: Number(hour) } })}
    />
  );
  return (
    <div className="gt-watch-form__inner gt-stack gt-gap-8">
      <Checkbox checked={isQuiet} onChange={(on) => change({ isQuiet: on })}>
        {t('watches.form.quiet')}
      </Checkbox>
      {isQuiet && (
        <div className="gt-watch-form__hours gt-grid gt-gap-12">
          {select('from')}
          {select('to')}
        </div>
      )}
    </div>
  );
}

function Pace({ form, change }: WatchPartProps) {
  const t = useT();
  const { pace } = useSelector(form, draft);
  return (
    <Segments
      label={t('watches.form.pace')}
      value={pace}
      options={PACES.map((value) => ({ value, label: t(`watches.form.${value}`) }))}
      onChange={(value) => change({ pace: value })}
    />
  );
}

type WatchFormActor = ActorRefFrom<typeof watchFormMachine>;
interface WatchPartProps {
  form: WatchFormActor;
  change: (change: Partial<WatchDraft>) => void;
}

/** The webhook of a watch: its address, a test call, and the secret that signs. */
function WatchHook({ form, change }: WatchPartProps) {
  const t = useT();
  const { isHook, webhookUrl } = useSelector(form, draft);
  const isOrders = useSelector(form, isForOrders);
  const refusal = useSelector(form, hookRefusal);
  const isTesting = useSelector(form, isTestingHook);
  const answer = useSelector(form, answerOf);
  const secret = useSelector(form, secretOf);
  const canShow = useSelector(form, canShowSecret);
  const status = answer?.status ?? 0;
  const isRight = status >= 200 && status < 300;
  return (
    <>
      {!isOrders && (
        <Checkbox checked={isHook} onChange={(on) => change({ isHook: on })}>
          {t('watches.form.webhook')}
        </Checkbox>
      )}
      {isHook && (
        <div className="gt-watch-form__inner gt-stack gt-gap-8">
          <TextField
            label={t('watches.form.url')}
            name="webhookUrl"
            value={webhookUrl}
            maxLength={WEBHOOK_URL_MAX}
            mono
            error={refusal === null ? null : messageText(t, refusal)}
            hint={t('watches.form.urlHint')}
            onChange={(text) => change({ webhookUrl: text })}
          />
          <div className="gt-beside-button gt-across gt-between gt-gap-8">
            <p className={`gt-shrink ${isRight ? 'gt-ok' : 'gt-err'}`} role="status">
              {answer !== null &&
                (answer.status === null
                  ? t('watches.form.notAnswered', { cause: causeWords(t, answer.cause) })
                  : t('watches.form.answered', {
                      status: String(answer.status),
                      time: tookWords(answer.ms),
                    }))}
            </p>
            <Button
              size="small"
              icon={<Send size={14} strokeWidth={1.75} aria-hidden="true" />}
              busy={isTesting}
              busyLabel={t('watches.form.testing')}
              disabled={webhookUrl.trim() === ''}
              reason={webhookUrl.trim() === '' ? t('watches.form.urlHint') : undefined}
              onPress={() => form.send({ type: 'hookTest.requested' })}
            >
              {t('watches.form.test')}
            </Button>
          </div>
          <p className="gt-quiet">
            {t('watches.form.signed')}{' '}
            {secret === null && (
              <Button
                variant="text"
                size="small"
                closed={!canShow}
                onPress={() => form.send({ type: 'secret.requested' })}
              >
                {t('watches.form.showSecret')}
              </Button>
            )}
          </p>
          {secret !== null && (
            <TextField
              label={t('watches.form.secret')}
              name="webhookSecret"
              value={secret}
              mono
              readOnly
              onChange={() => undefined}
            />
          )}
        </div>
      )}
    </>
  );
}
