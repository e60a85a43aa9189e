import { useSelector } from '@xstate/react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { DIALOG_WIDTH, LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { readDegreePair } from '../../geo/entry/degreePair.ts';
import type { Axis } from '../../geo/entry/dms.ts';
import {
  type AskedArea,
  type CoordinateEntry,
  otherDegreesOf,
  withPoint,
  type TypedEntries,
} from '../../machines/aoi/aoi.rules.ts';
import {
  askedEntry,
  entryRefusal,
  hasTypedCoordinates,
  isEnteringCoordinates,
  refusedField,
  repairedEntry,
  typedEntries,
} from '../../machines/aoi/aoi.machine.ts';
import type { RepairedEntry } from '../../machines/aoi/entryReading.rules.ts';
import { fixedWkt, type WktPlace, wktPlaceOf } from '../../machines/aoi/wkt.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { useActorOf } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { NumberField } from '../shared/kit/fields/NumberField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useClosing } from '../shared/kit/overlays/Confirm.tsx';
import { AreaChoices, UseChoice } from './AreaChoices.tsx';
import { AreaReviewNote } from './AreaReview.tsx';
import './aoi.css';

/** §2 Coordinate-input dialog, while it is open: BBOX, WKT or Center becomes the AOI. */
export function CoordinatesDialog() {
  const isOpen = useSelector(useActorOf('aoi'), isEnteringCoordinates);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const aoi = useActorOf('aoi');
  const refusal = useSelector(aoi, entryRefusal);
  const repaired = useSelector(aoi, repairedEntry);
  const asked = useSelector(aoi, askedEntry);
  const isForm = repaired === null && asked === null;
  const formId = useId();
  const { entries, tab } = useSelector(aoi, typedEntries);
  const { close, question } = useClosing(useSelector(aoi, hasTypedCoordinates), () =>
    aoi.send({ type: 'coordinates.closed' }),
  );
  const edit = <Tab extends keyof Entries>(name: Tab, patch: Partial<Entries[Tab]>) =>
    aoi.send({ type: 'coordinates.edited', entry: { ...entries[name], ...patch } });
  return (
    <Dialog
      width={DIALOG_WIDTH.coordinates}
      bare={isForm}
      title={t('coordinates.title')}
      onClose={close}
      footer={
        isForm ? (
          <>
            <Button onPress={close}>{t('common.close')}</Button>
            <Button variant="primary" type="submit" form={formId} disabled={refusal !== null}>
              {t('coordinates.use')}
            </Button>
          </>
        ) : asked === null ? (
          <RepairedActions onClose={close} />
        ) : (
          <AskedActions asked={asked} onClose={close} />
        )
      }
    >
      {isForm && (
        <EntryForm
          id={formId}
          entries={entries}
          tab={tab}
          onEdit={edit}
          onTab={(next) => aoi.send({ type: 'coordinates.edited', entry: entries[next] })}
        />
      )}
      {repaired !== null && <RepairedArea repaired={repaired} />}
      {asked !== null && (
        <AreaChoices asked={asked} onChoose={(index) => aoi.send({ type: 'choice.made', index })} />
      )}
      {question}
    </Dialog>
  );
}

interface EntryFormProps {
  id: string;
  entries: Entries;
  tab: CoordinateEntry['tab'];
  onEdit: <Tab extends keyof Entries>(name: Tab, patch: Partial<Entries[Tab]>) => void;
  onTab: (tab: CoordinateEntry['tab']) => void;
}

/** Focuses the text when returning from the repaired area; at first there is no text. */
function focusText(form: HTMLFormElement | null): void {
  form?.querySelector('textarea')?.focus();
}

/** The three tabs with their fields. */
function EntryForm({ id, entries, tab, onEdit, onTab }: EntryFormProps) {
  const t = useT();
  const aoi = useActorOf('aoi');
  const refusal = useSelector(aoi, entryRefusal);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    aoi.send({ type: 'coordinates.submitted', entry: entries[tab] });
    // an error disables the button, so the focus moves to the field
    if (entryRefusal(aoi.getSnapshot()) !== null && !event.currentTarget.contains(document.activeElement))
      event.currentTarget.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <form id={id} ref={focusText} className="gt-coordinates" onSubmit={submit} noValidate>
      <Tabs
        label={t('coordinates.tabs')}
        tabs={[
          { id: 'BBOX', label: t('coordinates.bbox') },
          { id: 'WKT', label: t('coordinates.wkt') },
          { id: 'Center', label: t('coordinates.center') },
        ]}
        selected={tab}
        onSelect={onTab}
      >
        <div className="gt-coordinates__tab gt-stack gt-gap-12">
          {tab === 'BBOX' && (
            <BboxFields entry={entries.BBOX} refusal={refusal} onEdit={(patch) => onEdit('BBOX', patch)} />
          )}
          {tab === 'WKT' && (
            <WktFields entry={entries.WKT} refusal={refusal} onEdit={(patch) => onEdit('WKT', patch)} />
          )}
          {tab === 'Center' && (
            <CenterFields
              entry={entries.Center}
              refusal={refusal}
              onEdit={(patch) => onEdit('Center', patch)}
            />
          )}
        </div>
      </Tabs>
    </form>
  );
}

