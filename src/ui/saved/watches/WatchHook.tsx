import { useSelector } from '@xstate/react';
import { Send } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { WEBHOOK_URL_MAX } from '../../../../contract/watches/watches.ts';
import type { watchFormMachine } from '../../../machines/saved/watches/watchForm.machine.ts';
import type { WatchDraft } from '../../../machines/saved/watches/watchForm.rules.ts';
import {
  answerOf,
  canShowSecret,
  draft,
  hookRefusal,
  isForOrders,
  isTestingHook,
  secretOf,
} from '../../../machines/saved/watches/watchForm.selectors.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { causeWords, tookWords } from './watchWords.ts';

export type WatchFormActor = ActorRefFrom<typeof watchFormMachine>;
/** A part of the form of a watch. */
export interface WatchPartProps {
  form: WatchFormActor;
  change: (change: Partial<WatchDraft>) => void;
}

/** The webhook of a watch: its address, a test call, and the secret that signs. */
export function WatchHook({ form, change }: WatchPartProps) {
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
        <div className="gt-watch-form__inner">
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
          <div className="gt-watch-form__test">
            <p role="status" data-right={isRight || undefined}>
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
          <p className="gt-watch-form__text">
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
