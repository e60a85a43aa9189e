import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { COVER_SHARE } from '../../../contract/limits.ts';
import { budgetCents, hasTypedCover, targetPercent } from '../../machines/search/bestCover.machine.ts';
import type { resultsMachine } from '../../machines/search/results.machine.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { NumberField } from '../shared/kit/fields/NumberField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useClosing } from '../shared/kit/overlays/Confirm.tsx';
import './details.css';

type CoverActor = NonNullable<SnapshotFrom<typeof resultsMachine>['children']['bestCover']>;

/** Best cover: asks for the share of the AOI; the scenes found are selected automatically. */
export function BestCoverDialog() {
  const actor = useSelector(useActorOf('results'), (snapshot) => snapshot.children.bestCover);
  return actor === undefined ? null : <OpenDialog actor={actor} />;
}

function OpenDialog({ actor }: { actor: CoverActor }) {
  const t = useT();
  const typed = useSelector(actor, ({ context }) => context.typed);
  const count = useSelector(actor, ({ context }) => context.scenes.length);
  const { isOneSupplier, budget, problem } = useSelector(actor, ({ context }) => context);
  const hasPrices = useSelector(actor, ({ context }) => Boolean(context.pricing));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const canAsk = useSelector(actor, (snapshot) => snapshot.can({ type: 'cover.requested' }));
  const { close, question } = useClosing(useSelector(actor, hasTypedCover), () =>
    actor.send({ type: 'cover.closed' }),
  );
  const { min, max } = COVER_SHARE;
  return (
    <Dialog
      title={t('cover.title')}
      subtitle={t('cover.among', { count })}
      onClose={close}
      footer={
        <>
          <Button onPress={isBusy ? () => actor.send({ type: 'cover.cancelled' }) : close}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            busyLabel={t('cover.working')}
            disabled={!isBusy && !canAsk}
            onPress={() => actor.send({ type: 'cover.requested' })}
          >
            {t('cover.find')}
          </Button>
        </>
      }
    >
      <form
        className="gt-gap-form gt-grid"
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'cover.requested' });
        }}
      >
        <NumberField
          label={t('cover.share')}
          unit="%"
          value={typed}
          min={min}
          max={max}
          disabled={isBusy}
          error={targetPercent(typed) === null ? t('cover.shareLimits', { min, max }) : null}
          onChange={(text) => actor.send({ type: 'share.typed', text })}
        />
        {hasPrices && (
          <NumberField
            label={t('cover.budget')}
            hint={t('cover.budgetHint')}
            unit="$"
            value={budget}
            min={0}
            step={100}
            disabled={isBusy}
            error={Number.isNaN(budgetCents(budget)) ? t('cover.budgetInvalid') : null}
            onChange={(text) => actor.send({ type: 'budget.typed', text })}
          />
        )}
        <Checkbox
          checked={isOneSupplier}
          disabled={isBusy}
          hint={t('cover.oneSupplierHint')}
          onChange={() => actor.send({ type: 'supplier.toggled' })}
        >
          {t('cover.oneSupplier')}
        </Checkbox>
      </form>
      {question}
      {problem !== null && (
        <Note tone={problem === 'failed' ? 'err' : 'info'} title={t(`cover.${problem}`)} />
      )}
    </Dialog>
  );
}