/** §2: max/min latitude and longitude. A pasted pair fills both fields of its corner. */
function BboxFields({ entry, refusal, onEdit }: TabProps<'BBOX'>) {
  const t = useT();
  const errorOf = (text: string) => {
    const write = refusal === null ? null : withPoint(text);
    return write === null ? null : t('coordinates.decimalComma', { text, write });
  };
  const field = (name: 'minLatitude' | 'maxLatitude' | 'minLongitude' | 'maxLongitude') => (
    <DegreesField
      label={t(`coordinates.${name}`)}
      axis={name.endsWith('Latitude') ? 'latitude' : 'longitude'}
      value={entry[name]}
      error={errorOf(entry[name])}
      onChange={(value) => onEdit({ [name]: value })}
      onPair={({ latitude, longitude }) =>
        onEdit(
          name.startsWith('min')
            ? { minLatitude: latitude, minLongitude: longitude }
            : { maxLatitude: latitude, maxLongitude: longitude },
        )
      }
    />
  );
  return (
    <>
      <div className="gt-pair gt-gap-16">
        {field('minLatitude')}
        {field('maxLatitude')}
        {field('minLongitude')}
        {field('maxLongitude')}
      </div>
      <p className="gt-caption gt-faint">{t('coordinates.bboxHint')}</p>
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} />}
    </>
  );
}

/** §2: longitude, latitude, width km, height km; errors are shown at their field. */
function CenterFields({ entry, refusal, onEdit }: TabProps<'Center'>) {
  const t = useT();
  const refused = refusedField(refusal);
  const errorOf = (name: string) => (refusal !== null && refused === name ? messageText(t, refusal) : null);
  return (
    <>
      <div className="gt-pair gt-gap-16">
        <DegreesField
          label={t('coordinates.longitude')}
          axis="longitude"
          value={entry.longitude}
          onChange={(longitude) => onEdit({ longitude })}
          onPair={onEdit}
          error={errorOf('longitude')}
        />
        <DegreesField
          label={t('coordinates.latitude')}
          axis="latitude"
          value={entry.latitude}
          onChange={(latitude) => onEdit({ latitude })}
          onPair={onEdit}
          error={errorOf('latitude')}
        />
        <NumberField
          label={t('coordinates.widthKm')}
          value={entry.widthKm}
          onChange={(widthKm) => onEdit({ widthKm })}
          unit="km"
          min={1}
          error={errorOf('widthKm')}
        />
        <NumberField
          label={t('coordinates.heightKm')}
          value={entry.heightKm}
          onChange={(heightKm) => onEdit({ heightKm })}
          unit="km"
          min={1}
          error={errorOf('heightKm')}
        />
      </div>
      <p className="gt-caption gt-faint">{t('coordinates.centerHint')}</p>
      {refusal !== null && refused === null && <Note tone="err" title={messageText(t, refusal)} />}
    </>
  );
}

interface DegreesFieldProps {
  label: string;
  axis: Axis;
  value: string;
  onChange: (value: string) => void;
  /** A pair was pasted; both in decimal degrees. */
  onPair: (point: { latitude: string; longitude: string }) => void;
  error?: string | null | undefined;
}

/** Formats decimal degrees to 1e-7, about 1 cm, without trailing zeros. */
const decimal = (degrees: number) => String(Number(degrees.toFixed(7)));

/** Latitude or longitude. Converts degrees, minutes and seconds to decimal and shows the original below. */
function DegreesField({ label, axis, value, onChange, onPair, error }: DegreesFieldProps) {
  const t = useT();
  const [converted, setConverted] = useState({ from: '', to: '' });
  const limit = axis === 'latitude' ? LATITUDE_MAX : LONGITUDE_MAX;
  /** @returns whether the text was degrees in another notation */
  const take = (text: string): boolean => {
    const degrees = otherDegreesOf(text, axis);
    if (Number.isNaN(degrees)) return false;
    setConverted({ from: text.trim(), to: decimal(degrees) });
    onChange(decimal(degrees));
    return true;
  };
  const takePair = (text: string): boolean => {
    const point = readDegreePair(text);
    if (point === null) return false;
    setConverted({ from: text.trim(), to: decimal(point[axis]) });
    onPair({ latitude: decimal(point.latitude), longitude: decimal(point.longitude) });
    return true;
  };
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (take(text) || takePair(text)) event.preventDefault();
  };
  return (
    <NumberField
      label={label}
      value={value}
      onChange={onChange}
      onPaste={pasted}
      onBlur={() => take(value)}
      unit="°"
      min={-limit}
      max={limit}
      error={error}
      hint={value !== '' && value === converted.to && t('coordinates.converted', { text: converted.from })}
    />
  );
}

