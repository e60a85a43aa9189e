import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useState } from 'react';
import { DIALOG_WIDTH } from '../../../contract/limits.ts';
import type { CoordinateEntry } from '../../machines/aoi.rules.ts';
import { entryRefusal, isEnteringCoordinates } from '../../machines/aoi.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { BboxFields } from './BboxFields.tsx';
import { CenterFields } from './CenterFields.tsx';
import { emptyEntries, type Entries } from './entries.ts';
import { WktFields } from './WktFields.tsx';
import './coordinates.css';

/** §2 Coordinate-input dialog, while it is open: BBOX, WKT or Center becomes the AOI. */
export function CoordinatesDialog() {
  const isOpen = useSelector(useActorOf('aoi'), isEnteringCoordinates);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const aoi = useActorOf('aoi');
  const refusal = useSelector(aoi, entryRefusal);
  const formId = useId();
  // what is typed stays in its tab, refused or not, until the dialog closes
  const [entries, setEntries] = useState<Entries>(emptyEntries);
  const [tab, setTab] = useState<CoordinateEntry['tab']>('BBOX');
  const edit = <Tab extends keyof Entries>(name: Tab, patch: Partial<Entries[Tab]>) => {
    const entry = { ...entries[name], ...patch };
    setEntries({ ...entries, [name]: entry });
    aoi.send({ type: 'coordinates.edited', entry });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    aoi.send({ type: 'coordinates.submitted', entry: entries[tab] });
    // the button closes on a refusal: the keyboard goes on in the field
    if (entryRefusal(aoi.getSnapshot()) !== null && !event.currentTarget.contains(document.activeElement))
      event.currentTarget.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <Dialog
      width={DIALOG_WIDTH.coordinates}
      bare
      title={t('coordinates.title')}
      onClose={() => aoi.send({ type: 'coordinates.closed' })}
      footer={
        <>
          <Button onPress={() => aoi.send({ type: 'coordinates.closed' })}>{t('common.close')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={refusal !== null}>
            {t('coordinates.use')}
          </Button>
        </>
      }
    >
      <form id={formId} className="gt-coordinates" onSubmit={submit} noValidate>
        <Tabs
          label={t('coordinates.tabs')}
          tabs={[
            { id: 'BBOX', label: t('coordinates.bbox') },
            { id: 'WKT', label: t('coordinates.wkt') },
            { id: 'Center', label: t('coordinates.center') },
          ]}
          selected={tab}
          onSelect={(next) => {
            setTab(next);
            aoi.send({ type: 'coordinates.edited', entry: entries[next] });
          }}
        >
          <div className="gt-coordinates__tab">
            {tab === 'BBOX' && (
              <BboxFields entry={entries.BBOX} refusal={refusal} onEdit={(patch) => edit('BBOX', patch)} />
            )}
            {tab === 'WKT' && (
              <WktFields entry={entries.WKT} refusal={refusal} onEdit={(patch) => edit('WKT', patch)} />
            )}
            {tab === 'Center' && (
              <CenterFields
                entry={entries.Center}
                refusal={refusal}
                onEdit={(patch) => edit('Center', patch)}
              />
            )}
          </div>
        </Tabs>
      </form>
    </Dialog>
  );
}
