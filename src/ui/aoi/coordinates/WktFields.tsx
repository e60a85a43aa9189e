import { type KeyboardEvent, useId, useRef } from 'react';
import { fixedWkt } from '../../../machines/aoi/wktFix.rules.ts';
import { wktPlaceOf, type WktPlace } from '../../../machines/aoi/wktPlace.rules.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import type { TabProps } from './entries.ts';

/** §2: free text, only POLYGON is allowed. A syntax error is marked at its line and token. */
export function WktFields({ entry, refusal, onEdit }: TabProps<'WKT'>) {
  const t = useT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const place = wktPlaceOf(entry.text, refusal);
  const fix = place?.fix ?? null;
  return (
    <>
      <div className="gt-field">
        <div className="gt-field__head">
          <label className="gt-field__label" htmlFor={id}>
            {t('coordinates.wktLabel')}
          </label>
          <span className="gt-field__fact">{t('coordinates.allowed', { types: 'POLYGON' })}</span>
        </div>
        <div className="gt-wkt" data-invalid={refusal !== null || undefined}>
          <div className="gt-wkt__sheet">
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
            className="gt-wkt__line"
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