/** §2: free text, only POLYGON is allowed. A syntax error is marked at its line and token. */
function WktFields({ entry, refusal, onEdit }: TabProps<'WKT'>) {
  const t = useT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const place = wktPlaceOf(entry.text, refusal);
  const fix = place?.fix ?? null;
  return (
    <>
      <div className="gt-field gt-stack gt-shrink">
        <div className="gt-field__head">
          <label className="gt-field__label" htmlFor={id}>
            {t('coordinates.wktLabel')}
          </label>
          <span className="gt-nowrap gt-caption gt-muted">
            {t('coordinates.allowed', { types: 'POLYGON' })}
          </span>
        </div>
        <div
          className="gt-wkt gt-scroll gt-surface gt-round-field gt-outlined"
          data-invalid={refusal !== null || undefined}
        >
          <div className="gt-wkt__sheet gt-grid">
            <MarkedText text={entry.text} place={place} />
            <textarea
              ref={field}
              id={id}
              className="gt-wkt__input"
              value={entry.text}
              placeholder={t('coordinates.wktExample')}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              aria-invalid={refusal !== null || undefined}
              aria-describedby={refusal === null ? undefined : `${id}-refusal`}
              onChange={(event) => onEdit({ text: event.target.value })}
              onKeyDown={submitOnEnter}
            />
          </div>
        </div>
      </div>
      {refusal !== null && (
        <div id={`${id}-refusal`}>
          <Note
            tone="err"
            title={messageText(t, refusal)}
            action={
              fix && (
                <Button
                  size="small"
                  onPress={() => {
                    onEdit({ text: fixedWkt(entry.text, fix) });
                    // the button disappears with the error
                    field.current?.focus();
                  }}
                >
                  {t(`coordinates.${fix.kind}`, { text: fix.write })}
                </Button>
              )
            }
          >
            {place !== null && (
              <p>
                {t('coordinates.place', {
                  line: place.line,
                  column: place.column,
                  cause: t(`errors.wkt.${place.cause}`, { token: place.token, write: fix?.write ?? '' }),
                })}
              </p>
            )}
          </Note>
        </div>
      )}
    </>
  );
}

/** Enter submits, Shift-Enter inserts a line break; during text composition (Chinese) Enter only ends it. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The visible text below the transparent field: numbered lines, the invalid line and token marked. */
function MarkedText({ text, place }: { text: string; place: WktPlace | null }) {
  return (
    <div className="gt-wkt__shown" aria-hidden="true">
      {text.split(/\r\n|\r|\n/).map((line, index) => {
        const isRefused = place?.line === index + 1;
        return (
          <div
            key={index}
            className="gt-wkt__line gt-anchor"
            data-refused={isRefused || undefined}
            data-line={index + 1}
          >
            {place !== null && isRefused ? <MarkedLine line={line} place={place} /> : line}
            {line === '' && '\u200b'}
          </div>
        );
      })}
    </div>
  );
}

function MarkedLine({ line, place }: { line: string; place: WktPlace }) {
  const [start, end] = [place.column - 1, place.end - 1];
  return (
    <>
      {line.slice(0, start)}
      <mark className="gt-wkt__mark">{line.slice(start, end)}</mark>
      {line.slice(end)}
    </>
  );
}

/** A typed outline that needs a repair, with the proposed repair. */
function RepairedArea({ repaired: { aoi, review, wrong } }: { repaired: RepairedEntry }) {
  const t = useT();
  return (
    <AreaReviewNote
      title={
        wrong === null ? t(review.isProposal ? 'upload.proposed' : 'upload.repaired') : messageText(t, wrong)
      }
      review={review}
      vertices={aoi.vertices}
      given={t('coordinates.mapTyped')}
    />
  );
}

/** Buttons to use the repaired area or return to the typed one. */
function RepairedActions({ onClose }: { onClose: () => void }) {
  const t = useT();
  const aoi = useActorOf('aoi');
  return (
    <>
      <BackToText onPress={() => aoi.send({ type: 'repair.declined' })} />
      <Button onPress={onClose}>{t('common.close')}</Button>
      <Button variant="primary" autoFocus onPress={() => aoi.send({ type: 'repair.accepted' })}>
        {t('upload.use')}
      </Button>
    </>
  );
}

/** Buttons to use the chosen area or return to the typed one. */
function AskedActions({ asked, onClose }: { asked: AskedArea; onClose: () => void }) {
  const t = useT();
  const aoi = useActorOf('aoi');
  return (
    <>
      <BackToText onPress={() => aoi.send({ type: 'choice.left' })} />
      <Button onPress={onClose}>{t('common.close')}</Button>
      <UseChoice asked={asked} onUse={() => aoi.send({ type: 'choice.accepted' })} />
    </>
  );
}

function BackToText({ onPress }: { onPress: () => void }) {
  const t = useT();
  return (
    <span className="gt-coordinates__back">
      <Button variant="text" onPress={onPress}>
        {t('coordinates.editText')}
      </Button>
    </span>
  );
}

/** The text of each tab. */
type Entries = TypedEntries['entries'];

interface TabProps<Tab extends CoordinateEntry['tab']> {
  entry: Entries[Tab];
  refusal: NoticeText | null;
  onEdit: (patch: Partial<Entries[Tab]>) => void;
}
